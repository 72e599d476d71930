import Engine
import RuleFiles
import RuleModel
import SeededRandom
import Testing

/// Names in conditions that no rule declares: what is said, and where.
@Suite struct UnknownVariableTests {
    private let rules = """
        targets: {shopping: {sites: [a.com]}, social-media: {sites: [b.com]}, social: {apps: [x.y]}}
        budgets: {social: {target: social, limit: 1h}, 2nd: {target: social, limit: 1h, per: week}}
        check_ins: {morning: {question: Q?, blocks: [social]}}

        """

    /// The diagnostics of a condition: the column within it and the message.
    private func said(_ condition: String) -> [String] {
        load(rules + "features:\n  mine: >-\n    \(condition)\n").diagnostics.map { diagnostic in
            #expect(diagnostic.severity == .error && diagnostic.line == 6)
            return "\(diagnostic.column - 4): \(diagnostic.message)"
                + (diagnostic.suggestion.map { "; did you mean \($0)" } ?? "")
        }
    }

    @Test(arguments: [
        (
            "usage.shoping.today > duration(\"1h\")",
            ["1: there is no target \"shoping\"; did you mean usage.shopping.today"]
        ),
        (
            "true && budgets.socal.left < duration(\"1h\")",
            ["9: there is no budget \"socal\"; did you mean budgets.social.left"]
        ),
        (
            "check_ins.mornings.yes || check_ins.xyz.yes",
            [
                "1: there is no check-in \"mornings\"; did you mean check_ins.morning.yes",
                "27: there is no check-in \"xyz\"",
            ]
        ),
        (
            "usage.shopping.used > duration(\"1h\")",
            [
                "1: a target has no \"used\"; write usage.NAME.today; did you mean "
                    + "usage.shopping.today"
            ]
        ),
        (
            "budgets.social.let < duration(\"1h\")",
            [
                "1: a budget has no \"let\"; write budgets.NAME.used or .left; did you mean "
                    + "budgets.social.left"
            ]
        ),
        (
            "check_ins.morning",
            [
                "1: \"check_ins.morning\" is not a variable; write "
                    + "check_ins.NAME.answered or .yes"
            ]
        ),
        (
            "usage > 3",
            ["1: \"usage\" is not a variable; write usage.NAME.today"]
        ),
        (
            "usage.social-media.today > duration(\"1h\")",
            [
                "1: \"social-media\" needs backquotes in a condition; "
                    + "did you mean usage.`social-media`.today"
            ]
        ),
        (
            "budgets.2nd.left < duration(\"1h\")",
            [
                "1: \"2nd\" needs backquotes in a condition; did you mean budgets.`2nd`.left"
            ]
        ),
        (
            "usage.`social-medai`.today > duration(\"1h\")",
            [
                "1: there is no target \"social-medai\"; did you mean usage.`social-media`.today"
            ]
        ),
        // A dash that belongs to no key is a minus.
        (
            "usage.social.today-usage.shop.today > duration(\"1h\")",
            ["20: there is no target \"shop\""]
        ),
        // Other mistakes are reported as well.
        (
            "usage.shoping.today > duration(\"1h\") && local.huor > 3",
            [
                "1: there is no target \"shoping\"; did you mean usage.shopping.today",
                "41: undeclared reference to 'local.huor'; did you mean local.hour",
            ]
        ),
        (
            "usage.shopping.today > 30",
            ["1: '>' is not defined for duration and int"]
        ),
        (
            "usage.shopping.today.minutes > 30",
            ["1: duration has no fields"]
        ),
    ])
    func aName(condition: String, expected: [String]) {
        #expect(said(condition) == expected)
    }

    @Test func itPointsAtTheNameAndAtItsDeclaration() {
        expect(
            rules + "risk: {factors: {a: {weight: 0.1, when: \"usage.shoping.today > now\"}}}\n",
            says: """
                a.yaml:4:42: error: there is no target "shoping"; did you mean \
                "usage.shopping.today"?
                risk: {factors: {a: {weight: 0.1, when: "usage.shoping.today > now"}}}
                                                         ^
                a.yaml:1:11: note: declared here
                1 error
                """)
    }

    @Test func withoutAnyRuleOfTheKind() {
        #expect(
            lines(
                load(
                    "features: {a: 'usage.x.today > duration(\"1h\")', b: budgets.x.left == "
                        + "budgets.y.left, c: check_ins.x.yes}")) == [
                    "a.yaml:1:16: error: there is no target \"x\"; declare it under \"targets:\"",
                    "a.yaml:1:52: error: there is no budget \"x\"; declare it under \"budgets:\"",
                    "a.yaml:1:70: error: there is no budget \"y\"; declare it under \"budgets:\"",
                    "a.yaml:1:89: error: there is no check-in \"x\"; declare it under "
                        + "\"check_ins:\"",
                ])
    }

    /// A faulty declaration is no reason to doubt the conditions that read it.
    @Test func aFaultyEntryIsReportedOnce() {
        #expect(
            lines(
                load(
                    """
                    targets: {a: {sites: [a b]}}
                    budgets: {a: {target: a, limit: x}}
                    check_ins: [morning]
                    features:
                      a: usage.a.today > budgets.a.left || check_ins.morning.yes
                    """)
            ).map { $0.prefix { $0 != " " } } == ["a.yaml:1:23:", "a.yaml:2:33:", "a.yaml:3:12:"])
    }

    @Test func inTextsTheyAreNoNames() throws {
        let set = try ruleSet(
            rules + "features: {a: 'mood.last == \"usage.nowhere.today\"'}\n"
                + "risk: {factors: {b: {weight: 0.1, when: a}}}")
        #expect(set.risk.variables.isEmpty)
    }

    /// Whatever stands in a condition: a diagnostic at a place that there is, never a crash.
    @Test func randomConditions() {
        var random = SeededGenerator()
        print("random conditions from seed \(random.seed)")
        let pieces = [
            "usage", "budgets", "check_ins", ".", ".", ".", "social", "social-media", "2nd",
            "morning", "shoping", "today", "left", "yes", "`", "`", "-", " ", " && ", "(", ")",
            " > ", "duration('1h')", "usage.", "ü", "1", "in", "[", "usage.social.today",
        ]
        var sets = 0
        for _ in 0..<1500 {
            let condition = (0..<Int(random.next() % 9)).map { _ in
                pieces[Int(random.next() % UInt64(pieces.count))]
            }.joined()
            let quoted = "\"\(condition)\""
            let loading = load(rules + "features: {mine: \(quoted)}\n", defaults: [])
            #expect((loading.ruleSet == nil) == (loading.errors > 0), "\(condition)")
            for diagnostic in loading.diagnostics where diagnostic.severity == .error {
                #expect(
                    diagnostic.line == 4 && (18...60 + condition.count).contains(diagnostic.column))
                #expect(!diagnostic.message.isEmpty && diagnostic.excerpt != nil)
            }
            sets += loading.ruleSet == nil ? 0 : 1
        }
        #expect(sets < 1500)
    }
}
