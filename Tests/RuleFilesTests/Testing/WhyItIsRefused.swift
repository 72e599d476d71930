import RuleFiles
import Testing

/// Every word for a refusal stands for one that a case can bring about, and one that nobody
/// expected fails with it.
@Suite struct WhyItIsRefused {
    private static let nights: [(word: String, steps: String)] = [
        ("not_blocked", "- {at: \"12:30\", unblock: shop, expect: {refused: WORD}}"),
        (
            "not_monitored",
            """
            - {switch_off: targets.shop}
                  - {unblock: shop, expect: {refused: WORD}}
            """
        ),
        (
            "already_open",
            """
            - {request: shop, purpose: impulse}
                  - {request: both.example, purpose: impulse, expect: {refused: WORD}}
            """
        ),
        ("no_such_request", "- {confirm: shop, expect: {refused: WORD}}"),
        (
            "request_over",
            """
            - {request: shop, purpose: impulse}
                  - {after: 11m, confirm: shop, expect: {refused: WORD}}
            """
        ),
        (
            "intent_needed",
            """
            - {request: shop}
                  - {after: 1m, confirm: shop, expect: {refused: WORD}}
            """
        ),
        (
            "wait_not_over",
            """
            - {request: shop, purpose: impulse}
                  - {after: 19s, confirm: shop, expect: {refused: WORD}}
            """
        ),
        (
            "already_answered",
            """
            - {check_in: morning, answer: yes}
                  - {check_in: morning, answer: no, expect: {refused: WORD}}
            """
        ),
        (
            "not_tracked",
            """
            - {switch_off: targets.shop}
                  - {use: shop, for: 1m, expect: {refused: WORD}}
            """
        ),
        (
            "strict",
            """
            - {protect: shop, for: 1h, strict: true}
                  - {unblock: shop, expect: {refused: WORD}}
            """
        ),
        (
            "emergency_used",
            """
            - {protect: shop, for: 1h, strict: true}
                  - {unblock: shop, minutes: 1, emergency: true}
                  - {after: 1m, unblock: shop, emergency: true, expect: {refused: WORD}}
            """
        ),
    ]

    private static func trial(_ steps: String) throws -> Trial {
        try Trial(
            """
            time_zone: Europe/Berlin
            cases:
              - name: One
                now: 2026-11-18 23:00
                expect: {score: 0.4}
                then:
                  \(steps)
            """,
            rules: """
                targets:
                  shop: {sites: [shop.example, both.example]}
                  other: {sites: [both.example]}
                quiet_hours: {nights: {block: [shop], ranges: [{time: "22:00-06:00"}]}}
                check_ins: {morning: {question: "Ready?", on_no: {block: [other]}}}
                unblock:
                  wait: {planned: 20s, impulse: 20s}
                  emergency: {per: day, wait: 1s}
                """)
    }

    @Test(arguments: nights)
    func itIsRefusedSo(word: String, steps: String) throws {
        try Self.trial(steps.replacing("WORD", with: word)).expectPassed()
    }

    @Test(arguments: nights)
    func itIsNotRefusedOtherwise(word: String, steps: String) throws {
        let other = word == "strict" ? "not_blocked" : "strict"
        let trial = try Self.trial(steps.replacing("WORD", with: other))
        #expect(trial.lines.count == 1 && trial.report.failed == 1)
        let line = try #require(trial.lines.first)
        #expect(
            line.contains("expected Soteria to refuse this step (\(other)), got \(word)"), "\(line)"
        )
    }

    @Test(arguments: nights)
    func whatNobodyExpectedFails(word: String, steps: String) throws {
        let trial = try Self.trial(steps.replacing(", expect: {refused: WORD}", with: ""))
        let line = try #require(trial.lines.first)
        #expect(line.contains("error: Soteria refused this step: \(word)"), "\(line)")
        #expect(trial.report.failed == 1 && trial.lines.count == 1)
    }

    @Test func aRefusalThatDoesNotComeFails() throws {
        let trial = try Self.trial("- {unblock: shop, expect: {refused: strict}}")
        trial.expectFailed(
            "7:43: error: expected Soteria to refuse this step (strict), got no refusal")
    }
}
