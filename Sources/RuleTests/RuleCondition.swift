import CEL
import Engine
import RuleModel

/// A condition of the rules, with the place where it is declared.
struct RuleCondition: Sendable {
    var name: Name
    var text: String
    /// Compiled in the environment of its `RuleConditions`.
    var program: Program

    struct Name: Hashable, Sendable {
        var kind: Kind
        var key: String

        /// The condition's place in the rule files: `risk.factors.late_night`.
        var path: String { "\(kind.rawValue).\(key)" }
    }

    /// The kinds of conditions, by the section that holds them.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case feature = "features"
        case factor = "risk.factors"
        case autoProtection = "auto_protection"

        var word: String {
            switch self {
            case .feature: "feature"
            case .factor: "factor"
            case .autoProtection: "auto-protection"
            }
        }
    }
}

/// All conditions of a rule set; one activation serves them all, and the tests' own expressions.
struct RuleConditions: Sendable {
    /// Declares every variable of the rules, and every feature.
    private(set) var environment: Env
    /// The conditions: features, factors, auto-protections, each by key.
    private(set) var all: [RuleCondition] = []
    private let evaluator: RiskEvaluator

    /// The conditions of a rule set; `zones` serves accessors that name a zone.
    init(_ rules: RuleSet, zones: @escaping ZoneLookup) {
        environment = Vocabulary.environment(zones: zones, reading: rules.variables)
        evaluator = RiskEvaluator(rules.risk)
        var left = rules.features.sorted { $0.key < $1.key }
        // Features may read one another in any order, but never in a circle.
        while !left.isEmpty {
            let before = left.count
            left.removeAll { add(.init(kind: .feature, key: $0.key), $0.value) }
            if left.count == before { break }
        }
        all.sort { $0.name.key < $1.name.key }
        for factor in rules.risk.factors { add(.init(kind: .factor, key: factor.key), factor.text) }
        for rule in rules.autoProtections {
            add(.init(kind: .autoProtection, key: rule.key), rule.text)
        }
    }

    @discardableResult
    private mutating func add(_ name: RuleCondition.Name, _ text: String) -> Bool {
        guard case .success(let program) = environment.compile(text, expecting: .bool) else {
            return false
        }
        all.append(RuleCondition(name: name, text: text, program: program))
        if name.kind == .feature { environment.define(name.key, as: program) }
        return true
    }

    func keys(of kind: RuleCondition.Kind) -> [String] {
        all.filter { $0.name.kind == kind }.map(\.name.key)
    }

    /// An activation with the values of all variables, and the resulting assessment.
    func look(_ features: Features) -> (activation: Activation, assessment: RiskAssessment) {
        let assessment = evaluator.assess(features)
        var activation = Activation(environment)
        features.fill(&activation, score: assessment.score, automatic: assessment.automatic)
        return (activation, assessment)
    }
}

/// The number of times that each condition was true and was false.
struct ConditionCoverage: Sendable {
    struct Count: Hashable, Sendable {
        var isTrue = 0
        var isFalse = 0
    }

    /// The observations, in the order of the conditions.
    private(set) var counts: [Count]

    init(of conditions: RuleConditions) {
        counts = Array(repeating: Count(), count: conditions.all.count)
    }

    /// Counts one evaluation of every condition; no value counts as false, as in the daemon.
    mutating func count(_ conditions: RuleConditions, _ activation: borrowing Activation) {
        for (index, condition) in conditions.all.enumerated() {
            switch condition.program.evaluateBool(activation) {
            case .success(true): counts[index].isTrue += 1
            case .success(false), .failure: counts[index].isFalse += 1
            }
        }
    }
}
