import API
import Testing
import Varlink

@testable import soteria

/// Running permissions wherever targets are shown.
@Suite struct GrantTextTests {
    private static let until = "2026-11-21T23:26:00+01:00"
    private static let words = "open until 23:26 (in 8 min)"

    /// The household while a permission runs for shopping.
    private static var list: ProtectionAPI.List.Reply {
        var list = SampleReplies.list
        list.nextChange = until
        list.targets[0] = .init(
            target: "shopping", name: "Shopping", blocked: false, strict: false,
            restrictions: [], monitored: true, sites: 2, apps: 1, grantedUntil: until)
        return list
    }

    @Test func theStatusSaysUntilWhen() {
        let text = StatusText(
            protection: Self.list, risk: SampleReplies.risk, daemon: SampleReplies.status
        ).text(Style())
        #expect(text.hasPrefix("○  Shopping      \(Self.words)\n○  Social media  open\n"))
        #expect(text.contains("Next change  23:26 (in 8 min)\n"))
    }

    @Test func whatIsNotMonitoredNeedsNoPermission() {
        #expect(
            RestrictionText.state(
                blocked: false, monitored: false, until: nil, grantedUntil: Self.until,
                now: Moment(seconds: 0, offset: 0)) == "not monitored")
    }

    @Test func explanationsSayUntilWhen() {
        let reply = ProtectionAPI.Explain.Reply(
            target: "shopping", name: "Shopping", at: SampleReplies.now, blocked: false,
            monitored: true, rules: [], grantedUntil: Self.until)
        #expect(
            ExplanationText.text(reply, isNow: true, Style())
                == "Shopping is \(Self.words)\nNo rule affects this target.\n")
    }

    @Test func decisionsSayUntilWhen() {
        let opened = ProtectionAPI.Decision(
            sequence: 1, at: SampleReplies.now, target: "shopping", name: "Shopping",
            verdict: .unblock, restrictions: [], cause: .grant, grantedUntil: Self.until)
        #expect(DecisionText.line(opened, Style()) == "23:18:00  Shopping  \(Self.words)\n")
        let over = ProtectionAPI.Decision(
            sequence: 2, at: Self.until, target: "shopping", name: "Shopping", verdict: .block,
            restrictions: [SampleReplies.restriction], until: SampleReplies.until, cause: .grant)
        #expect(
            DecisionText.line(over, Style())
                == "23:26:00  Shopping  blocked again until 06:30 (in 7 h 4 min)  Financial quiet "
                + "mode (quiet hours, strict)\n")
    }

    @Test func theWatchBeginsWithIt() {
        var view = WatchText(style: Style())
        let lines = view.lines(
            .init(targets: Self.list.targets, sequence: 1), now: Moment(SampleReplies.now))
        #expect(lines.hasPrefix("now       Shopping      \(Self.words)\n"))
    }

    @Test func severalTargetsAreOpenTogether() {
        var grant = FakeRequests.grant
        grant.targets = ["shopping", "social", "gone"]
        let text = UnblockText.opened(
            .init(grant: grant, blocked: ["games", "news"]), then: nil, SampleReplies.list, Style())
        #expect(
            text == """
                Shopping, Social media, gone are open until 23:33 (in 15 min)
                games, news stay blocked

                """)
    }
}
