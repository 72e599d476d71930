import API
import Testing
import Varlink

@testable import soteria

/// Rules that do not restrict, as `soteria explain` and `soteria rules explain` show them.
@Suite struct ProspectTextTests {
    private static let reply = ProtectionAPI.Explain.Reply(
        target: "shopping", name: "Shopping", at: SampleReplies.now, blocked: false,
        monitored: true,
        rules: [],
        prospects: [
            .init(
                kind: .autoProtection, rule: "high_risk", name: "High risk", enabled: true,
                why: "The condition is false.",
                conditions: [
                    .init(
                        text: "risk.automatic >= 0.8", holds: false,
                        values: [.init(variable: "risk.automatic", value: "0.4")]),
                    .init(
                        text: "unblocks.since_last < duration(\"1h\")", holds: true,
                        values: [
                            .init(variable: "unblocks.since_last", value: "duration(\"1200s\")")
                        ]),
                    .init(text: "true", holds: true, values: []),
                ]),
            .init(
                kind: .checkIn, rule: "morning", name: "Ready?", enabled: true,
                why: "The check-in has been answered; its next day has not begun.",
                from: SampleReplies.until),
            .init(
                kind: .budget, rule: "day", name: "A day's shopping", enabled: true,
                why: "20 min of 45 min used."),
            .init(
                kind: .autoProtection, rule: "off", name: "Old", enabled: false,
                why: "The rule is switched off."),
        ])

    @Test func allOfThem() {
        #expect(
            ExplanationText.text(Self.reply, isNow: true, Style()) == """
                Shopping is open

                ○ High risk (auto-protection)
                  Why    The condition is false.
                  false  risk.automatic >= 0.8 (risk.automatic = 0.40)
                  true   unblocks.since_last < duration("1h") (unblocks.since_last = 20 min)
                  true   true

                ○ Ready? (check-in)
                  Next  06:30 (in 7 h 12 min) at the earliest
                  Why   The check-in has been answered; its next day has not begun.

                ○ A day's shopping (budget)
                  Why  20 min of 45 min used.

                ○ Old (auto-protection, switched off)
                  Why  The rule is switched off.

                """)
    }

    @Test func afterTheRulesThatHaveTimes() {
        var reply = SampleReplies.explanation(at: SampleReplies.now)
        reply.prospects = Array((Self.reply.prospects ?? []).suffix(1))
        let text = ExplanationText.text(reply, isNow: true, Style())
        #expect(text.contains("● Financial quiet mode"))
        #expect(
            text.hasSuffix(
                "\n\n○ Old (auto-protection, switched off)\n"
                    + "  Why  The rule is switched off.\n"))
        reply.rules = []
        reply.prospects = nil
        #expect(
            ExplanationText.text(reply, isNow: true, Style()).hasSuffix(
                "No rule affects this target.\n"))
    }

    @Test func theSameUnderRules() throws {
        let daemon = try FakeDaemon([
            "org.soteria.protection.Explain": Method { call in
                let asked = try call.decode(ProtectionAPI.Explain.Parameters.self)
                #expect(asked.target == "shopping")
                call.reply(Self.reply)
            }
        ])
        defer { daemon.stop() }
        let short = CommandRun("explain", "shopping", daemon: daemon)
        let long = CommandRun("rules", "explain", "shopping", daemon: daemon)
        #expect(short.status == 0 && short.output.contains("risk.automatic >= 0.8"))
        #expect(long.status == 0 && long.output == short.output)
        let json = CommandRun("rules", "explain", "shopping", "--json", daemon: daemon)
        #expect(
            try JSON(parsing: json.output).decode(as: ProtectionAPI.Explain.Reply.self)
                == Self.reply)
    }
}
