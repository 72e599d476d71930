import CEL
import RuleModel

/// Compiled risk rules, for repeated evaluation.
package final class RiskEvaluator: Sendable {
    private let levels: RiskLevels
    private let conditions: Conditions
    private let factors: [RiskAssessment.Factor.Rule]
    /// The variables that the factors and the protections read.
    let reads: ReadVariables
    /// An activation of the rules' environment with initial values for everything, so that only the
    /// variables that are read must be set.
    private let blank: Activation

    /// An evaluator of the rules, and of the conditions of auto-protections.
    package init(_ rules: RiskRules, _ protections: [AutoProtection] = []) {
        levels = rules.levels
        conditions = Conditions(rules.factors.map(\.condition))
        factors = rules.factors.map { .init($0, rules.environment) }
        reads = ReadVariables(rules.factors.map(\.condition) + protections.map(\.condition))
        blank = Activation(blank: rules)
    }

    /// The sums over the true factors.
    struct Scores {
        var score = Score.zero
        var automatic = Score.zero

        mutating func add(_ rule: RiskAssessment.Factor.Rule) {
            score = score + rule.factor.weight
            if rule.isAutomatic { automatic = automatic + rule.factor.weight }
        }
    }

    /// Evaluates every factor, but returns only the sums.
    func scores(_ features: Features) -> Scores { judge(features).scores }

    /// The scores, and the values with which the conditions of auto-protections are judged.
    func judge(_ features: Features) -> (scores: Scores, values: Activation) {
        var values = blank
        features.fill(&values, reads: reads)
        var scores = Scores()
        conditions.evaluate(values) { index, result in
            if case .success(true) = result { scores.add(factors[index]) }
        }
        Features.fill(&values, score: scores.score, automatic: scores.automatic)
        return (scores, values)
    }

    /// Evaluates every factor; a condition without a value (an overflow, say) counts as false.
    package func assess(_ features: Features) -> RiskAssessment {
        var activation = blank
        features.fill(&activation, reads: reads)
        var scores = Scores()
        var outcomes: [Result<Bool, EvaluationError>] = []
        outcomes.reserveCapacity(factors.count)
        conditions.evaluate(activation) { index, result in
            if case .success(true) = result { scores.add(factors[index]) }
            outcomes.append(result)
        }
        return RiskAssessment(
            score: scores.score, automatic: scores.automatic,
            level: levels.level(of: scores.score), at: features.now,
            judged: .init(factors, outcomes, activation))
    }

    /// Whether a condition that may read the scores holds; one without a value does not.
    func holds(_ condition: Program, _ features: Features, _ scores: Scores) -> Bool {
        var activation = blank
        features.fill(&activation, score: scores.score, automatic: scores.automatic)
        return (try? condition.evaluateBool(activation).get()) ?? false
    }
}

extension Activation {
    /// Initial values of all variables that the rules' conditions can read.
    init(blank rules: RiskRules) {
        self.init(rules.environment)
        let start = Instant(milliseconds: 0)
        Features(
            now: start, local: LocalTime(start, offset: 0), quietHoursActive: false,
            quietHoursSwitchedOff: false, figures: .none, ofRules: []
        ).fill(&self)
        for variable in rules.variables { set(variable.name, variable.neutral) }
    }
}
