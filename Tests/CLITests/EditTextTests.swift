import API
import Testing
import Varlink

@testable import soteria

/// Edits that wait, in `status`, `rules list`, `rules reload` and what switches say.
@Suite struct EditTextTests {
    private static let files = DaemonAPI.PendingEdit(
        edit: 41, kind: .files, weakens: ["quiet_hours.nights", "unblock.grant"],
        since: "2026-11-21T21:18:00+01:00", until: "2026-11-22T21:18:00+01:00")
    private static let off = DaemonAPI.PendingEdit(
        edit: 42, kind: .switch, weakens: ["auto_protection.high_risk"],
        since: "2026-11-21T21:19:00+01:00", until: "2026-11-22T21:19:00+01:00")
    private static let listed = RulesAPI.PendingEdit(
        edit: 41, kind: .files, weakens: ["quiet_hours.nights"],
        since: "2026-11-21T21:18:00+01:00", until: "2026-11-22T21:18:00+01:00")

    @Test func theStatusShowsWhatWaits() {
        var status = SampleReplies.status
        status.rules.pendingEdits = [Self.files, Self.off]
        let text = StatusText(
            protection: SampleReplies.list, risk: SampleReplies.risk, daemon: status
        ).text(Style(width: 100))
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("Waiting") }
        #expect(lines.count == 2)
        #expect(lines[0].contains("quiet_hours.nights, unblock.grant weaker from"))
        #expect(lines[0].contains("(in "))
        #expect(lines[1].contains("auto_protection.high_risk off from"))
    }

    @Test func aFormerZoneIsNamed() {
        var status = SampleReplies.status
        status.rules.pendingEdits = [
            DaemonAPI.PendingEdit(
                edit: 43, kind: .files, weakens: ["quiet_hours.nights"],
                since: "2026-11-21T21:18:00+01:00", until: "2026-11-22T21:18:00+01:00",
                timeZone: "Europe/Berlin")
        ]
        let text = StatusText(
            protection: SampleReplies.list, risk: SampleReplies.risk, daemon: status
        ).text(Style(width: 120))
        let line = text.split(separator: "\n").first { $0.hasPrefix("Time zone") }
        #expect(line?.contains("changed; until Sun 21:18") == true)
        #expect(
            line?.hasSuffix(", times in Europe/Berlin also apply: quiet_hours.nights") == true)
    }

    @Test func theStatusSaysNothingWhereNothingWaits() {
        let text = StatusText(
            protection: SampleReplies.list, risk: SampleReplies.risk, daemon: SampleReplies.status
        ).text(Style(width: 100))
        #expect(!text.contains("Waiting"))
    }

    private func listed(_ edits: [RulesAPI.PendingEdit]?) -> RulesAPI.List.Reply {
        RulesAPI.List.Reply(
            fingerprint: "f", plan: "premium", files: [],
            rules: [
                .init(kind: .target, rule: "shopping", name: "Shopping", file: "/r/own.yaml"),
                .init(kind: .quietHours, rule: "nights", name: "Quiet nights", file: "/r/own.yaml"),
                .init(
                    kind: .quietHours, rule: "nights@3f09ac", name: "Quiet nights",
                    until: "2026-11-22T21:18:00+01:00"),
                .init(kind: .riskFactor, rule: "late_night", name: "late_night"),
            ], pendingEdits: edits)
    }

    @Test func theListShowsEveryRuleWithItsFileAndWhatWaits() throws {
        let now = try #require(Moment("2026-11-21T21:18:00+01:00"))
        let text = RuleListText(
            list: listed([Self.listed]), now: now, style: Style(width: 120)
        ).text
        #expect(
            text == """
                targets       shopping       Shopping      /r/own.yaml
                quiet_hours   nights         Quiet nights  /r/own.yaml
                quiet_hours   nights@3f09ac  Quiet nights  stays in force until Sun 21:18 (in 1 d)
                risk.factors  late_night

                Waiting  quiet_hours.nights weaker from Sun 21:18 (in 1 d)
                To cancel an edit, undo it in the rule file.
                To cancel a switch-off, switch the rule on again.

                """)
        #expect(
            !RuleListText(list: listed(nil), now: now, style: Style(width: 120)).text
                .contains("Waiting"))
    }

    @Test func noRulesSaySo() throws {
        let now = try #require(Moment("2026-11-21T21:18:00+01:00"))
        let empty = RulesAPI.List.Reply(fingerprint: "", plan: "premium", files: [], rules: [])
        #expect(
            RuleListText(list: empty, now: now, style: Style(width: 80)).text
                == "No rules are in force.\n")
    }

    @Test func theCommandsTellWhatTheDaemonTells() throws {
        let list = listed([Self.listed])
        let daemon = try FakeDaemon([
            "org.soteria.rules.List": Method { call in call.reply(list) },
            "org.soteria.rules.Reload": Method {
                $0.reply(
                    RulesAPI.Reload.Reply(
                        fingerprint: "f", changed: true, diagnostics: [],
                        pendingEdits: [Self.listed]))
            },
            "org.soteria.quiethours.SetEnabled": Method {
                $0.reply(
                    QuietHoursAPI.SetEnabled.Reply(
                        schedule: SampleReplies.schedule,
                        pendingUntil: "2026-11-22T21:18:00+01:00"))
            },
        ])
        let shown = CommandRun("rules", "list", daemon: daemon)
        #expect(shown.status == 0 && shown.output.contains("nights@3f09ac"), "\(shown.error)")
        #expect(shown.output.contains("Waiting  quiet_hours.nights weaker from"))
        let json = try JSON(parsing: CommandRun("rules", "list", "--json", daemon: daemon).output)
        #expect(json["pendingEdits"]?[0]?["edit"]?.intValue == 41)
        let reload = CommandRun("rules", "reload", daemon: daemon)
        #expect(reload.output.hasPrefix("The rules are in force.\nWaiting  quiet_hours.nights"))
        let off = CommandRun("quiet-hours", "disable", "nights", daemon: daemon)
        #expect(off.output.contains("Switching off weakens the rules"))
    }
}
