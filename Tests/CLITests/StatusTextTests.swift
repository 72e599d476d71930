import API
import Testing

@testable import soteria

/// The text of the status. The zone is the daemon's: eleven hours east of here below.
@Suite struct StatusTextTests {
    private func text(
        _ list: ProtectionAPI.List.Reply = SampleReplies.list,
        _ daemon: DaemonAPI.GetStatus.Reply = SampleReplies.status, style: Style = Style(width: 100)
    ) -> String {
        StatusText(protection: list, risk: SampleReplies.risk, daemon: daemon).text(style)
    }

    @Test func theZoneIsTheDaemons() {
        let list = ProtectionAPI.List.Reply(
            now: "2026-11-22T09:18:00+11:00", sequence: 1,
            nextChange: "2026-11-22T22:30:00+11:00",
            targets: [
                .init(
                    target: "games", name: "Games", blocked: true, strict: false,
                    until: "2026-11-23T06:30:00+11:00",
                    restrictions: [
                        .init(
                            kind: .manualProtection, rule: "12", name: "An evening off",
                            until: "2026-11-23T06:30:00+11:00", strict: false)
                    ], monitored: true, sites: 0, apps: 3),
                .init(
                    target: "social", name: "Social", blocked: false, strict: false,
                    restrictions: [], monitored: false, sites: 1, apps: 0),
            ])
        #expect(
            text(list) == """
                ●  Games   blocked until Mon 06:30 (in 21 h 12 min)  An evening off (your protection 12)
                ○  Social  not monitored

                Risk         0.400 moderate
                Next change  22:30 (in 13 h 12 min)

                """)
    }

    @Test func aBlockWithoutAKnownEndSaysNoTime() {
        var list = SampleReplies.list
        list.nextChange = nil
        list.targets = [
            .init(
                target: "shopping", name: "Shopping", blocked: true, strict: true,
                restrictions: [
                    .init(kind: .checkIn, rule: "morning", name: "Morning", strict: true)
                ], monitored: true, sites: 1, apps: 0)
        ]
        #expect(
            text(list) == """
                ●  Shopping  blocked, no end known  Morning (check-in, strict)

                Risk  0.400 moderate

                """)
    }

    @Test func withoutTargetsItSaysWhereToBegin() {
        var list = SampleReplies.list
        list.targets = []
        #expect(text(list).hasPrefix("Nothing is blocked yet"))
        #expect(
            text(list).contains(
                "\n  soteria add amazon.com --to shopping --from 22:00 --to-time 06:30\n"))
        #expect(text(list).contains("soteria help\n"))
    }

    @Test func withoutTargetsRefusedRulesAreTheReason() {
        var list = SampleReplies.list
        list.targets = []
        list.nextChange = nil
        var daemon = SampleReplies.status
        daemon.rules.refused = true
        daemon.rules.errors = 2
        #expect(
            text(list, daemon) == """
                Nothing is blocked: the rule files have 2 errors. See: soteria rules check

                Risk  0.400 moderate

                """)
        // Other problems are still reported.
        daemon.clock.continuity = .unproven
        #expect(text(list, daemon).contains("! No time server has confirmed the machine's clock"))
        #expect(
            text(list, daemon, style: Style(width: 40)).hasPrefix(
                "Nothing is blocked: the rule files have\n2 errors."))
    }

    @Test func refusedRulesAreSaid() {
        var daemon = SampleReplies.status
        daemon.rules.refused = true
        daemon.rules.errors = 2
        let text = text(SampleReplies.list, daemon)
        #expect(
            text.hasSuffix(
                """

                ! The rule files have 2 errors, so the last good rules stay in force. See: soteria rules check

                """))
    }

    @Test func aJumpedClockIsSaid() {
        var daemon = SampleReplies.status
        daemon.clock = .init(
            trusted: false, jump: -36_000, jumpedAt: "2026-11-21T23:10:00+01:00",
            adoptedAt: "2026-11-22T23:10:00+01:00", continuity: .sameBoot,
            timeZone: "Europe/Berlin")
        let notes = HealthText.notes(daemon, now: Moment(SampleReplies.now) ?? .epoch)
        #expect(
            notes == [
                "The clock was set back by 10 h at 23:10. Soteria keeps its own time until a time "
                    + "server confirms the clock, or until Sun 23:10 (in 23 h 52 min) at the latest."
            ])
    }

    @Test func everythingThatIsWrongIsSaidOnALineOfItsOwn() {
        var daemon = SampleReplies.status
        daemon.rules.warnings = 1
        daemon.rules.directories = [
            .init(path: "/etc/soteria/rules.d", layer: .machine, problem: "no permission")
        ]
        daemon.clock.continuity = .unproven
        daemon.clock.zoneProblem = "no such file"
        daemon.store = .init(
            healthy: false, problem: "the disk is full", path: "/s", events: 3,
            setAside: "/s.damaged-1")
        let notes = HealthText.notes(daemon, now: Moment(SampleReplies.now) ?? .epoch)
        #expect(
            notes == [
                "The rule files have 1 warning. See: soteria rules check",
                "The daemon cannot detect edits in /etc/soteria/rules.d (no permission). After each "
                    + "edit, run: soteria rules reload",
                "No time server has confirmed the machine's clock since the restart.",
                "The time zone could not be determined: no such file.",
                "Nothing can be recorded (the disk is full). Until this is fixed, blocks stay and "
                    + "nothing can be unblocked.",
                "The record was damaged, so a new one was started; the old one is at /s.damaged-1.",
            ])
        #expect(
            HealthText.notes(SampleReplies.status, now: Moment(SampleReplies.now) ?? .epoch) == [])
    }

    @Test func coloursComeOnlyWhereAskedFor() {
        let plain = text()
        let colored = text(style: Style(width: 100, color: true))
        #expect(!plain.contains("\u{1b}"))
        #expect(colored.contains("\u{1b}[31m●\u{1b}[0m"))
        let stripped = colored.replacing(/\u{1b}\[[0-9]+m/, with: "")
        #expect(stripped == plain)
    }

    @Test func aNameCannotSpeakToTheTerminal() {
        var list = SampleReplies.list
        list.targets[0].name = "Shop\u{1b}[2Jping\n\u{202e}"
        let text = text(list, style: Style(width: 100, color: true))
        #expect(!text.contains("\u{1b}[2J") && !text.contains("\u{202e}"))
        #expect(text.contains("Shop\u{FFFD}[2Jping\u{FFFD}\u{FFFD}"))
    }
}

extension Moment {
    /// 1970-01-01T00:00:00Z.
    static let epoch = Moment(seconds: 0, offset: 0)
}
