import RuleFiles
import Testing

/// Errors about common slips say what to write instead.
@Suite struct HelpfulErrorTests {
    private func said(_ text: String) -> [String] {
        load(text).diagnostics.flatMap { diagnostic in
            [diagnostic.description]
                + diagnostic.notes.map { "\($0.line):\($0.column): note: \($0.message)" }
        }
    }

    // MARK: - Keys in the wrong place

    @Test(arguments: [
        (
            "auto_protection: {enabled: true}",
            [
                "a.yaml:1:19: error: \"enabled\" belongs to one auto-protection; put it under the "
                    + "key of an auto-protection, as in \"high_risk: {enabled: true}\""
            ]
        ),
        (
            "targets: {shop: {sites: [a.com]}}\nbudgets: {target: shop, limit: 45m}",
            [
                "a.yaml:2:11: error: \"target\" belongs to one budget; put it under the key of a "
                    + "budget, as in \"NAME: {target: shop}\""
            ]
        ),
        (
            "check_ins:\n  on_no: {heading: No}\n  question: Q?",
            [
                "a.yaml:3:3: error: \"question\" belongs to one check-in; put it under the key of "
                    + "a check-in, as in \"NAME: {question: Q?}\""
            ]
        ),
        (
            "risk: {factors: {weight: 0.3, when: late}}",
            [
                "a.yaml:1:18: error: \"weight\" belongs to one factor; put it under the key of a "
                    + "factor, as in \"high_frequency: {weight: 0.3}\""
            ]
        ),
    ])
    func keysOfOneRuleInThePlaceOfRules(text: String, expected: [String]) {
        #expect(said(text) == expected)
    }

    /// A rule may be called like a key of a rule.
    @Test func aRuleWithTheNameOfAKey() {
        #expect(said("targets: {apps: {apps: [a.b]}}") == [])
        #expect(said("auto_protection: {when: {when: unblocks.today > 3}}") == [])
    }

    @Test(arguments: [
        (
            "weakening_waits: 24h",
            "unknown key \"weakening_waits\"; this key belongs under \"edits\""
        ),
        ("moods: [sad]", "unknown key \"moods\"; this key belongs under \"unblock\""),
        ("sites: [a.com]", "unknown key \"sites\"; this key belongs under \"targets.KEY\""),
        (
            "unblock: {planned: 10s}",
            "unknown key \"planned\" in unblock; this key belongs under \"unblock.wait\""
        ),
        (
            "risk: {critical: 0.9}",
            "unknown key \"critical\" in risk; this key belongs under \"risk.levels\""
        ),
        ("edits: {moods: 3}", "unknown key \"moods\" in edits; the known keys are weakening_waits"),
    ])
    func keysOfAnotherMap(text: String, expected: String) {
        #expect(load(text).diagnostics.map(\.message) == [expected])
    }

    // MARK: - Values

    @Test func numbersInQuotes() {
        #expect(
            said("risk: {factors: {a: {weight: \"0.3\", when: local.hour > 3}}}") == [
                "a.yaml:1:30: error: expected a number without quotes, found \"0.3\" in quotes; "
                    + "did you mean \"0.3\"?"
            ])
        #expect(
            said("plans: {mine: {entries: '12'}}\nplan: mine") == [
                "a.yaml:1:25: error: expected a number without quotes, found \"12\" in quotes; "
                    + "did you mean \"12\"?"
            ])
    }

    @Test(
        arguments: [
            ("1st fri", "a range repeats every week; ", nil),
            ("last sunday", "a range repeats every week; ", nil),
            ("2026-12-24", "a range repeats every week; ", nil),
            ("fri-thu.", "", nil), ("mon wed", "", "mon,wed"), ("Monday–Friday", "", "mon-fri"),
            ("sta", "", "sat"),
        ] as [(String, String, String?)])
    func daysThatAreNone(days: String, hint: String, meant: String?) {
        let found = load(schedule("[{days: \(days), time: 08:00-09:00}]")).diagnostics
        #expect(found.map(\.suggestion) == [meant])
        #expect(found[0].message.hasPrefix("\"\(days)\" is not a day; \(hint)write mon, tue, "))
    }

    // MARK: - Names in conditions

    @Test(
        arguments: [
            ("mood == \"sad\"", "undeclared reference to 'mood'", "mood.last"),
            ("hour > 3", "undeclared reference to 'hour'", "local.hour"),
            ("weekday == 6", "undeclared reference to 'weekday'", "local.weekday"),
            (
                "today > 3",
                "undeclared reference to 'today'; there are unblocks.today, kept.today, amount.today",
                nil
            ),
            (
                "risk.points > 3",
                "undeclared reference to 'risk.points'; there are risk.score, risk.automatic", nil
            ),
            (
                "risk.level == \"high\"",
                "the risk level is not a variable; compare the score at which the level begins, for "
                    + "example risk.automatic >= 0.600", nil
            ),
            ("nothing > 3", "undeclared reference to 'nothing'", nil),
        ] as [(String, String, String?)])
    func partsOfNames(condition: String, message: String, meant: String?) {
        let found = load("features: {mine: '\(condition)'}").diagnostics
        #expect(found.map(\.message) == [message])
        #expect(found.map(\.suggestion) == [meant])
    }

    // MARK: - Characters that look like others

    @Test func aNoBreakSpaceIsToldWhereItIs() {
        let space = "this character is U+00A0, not an ordinary space; type a space instead"
        for text in [
            "risk:\n  factors:\n    a:\n      weight:\u{A0}0.3\n      when: late\n",
            "risk:\n  factors:\n    a:\n      weight:\u{A0}0.3\n\n\n      when: late\n",
        ] {
            #expect(said(text) == ["a.yaml:4:14: error: \(space)"])
        }
        #expect(
            said("targets:\n  a:\n\u{A0}   sites: [a.com]\n").contains("3:1: note: \(space)"))
        #expect(said("plan:\u{A0}free\n").last == "1:6: note: \(space)")
        #expect(
            said("features: {a: 'local.hour\u{A0}> 3'}") == [
                "a.yaml:1:26: error: \(space)"
            ])
        // In a text that people see it is theirs.
        #expect(
            said("check_ins: {a: {question: \"Prêt\u{A0}?\", welcome: À\u{A0}toi, opens: 04:00}}")
                .allSatisfy { $0.contains("never blocks anything") })
    }

    @Test func lettersOfAnotherScript() {
        #expect(
            said("t\u{430}rgets: {a: {sites: [a.com]}}") == [
                "a.yaml:1:1: error: unknown key \"t\u{430}rgets\"; did you mean \"targets\"?",
                "1:2: note: this character is U+0430, not an ordinary a",
            ])
        #expect(
            said("targets: {a: {sites: [a.com]}}\nbudgets: {b: {target: \"\u{430}\", limit: 1h}}")
                .last == "2:24: note: this character is U+0430, not an ordinary a")
        #expect(
            said("features: {a: l\u{43E}cal.hour > 3}") == [
                "a.yaml:1:16: error: this character is U+043E, not an ordinary o"
            ])
        // A word of its own language is no mistake of that kind.
        #expect(!said("покупки: {}").contains { $0.contains("U+") })
    }
}
