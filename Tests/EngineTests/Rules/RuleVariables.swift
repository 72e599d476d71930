import CEL
import RuleModel
import Testing

@testable import Engine

/// The names of variables that rules bring along, and how they are filled in.
struct RuleVariables {
    @Test(arguments: [
        (RuleVariable.Figure.usageToday, "social", "usage.social.today", "usage.social.today"),
        (.usageToday, "social-media", "usage.social-media.today", "usage.`social-media`.today"),
        (.budgetUsed, "2nd", "budgets.2nd.used", "budgets.`2nd`.used"),
        (.budgetLeft, "in", "budgets.in.left", "budgets.`in`.left"),
        (.checkInAnswered, "_x9", "check_ins._x9.answered", "check_ins._x9.answered"),
        (.checkInYes, "true", "check_ins.true.yes", "check_ins.`true`.yes"),
        (.checkInYes, "null", "check_ins.null.yes", "check_ins.`null`.yes"),
        (.checkInYes, "while", "check_ins.while.yes", "check_ins.while.yes"),
    ])
    func names(
        figure: RuleVariable.Figure, key: String, name: String, spelling: String
    ) throws {
        let variable = RuleVariable(figure, of: key)
        #expect(variable.name == name && variable.spelling == spelling)
        #expect(RuleVariable(name: name) == variable)
        #expect(variable.entry.name == spelling && !variable.entry.summary.isEmpty)
        #expect(!variable.entry.isReported && !variable.entry.isScore)
        // As it is spelt it is read.
        let environment = Vocabulary.environment(reading: [variable])
        let program = try environment.compile(spelling).get()
        #expect(program.references == [name] && program.type == variable.entry.type)
        #expect(Vocabulary.isAutomatic(program))
    }

    @Test(arguments: [
        "usage", "usage.", "usage.a", "usage..today", "usage.a.", "usage.a.today.b", "usage.a.used",
        "budgets.a.today", "checkins.a.yes", "Usage.a.today", "", ".", "..", "usage.a.today ",
    ])
    func whatIsNoName(name: String) {
        #expect(RuleVariable(name: name) == nil)
    }

    @Test func theRoots() {
        #expect(RuleVariable.roots == ["usage", "budgets", "check_ins"])
        #expect(
            RuleVariable.Figure.allCases.map(\.owner) == [
                "target", "budget", "budget", "check-in", "check-in",
            ])
        // No fixed variable begins so.
        #expect(
            Vocabulary.entries.allSatisfy { entry in
                !RuleVariable.roots.contains(String(entry.name.prefix { $0 != "." }))
            })
    }

    @Test func withoutAnyTheEnvironmentIsTheFixedOne() {
        #expect(
            Vocabulary.environment().variables.map(\.name) == Vocabulary.entries.map(\.name))
        #expect(RiskRules.none.variables.isEmpty)
        #expect(RuleSet.empty.variables.isEmpty)
        #expect(Vocabulary.entries(of: .empty) == Vocabulary.entries)
    }

    private let used = RuleVariable(.usageToday, of: "a")
    private let left = RuleVariable(.budgetLeft, of: "b")
    private let yes = RuleVariable(.checkInYes, of: "c")

    private func features(_ readings: [RuleVariable.Reading]) -> Features {
        let now = Instant(seconds: 0)
        return Features(
            now: now, local: LocalTime(now, in: .utc), quietHoursActive: false,
            quietHoursSwitchedOff: false, ofRules: readings)
    }

    @Test func theyStandBehindTheFixedOnes() throws {
        let environment = Vocabulary.environment(reading: [used, left, yes])
        let rules = RiskRules(levels: .standard, factors: [], environment: environment)
        #expect(rules.variables == [used, left, yes])
        #expect(environment.slot(of: "usage.a.today") == Vocabulary.entries.count)
        var activation = Activation(environment)
        features([
            .init(yes, .truth(true)), .init(used, .span(.minutes(90))),
            .init(left, .span(.zero)),
        ]).fill(&activation)
        let first = Vocabulary.entries.count
        #expect(activation.value(first)?.description == "duration(\"5400s\")")
        #expect(activation.value(first + 1)?.description == "duration(\"0s\")")
        #expect(activation.value(first + 2) == .bool(true))
        #expect((0..<first).allSatisfy { activation.value($0) != nil })
    }

    /// Nothing traps: not a reading of the wrong kind, not one that nobody declared, not spans
    /// beyond what a duration can say.
    @Test func readingsThatDoNotFit() throws {
        let environment = Vocabulary.environment(reading: [used])
        var activation = Activation(environment)
        features([
            .init(used, .truth(true)), .init(left, .span(.hours(1))), .init(yes, .span(.zero)),
        ]).fill(&activation)
        #expect(activation.value(Vocabulary.entries.count) == nil)
        features([.init(used, .span(TimeSpan(milliseconds: .max)))]).fill(&activation)
        #expect(activation.value(Vocabulary.entries.count) != nil)
        var fixed = Activation(Vocabulary.environment())
        features([.init(used, .span(.hours(1)))]).fill(&fixed)
        #expect(fixed.value(0) != nil)
    }

    @Test func whatIsMissingIsNeutral() throws {
        let environment = Vocabulary.environment(reading: [left, used, yes])
        func factor(_ key: String, _ text: String) throws -> RiskFactor {
            RiskFactor(
                key: key, weight: Score(thousandths: 300),
                condition: try environment.compile(text, expecting: .bool).get(), text: text)
        }
        let evaluator = RiskEvaluator(
            RiskRules(
                levels: .standard,
                factors: [
                    try factor("a", "usage.a.today == duration('0s')"),
                    try factor("b", "budgets.b.left == duration('87600h')"),
                    try factor("c", "!check_ins.c.yes"),
                ], environment: environment))
        let assessment = evaluator.assess(features([]))
        #expect(assessment.score == Score(thousandths: 900))
        #expect(assessment.automatic == assessment.score)
        let some = evaluator.assess(
            features([.init(yes, .truth(true)), .init(used, .span(.seconds(1)))]))
        #expect(some.factors.map(\.isTrue) == [false, true, false])
        #expect(
            some.factors.map { $0.values.map { "\($0.name)=\($0.value)" } } == [
                ["usage.a.today=duration(\"1s\")"], ["budgets.b.left=duration(\"315360000s\")"],
                ["check_ins.c.yes=true"],
            ])
    }
}
