import CEL
import RuleModel

/// A risk score with the factors that make it.
package struct RiskAssessment: Hashable, Sendable {
    /// The sum of the weights of the true factors, at most 1.
    package var score: Score
    /// The same over the factors that read automatic variables only.
    package var automatic: Score
    package var level: RiskLevel
    /// The trusted time of the assessment.
    package var at: Instant
    let judged: FactorOutcomes

    /// Every factor with its outcome, by key.
    package var factors: [Factor] {
        judged.rules.indices.map { Factor(judged: judged, index: $0) }
    }

    /// All factors with their outcomes, shared by copies of an assessment; the details are computed
    /// on demand.
    final class FactorOutcomes: Sendable {
        let rules: [Factor.Rule]
        let outcomes: [Result<Bool, EvaluationError>]
        /// The values with which all factors were judged.
        let values: Activation

        init(
            _ rules: [Factor.Rule], _ outcomes: [Result<Bool, EvaluationError>],
            _ values: Activation
        ) {
            self.rules = rules
            self.outcomes = outcomes
            self.values = values
        }

        func isTrue(_ index: Int) -> Bool {
            if case .success(true) = outcomes[index] { true } else { false }
        }
    }

    package static func == (left: RiskAssessment, right: RiskAssessment) -> Bool {
        left.score == right.score && left.automatic == right.automatic
            && left.level == right.level && left.at == right.at && left.factors == right.factors
    }
    package func hash(into hasher: inout Hasher) {
        hasher.combine(score)
        hasher.combine(at)
    }

    package struct Factor: Hashable, Sendable {
        fileprivate let judged: FactorOutcomes
        fileprivate let index: Int

        var rule: Rule { judged.rules[index] }
        package var key: String { rule.factor.key }
        package var weight: Score { rule.factor.weight }
        /// Whether its condition was true.
        package var isTrue: Bool { judged.isTrue(index) }
        /// Whether the factor reads automatic variables only.
        package var isAutomatic: Bool { rule.isAutomatic }
        /// The condition as written.
        package var text: String { rule.factor.text }
        /// The reason why the condition had no value, which counts as false; nil if it had one.
        package var failure: String? {
            if case .failure(let error) = judged.outcomes[index] { error.description } else { nil }
        }
        /// The variables that the factor read, with their values as CEL writes them.
        package var values: [Value] { rule.variables.compactMap { Value($0, judged.values) } }

        package static func == (left: Factor, right: Factor) -> Bool {
            left.key == right.key && left.weight == right.weight && left.isTrue == right.isTrue
                && left.isAutomatic == right.isAutomatic && left.text == right.text
                && left.failure == right.failure && left.values == right.values
        }
        package func hash(into hasher: inout Hasher) {
            hasher.combine(key)
            hasher.combine(isTrue)
        }

        /// The part of a factor that is the same in every assessment.
        final class Rule: Sendable {
            let factor: RiskFactor
            let isAutomatic: Bool
            /// The variables that the factor reads, with their slots.
            let variables: [(name: String, slot: Int)]

            init(_ factor: RiskFactor, _ environment: Env) {
                self.factor = factor
                isAutomatic = Vocabulary.isAutomatic(factor.condition)
                variables = environment.variables(of: factor.condition)
            }
        }

        /// A variable and its value; converted to text on demand.
        package struct Value: Hashable, Sendable {
            package var name: String
            /// The value.
            var held: CEL.Value

            /// The value of a variable; nil if it has none.
            init?(_ variable: (name: String, slot: Int), _ activation: Activation) {
                guard let held = activation.value(variable.slot) else { return nil }
                name = variable.name
                self.held = held
            }

            /// The value as CEL writes it.
            package var value: String { held.description }

            package static func == (left: Value, right: Value) -> Bool {
                left.name == right.name && left.held == right.held
            }
            package func hash(into hasher: inout Hasher) { hasher.combine(name) }
        }
    }

    /// The part of the assessment that history keeps.
    package var record: RiskRecord {
        RiskRecord(
            score: score, automatic: automatic, level: level,
            factors: keys { _ in true })
    }

    /// The record of the automatic factors alone: the reason of an auto-protection.
    package var automaticRecord: RiskRecord {
        RiskRecord(
            score: score, automatic: automatic, level: level,
            factors: keys(where: \.isAutomatic))
    }

    /// The keys of the true factors whose rules match a predicate.
    private func keys(where isWanted: (Factor.Rule) -> Bool) -> [String] {
        var keys: [String] = []
        keys.reserveCapacity(judged.rules.count)
        for (index, rule) in judged.rules.enumerated() where judged.isTrue(index) && isWanted(rule)
        {
            keys.append(rule.factor.key)
        }
        return keys
    }
}

extension Env {
    /// The variables that a condition reads, with their slots.
    func variables(of condition: Program) -> [(name: String, slot: Int)] {
        condition.references.compactMap { name in slot(of: name).map { (name, $0) } }
    }
}
