import CEL
import RuleModel

/// A risk-rule set made ready to be evaluated again and again.
package struct RiskEvaluator: Sendable {
    private let rules: RiskRules
    private let conditions: Conditions
    private let isAutomatic: [Bool]
    /// The variables that each factor reads, with their slots.
    private let reads: [[(name: String, slot: Int)]]
    /// An activation of the rules' environment, to be filled; their own variables are neutral.
    private let blank: Activation

    package init(_ rules: RiskRules) {
        self.rules = rules
        conditions = Conditions(rules.factors.map(\.condition))
        isAutomatic = rules.factors.map { Vocabulary.isAutomatic($0.condition) }
        reads = rules.factors.map { factor in
            factor.condition.references.compactMap { name in
                rules.environment.slot(of: name).map { (name, $0) }
            }
        }
        var blank = Activation(rules.environment)
        for variable in rules.variables { blank.set(variable.name, variable.neutral) }
        self.blank = blank
    }

    /// What an assessment comes to.
    struct Scores {
        var score = Score.zero
        var automatic = Score.zero
    }

    /// Evaluates every factor, as `assess` does, and keeps nothing but the sums.
    func scores(_ features: Features) -> Scores {
        var activation = blank
        features.fill(&activation)
        var scores = Scores()
        conditions.evaluate(activation) { index, result in
            guard case .success(true) = result else { return }
            let weight = rules.factors[index].weight
            scores.score = scores.score + weight
            if isAutomatic[index] { scores.automatic = scores.automatic + weight }
        }
        return scores
    }

    /// Evaluates every factor; a condition without a value (an overflow, say) counts as false.
    package func assess(_ features: Features) -> RiskAssessment {
        var activation = blank
        features.fill(&activation)
        var score = Score.zero
        var automatic = Score.zero
        var outcomes: [RiskAssessment.Factor] = []
        outcomes.reserveCapacity(rules.factors.count)
        conditions.evaluate(activation) { index, result in
            let factor = rules.factors[index]
            var failure: String?
            var isTrue = false
            switch result {
            case .success(let value): isTrue = value
            case .failure(let error): failure = error.description
            }
            if isTrue {
                score = score + factor.weight
                if isAutomatic[index] { automatic = automatic + factor.weight }
            }
            outcomes.append(
                RiskAssessment.Factor(
                    key: factor.key, weight: factor.weight, isTrue: isTrue,
                    isAutomatic: isAutomatic[index], text: factor.text,
                    reading: .init(variables: reads[index], activation: activation),
                    failure: failure))
        }
        return RiskAssessment(
            score: score, automatic: automatic, level: rules.levels.level(of: score),
            at: features.now, factors: outcomes)
    }

    /// Whether a condition that may read the scores holds; one without a value does not.
    func holds(_ condition: Program, _ features: Features, _ scores: Scores) -> Bool {
        var activation = blank
        features.fill(&activation, score: scores.score, automatic: scores.automatic)
        return (try? condition.evaluateBool(activation).get()) ?? false
    }

    /// What a condition of the rules' environment reads, with the values that it is judged by.
    func values(
        of condition: Program, _ features: Features, _ assessment: RiskAssessment
    ) -> [RiskAssessment.Factor.Value] {
        var activation = blank
        features.fill(
            &activation, score: assessment.score, automatic: assessment.automatic)
        let reads = condition.references.compactMap { name in
            rules.environment.slot(of: name).map { (name: name, slot: $0) }
        }
        return RiskAssessment.Factor.Reading(variables: reads, activation: activation).values
    }
}
