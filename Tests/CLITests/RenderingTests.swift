import API
import Testing

@testable import soteria

/// Risk, schedules, targets, decisions, explanations and events as text.
@Suite struct RenderingTests {
    private let style = Style(width: 120)

    @Test func riskInShort() {
        #expect(
            RiskText.text(SampleReplies.risk, explaining: false, now: nil, style) == """
                Risk 0.400 moderate (assessed 23:15, next at 23:30)
                Because of late_night

                """)
    }

    @Test func riskExplained() {
        #expect(
            RiskText.text(SampleReplies.risk, explaining: true, now: nil, style) == """
                Risk 0.400 moderate (assessed 23:15, next at 23:30)

                +0.400  late_night       yes  local.hour >= 22 || local.hour < 2
                        local.hour = 23
                 0.100  quiet_hours_off  no   quiet_hours.switched_off
                        quiet_hours.switched_off = false

                Levels: moderate from 0.400, high from 0.600, critical from 0.800

                """)
    }

    @Test func aFactorThatFailsSaysWhy() {
        var risk = SampleReplies.risk
        risk.factors[0].problem = "division by zero"
        risk.factors[0].automatic = false
        risk.automatic = FixedPoint(thousandths: 0)
        let text = RiskText.text(risk, explaining: true, now: nil, style)
        #expect(text.contains("[reported]\n        not evaluated: division by zero\n"))
        #expect(!text.contains("local.hour = 23"))
        #expect(text.hasSuffix("Score without what you reported: 0.000\n"))
        risk.factors = []
        #expect(
            RiskText.text(risk, explaining: true, now: nil, style).contains("no risk factors"))
    }

    @Test(arguments: [
        (
            ProtectionAPI.Verdict.block,
            "22:30:00  Shopping  blocked until 06:30 (in 8 h)  Nights (quiet hours)\n"
        ),
        (.update, "22:30:00  Shopping  stays blocked until 06:30 (in 8 h)  Nights (quiet hours)\n"),
        (.unblock, "22:30:00  Shopping  open again\n"),
    ])
    func decisions(verdict: ProtectionAPI.Verdict, line: String) {
        let isOpen = verdict == .unblock
        let decision = ProtectionAPI.Decision(
            sequence: 1, at: "2026-11-21T22:30:00+01:00", target: "shopping", name: "Shopping",
            verdict: verdict,
            restrictions: isOpen
                ? [] : [.init(kind: .quietHours, rule: "n", name: "Nights", strict: false)],
            until: isOpen ? nil : SampleReplies.until, cause: .schedule)
        #expect(DecisionText.line(decision, style) == line)
    }

    @Test func anEndlessBlockHasNoEndKnown() {
        let decision = ProtectionAPI.Decision(
            sequence: 1, at: SampleReplies.now, target: "shopping", name: "Shopping",
            verdict: .block,
            restrictions: [], cause: .schedule)
        #expect(
            DecisionText.line(decision, style) == "23:18:00  Shopping  blocked, no end known\n")
    }

    @Test func everyKindOfRestrictionHasWords() {
        let words = ProtectionAPI.RestrictionKind.allCases.map { RestrictionText.kind($0) }
        #expect(Set(words).count == ProtectionAPI.RestrictionKind.allCases.count)
        #expect(words.allSatisfy { !$0.contains("_") })
    }

    @Test func whatHoldsOnBesideAnEditedEntryIsToldFromIt() {
        let names = ["nights", "nights@3f09ac"].map { rule in
            RestrictionText.one(
                .init(kind: .quietHours, rule: rule, name: "Nights", strict: false))
        }
        #expect(names == ["Nights (quiet hours)", "Nights (quiet hours, earlier version)"])
        #expect(
            RestrictionText.kind(.manualProtection, rule: "12") == "your protection 12")
    }

    @Test func aTargetWithPaths() {
        var target = SampleReplies.target
        (target.sites, target.siteCount, target.everySite) = ([], 2, true)
        (target.paths, target.exceptPaths) = (["youtube.com/shorts"], ["amazon.com/books"])
        #expect(
            TargetText.list([target], style).contains(
                """
                  Sites         *, youtube.com/shorts
                  Except        amazon.com/books

                """.dropLast()))
    }

    @Test func aTargetWithExceptions() {
        var target = SampleReplies.target
        target.exceptSites = ["business.amazon.com"]
        #expect(
            TargetText.list([target], style).contains(
                """
                  Sites         amazon.com, ebay.com
                  Except        business.amazon.com
                  Apps          com.valvesoftware.Steam

                """))
    }

    @Test func targetsWithTheirEntries() {
        var many = SampleReplies.target
        many.name = "Everything"
        many.sites = (1...100).map { "site\($0).example" }
        many.siteCount = 1234
        many.apps = []
        many.appCount = 0
        many.blocked = false
        let text = TargetText.list([SampleReplies.target, many], style)
        #expect(
            text.hasPrefix(
                """
                ● Shopping (shopping) blocked
                  Sites         amazon.com, ebay.com
                  Apps          com.valvesoftware.Steam
                  When blocked  freeze

                ○ Everything (shopping) open
                  Sites  site1.example,
                """))
        #expect(text.contains("site12.example and 1222 more"))
        #expect(TargetText.list([], style) == "No rule file defines a target.\n")
    }

    @Test func explanations() {
        let reply = ProtectionAPI.Explain.Reply(
            target: "shopping", name: "Shopping", at: SampleReplies.now, blocked: true,
            until: SampleReplies.until, monitored: true,
            rules: [
                .init(
                    kind: .quietHours, rule: "nights", name: "Nights", inForce: true,
                    enabled: true, strict: true, from: "2026-11-21T22:30:00+01:00",
                    until: SampleReplies.until, why: "The quiet hours are running.",
                    lift: "Its end."),
                .init(
                    kind: .quietHours, rule: "noon", name: "Noon", inForce: false, enabled: false,
                    strict: false, why: "The schedule is switched off."),
                .init(
                    kind: .quietHours, rule: "eve", name: "Evening", inForce: false,
                    enabled: true, strict: false, from: "2026-11-22T18:00:00+01:00",
                    until: "2026-11-22T20:00:00+01:00",
                    why: "The quiet hours are not running now."),
            ])
        #expect(
            ExplanationText.text(reply, isNow: true, style) == """
                Shopping is blocked until 06:30 (in 7 h 12 min)

                ● Nights (quiet hours, strict)
                  In force   since 22:30 until 06:30 (in 7 h 12 min)
                  Why        The quiet hours are running.
                  Lifted by  Its end.

                ○ Noon (quiet hours, switched off)
                  Next  unknown
                  Why   The schedule is switched off.

                ○ Evening (quiet hours)
                  Next  18:00 (in 18 h 42 min), until Sun 20:00
                  Why   The quiet hours are not running now.

                """)
        let later = ExplanationText.text(reply, isNow: false, style)
        #expect(later.hasPrefix("On 21 Nov 2026 at 23:18: Shopping is blocked"))
    }

    @Test func aProtectionIsExplainedByTheNumberThatEndsIt() {
        let reply = ProtectionAPI.Explain.Reply(
            target: "shopping", name: "Shopping", at: SampleReplies.now, blocked: true,
            until: SampleReplies.until, monitored: true,
            rules: [
                .init(
                    kind: .manualProtection, rule: "17", name: "A day off", inForce: true,
                    enabled: true, strict: true, until: SampleReplies.until, why: "It runs.")
            ])
        #expect(
            ExplanationText.text(reply, isNow: true, style).contains(
                "● A day off (your protection 17, strict)\n"))
    }

    @Test func aTargetWithoutRules() {
        let reply = ProtectionAPI.Explain.Reply(
            target: "a", name: "A", at: SampleReplies.now, blocked: false, monitored: false,
            rules: [])
        #expect(
            ExplanationText.text(reply, isNow: true, style)
                == "A is not monitored\nNo rule affects this target.\n")
    }
}
