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
        /// The indices of those whose conditions were true, ascending.
        let trueFactors: [Int]
        /// The reasons why conditions had no value, which counts as false, by their indices.
        let failures: [Int: EvaluationError]
        /// The values with which all factors were judged, and the scores.
        let values: Activation

        init(
            _ rules: [Factor.Rule], _ trueFactors: [Int], _ failures: [Int: EvaluationError],
            _ values: Activation
        ) {
            self.rules = rules
            self.trueFactors = trueFactors
            self.failures = failures
            self.values = values
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
        package var isTrue: Bool { judged.trueFactors.contains(index) }
        /// Whether the factor reads automatic variables only.
        package var isAutomatic: Bool { rule.isAutomatic }
        /// The condition as written.
        package var text: String { rule.factor.text }
        /// The reason why the condition had no value, which counts as false; nil if it had one.
        package var failure: String? { judged.failures[index]?.description }
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

    /// Whether the condition of an auto-protection, which may read the scores, holds; one without a
    /// value does not.
    package func holds(_ condition: Program) -> Bool { condition.holds(judged.values) }

    /// The values of some variables, by name and slot.
    func values(of variables: [(name: String, slot: Int)]) -> [Factor.Value] {
        variables.compactMap { Factor.Value($0, judged.values) }
    }

    /// The part of the assessment that history keeps.
    package var record: RiskRecord { record(of: judged.trueFactors) }

    /// The record of the automatic factors alone: the reason of an auto-protection.
    package var automaticRecord: RiskRecord {
        record(of: judged.trueFactors.filter { judged.rules[$0].isAutomatic })
    }

    private func record(of factors: [Int]) -> RiskRecord {
        RiskRecord(
            score: score, automatic: automatic, level: level,
            factors: factors.map { judged.rules[$0].factor.key })
    }

    /// True if a record is this assessment's. Compared by member: nearly always nothing has
    /// changed, and then no record need be made.
    func isRecorded(as record: RiskRecord?, isElevated: Bool?) -> Bool {
        guard let record, record.score == score, record.automatic == automatic,
            record.level == level, record.isElevated == isElevated,
            record.factors.count == judged.trueFactors.count
        else { return false }
        return record.factors.indices.allSatisfy {
            record.factors[$0] == judged.rules[judged.trueFactors[$0]].factor.key
        }
    }
}

extension Env {
    /// The variables that a condition reads, with their slots.
    func variables(of condition: Program) -> [(name: String, slot: Int)] {
        condition.references.compactMap { name in slot(of: name).map { (name, $0) } }
    }
}

extension Program {
    /// Whether a condition holds for some values; one without a value does not.
    func holds(_ values: borrowing Activation) -> Bool {
        if case .success(true) = evaluateBool(values) { true } else { false }
    }
}
