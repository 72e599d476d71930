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
    let blank: Activation

    /// An evaluator of the rules, and of the conditions of auto-protections.
    package init(_ rules: RiskRules, _ protections: [AutoProtection] = []) {
        levels = rules.levels
        conditions = Conditions(rules.factors.map(\.condition))
        factors = rules.factors.map { .init($0, rules.environment) }
        reads = ReadVariables(rules.factors.map(\.condition) + protections.map(\.condition))
        blank = Activation(blank: rules)
    }

    /// Evaluates every factor; a condition without a value (an overflow, say) counts as false.
    package func assess(_ features: Features) -> RiskAssessment {
        var values = blank
        features.fill(&values, reads: reads)
        var sum = RiskSum()
        var trueFactors: [Int] = []
        trueFactors.reserveCapacity(factors.count)
        var failures: [Int: EvaluationError] = [:]
        conditions.evaluate(values) { index, result in
            switch result {
            case .success(false): break
            case .success(true):
                trueFactors.append(index)
                sum.add(factors[index])
            case .failure(let error): failures[index] = error
            }
        }
        Features.fill(&values, score: sum.score, automatic: sum.automatic)
        return RiskAssessment(
            score: sum.score, automatic: sum.automatic,
            level: levels.level(of: sum.score), at: features.now,
            judged: .init(factors, trueFactors, failures, values))
    }

    /// The sum for some values, and whether other factors are true than those of an assessment.
    func sum(
        _ values: borrowing Activation, before: [Int]
    ) -> (sum: RiskSum, isOther: Bool) {
        var sum = RiskSum()
        var isOther = false
        var matched = 0
        conditions.evaluate(values) { index, result in
            guard case .success(true) = result else { return }
            sum.add(factors[index])
            if matched < before.count, before[matched] == index {
                matched += 1
            } else {
                isOther = true
            }
        }
        return (sum, isOther || matched < before.count)
    }
}

extension RiskSum {
    fileprivate mutating func add(_ rule: RiskAssessment.Factor.Rule) {
        add(rule.factor.weight, isAutomatic: rule.isAutomatic)
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
