import API
import Testing

@testable import Dashboard

/// The rules: what is in force, what is wrong, what waits, the week to come, a trial.
@Suite struct RulesPagesTests {
    private static let text = """
        version: 1
        targets:
          shopping: {name: Shopping, sites: [shop.example]}
        quiet_hours:
          nights: {name: Nights, block: [shopping], ranges: [{days: daily, time: "22:30-06:30"}]}

        """
    private static let path = "/home/ada/.config/soteria/rules.d/mine.yaml"

    private func daemon(
        diagnostics: [RulesAPI.Diagnostic] = [], refused: Bool = false,
        waiting: [RulesAPI.PendingEdit]? = nil, valid: Bool = true
    ) -> CannedDaemon {
        HomeWorld.daemon()
            .on(RulesAPI.List.self) { _ in
                .init(
                    fingerprint: "0", loadedAt: HomeWorld.now, plan: "premium",
                    files: [.init(path: Self.path, layer: .person)],
                    rules: [
                        .init(
                            kind: .quietHours, rule: "nights", name: "«Nights»", file: Self.path),
                        .init(kind: .target, rule: "shopping", name: "«Shopping»"),
                        .init(
                            kind: .target, rule: "old", name: "«Old»", until: HomeWorld.until),
                    ], pendingEdits: waiting)
            }
            .on(RulesAPI.Diagnostics.self) { _ in
                .init(
                    refused: refused, errors: diagnostics.count, warnings: 0,
                    diagnostics: diagnostics)
            }
            .on(RulesAPI.Sources.self) { _ in
                .init(
                    fingerprint: "0",
                    sources: [.init(path: Self.path, layer: 2, text: Self.text)])
            }
            .on(RulesAPI.Check.self) { _ in
                .init(
                    valid: valid, errors: valid ? 0 : 1, warnings: 0,
                    diagnostics: valid ? [] : [Self.diagnostic])
            }
            .onMore(RulesAPI.Simulate.self) { parameters in
                Self.week(from: parameters.from)
            }
    }

    private static let diagnostic = RulesAPI.Diagnostic(
        severity: .error, message: "unknown key <blok>", suggestion: "block", file: path, line: 5,
        column: 12, excerpt: "  nights: {blok: [shopping]}", caret: 11,
        notes: [.init(file: path, line: 3, column: 3, message: "declared here")])

    /// A week in which one target is blocked from the start until tomorrow, then once more.
    private static func week(from: String) -> [RulesAPI.Simulate.Reply] {
        func decision(_ at: String, _ verdict: RulesAPI.SimulatedVerdict)
            -> RulesAPI.SimulatedDecision
        {
            .init(
                at: at, target: "shopping", name: "«Shopping»", verdict: verdict,
                restrictions: [], cause: "schedule")
        }
        return [
            .init(
                at: from, decisions: [], timeZone: "Europe/Berlin",
                targets: [.init(target: "shopping", name: "«Shopping»", blocked: true)]),
            .init(
                at: HomeWorld.until,
                decisions: [
                    decision("2026-11-22T06:30:00+01:00", .unblock),
                    decision("2026-11-22T22:30:00+01:00", .block),
                    decision("2026-11-22T23:00:00+01:00", .update),
                    decision("2026-11-23T06:30:00+01:00", .unblock),
                    decision("2026-11-28T22:30:00+01:00", .block),
                ]),
            .init(
                at: HomeWorld.until, decisions: [],
                summary: .init(
                    targets: [
                        .init(target: "shopping", name: "«Shopping»", seconds: 57600, times: 3)
                    ], requests: 0, kept: 0, unblocked: 0, attempts: 0, autoProtections: 1,
                    highestRisk: FixedPoint(thousandths: 400))),
        ]
    }

    private func page(
        _ path: String, _ daemon: CannedDaemon, form: [String: String]? = nil
    ) throws -> ShownPage {
        try form.map { try Site.forTests().send(path, $0, daemon) }
            ?? Site.forTests().look(path, daemon)
    }

    @Test func whatIsInForceStandsByKindWithItsFile() throws {
        let page = try page("rules", daemon())
        for words in [
            "with the plan “premium”", "«Nights»", "«Shopping»", "mine.yaml",
            "No changes are on hold.",
            "The rule files have no errors or warnings.", "in force until 06:30", "yours",
        ] {
            #expect(page.has(words), "\(words)")
        }
        #expect(page.has("rules/try?path=/home/ada/.config/soteria/rules.d/mine.yaml"))
    }

    @Test func whatIsWrongStandsUnderItsPlace() throws {
        let page = try page("rules", daemon(diagnostics: [Self.diagnostic], refused: true))
        #expect(page.has("The rule files have an error, so Soteria did not load them."))
        #expect(page.has("unknown key &lt;blok&gt; Did you mean “block”?"))
        #expect(page.has("\(Self.path):5:12"))
        #expect(page.has("  nights: {blok: [shopping]}\n           ^"))
        #expect(page.has("\(Self.path):3:3: declared here"))
    }

    @Test(arguments: [
        (RulesAPI.EditKind.files, "put the rule file back as it was"),
        (.switch, "switch the rule or target on again"),
    ])
    func whatWaitsSaysHowItIsTakenBack(kind: RulesAPI.EditKind, words: String) throws {
        let edit = RulesAPI.PendingEdit(
            edit: 3, kind: kind, weakens: ["quiet_hours.nights"], since: HomeWorld.now,
            until: "2026-11-22T23:18:00+01:00")
        let page = try page("rules", daemon(waiting: [edit]))
        #expect(page.has("quiet_hours.nights"))
        #expect(page.has("on hold until Sun 23:18"))
        #expect(page.has(words))
    }

    @Test func aFormerZoneIsNamed() throws {
        let edit = RulesAPI.PendingEdit(
            edit: 3, kind: .files, weakens: ["quiet_hours.nights"], since: HomeWorld.now,
            until: "2026-11-22T23:18:00+01:00", timeZone: "Asia/Tokyo")
        let page = try page("rules", daemon(waiting: [edit]))
        #expect(page.has("on hold until Sun 23:18"))
        #expect(page.has("times in Asia/Tokyo also apply"))
    }

    @Test func theWeekToComeIsDrawnAndAddedUp() throws {
        let page = try page("rules/next-week", daemon())
        #expect(page.has("«Shopping»: blocked 3 times, for 16 h in total"))
        #expect(page.has("Auto-protection would start once."))
        #expect(page.count("<svg") >= 1)
        #expect(page.has("22:30–00:00"))
    }

    @Test func stretchesGoOverMidnightAndToTheEndOfTheWeek() throws {
        let now = try #require(Moment(HomeWorld.now))
        let stretch = SimulatedWeek.Stretch(
            target: "a", start: now, end: now.later(by: 86400), reasons: [])
        let days = (0..<3).map { CalendarDay(number: now.day.number + $0) }
        let clock = WallClock(now: now, zone: nil)
        #expect(
            days.map { stretch.minutes(of: $0, by: clock) } == [[1398..<1440], [0..<1398], []])
    }

    @Test func withoutARecordTheWeekBeginsWithNothing() throws {
        let daemon = daemon().onMore(RulesAPI.Simulate.self) { parameters in
            guard parameters.history == .none else {
                throw CallFailure.refused(RulesAPI.NoHistory(since: nil))
            }
            return Self.week(from: parameters.from)
        }
        #expect(try page("rules/next-week", daemon).status == 200)
        #expect(daemon.calls(of: RulesAPI.Simulate.self).map(\.history) == [.real, .none])
    }

    @Test func readingAgainSaysWhatCameOfIt() throws {
        let site = try Site.forTests()
        func reload(_ reply: RulesAPI.Reload.Reply) -> String? {
            site.follow("rules/reload", [:], daemon().on(RulesAPI.Reload.self) { _ in reply })
        }
        #expect(
            reload(.init(fingerprint: "1", changed: true, diagnostics: []))
                == "rules?done=reloaded")
        #expect(
            reload(.init(fingerprint: "0", changed: false, diagnostics: []))
                == "rules?done=unchanged")
        let refusing = daemon().on(RulesAPI.Reload.self) { _ throws(CallFailure) in
            throw .refused(RulesAPI.RulesRefused(errors: 1, diagnostics: [Self.diagnostic]))
        }
        let refused = try site.send("rules/reload", [:], refusing)
        #expect(refused.status == 422)
        #expect(refused.has("unknown key &lt;blok&gt;"))
    }

    @Test func aTrialIsComparedAndSimulated() throws {
        let daemon = daemon()
        let changed = Self.text.replacing("22:30-06:30", with: "23:30-06:30")
        let page = try page(
            "rules/try", daemon, form: ["name": "mine.yaml", "text": changed])
        #expect(page.status == 200)
        #expect(page.has("These rules would be accepted."))
        #expect(page.has("Weaker"))
        #expect(page.has("quiet_hours.nights"))
        let files = daemon.calls(of: RulesAPI.Simulate.self).first?.files
        #expect(files?.map(\.name) == ["mine.yaml"])
        #expect(files?.first?.text == changed)
        let same = try self.page(
            "rules/try", daemon, form: ["name": "mine.yaml", "text": Self.text])
        #expect(same.has("These rules would do the same as the rules in force."))
    }

    @Test(arguments: [
        ("mine.yml", "version: 1\n"), ("../mine.yaml", "version: 1\n"), (".mine.yaml", ""),
        ("", ""),
    ])
    func namesThatAreNoneAreAskedForAgain(name: String, text: String) throws {
        let daemon = daemon()
        let page = try page("rules/try", daemon, form: ["name": name, "text": text])
        #expect(page.status == 422)
        #expect(page.has("must end in .yaml and must not"))
        #expect(daemon.calls(of: RulesAPI.Check.self).isEmpty)
    }

    @Test func aTrialWithErrorsIsKeptAndNotSimulated() throws {
        let daemon = daemon(valid: false)
        let page = try page(
            "rules/try", daemon,
            form: ["name": "mine.yaml", "text": "</textarea><script>alert(1)</script>"])
        #expect(page.status == 422)
        #expect(page.has("&lt;/textarea&gt;&lt;script&gt;"))
        #expect(!page.has("<script>alert"))
        #expect(daemon.calls(of: RulesAPI.Simulate.self).isEmpty)
        let long = String(repeating: "#", count: Trial.limit + 1)
        #expect(
            try self.page("rules/try", daemon, form: ["name": "mine.yaml", "text": long])
                .has("too long to try here"))
    }

    @Test func filesAreShownAndOthersAreNot() throws {
        let shown = try page("rules/file?path=\(Self.path)", daemon())
        #expect(shown.has("quiet_hours:"))
        #expect(try page("rules/file?path=/etc/passwd", daemon()).status == 404)
        #expect(try page("rules/file", daemon()).status == 404)
    }

    @Test(arguments: ["rules", "rules/next-week", "rules/try", "record", ""])
    func everyWordIsInTheCatalogue(path: String) throws {
        let site = try Site.forTests(texts: Texts.english().pseudo)
        let daemon = daemon().onMore(DaemonAPI.Events.self) { _ in [.init(events: [])] }
        let html = try site.look(path, daemon).html
            .replacing(/<(code|textarea|pre|svg)(?s:.*?)<\/(code|textarea|pre|svg)>/, with: "")
            .replacing(/<!doctype html>/, with: "")
        let texts = html.replacing(/<[^>]*>/, with: "\n").split(separator: "\n")
        // Words from the daemon, and names of days and months, which come from the region.
        let known = /«|\/home\/ada|mine\.yaml|premium|Soteria|soteria events|[0-9]/
        let plain = texts.filter { text in
            text.contains(/[A-Za-z]{2}/) && !text.contains("⟦") && !text.contains(known)
        }
        #expect(plain == [], "\(path)")
    }
}
