import CEL

/// A risk score with all that made it.
package struct RiskAssessment: Hashable, Sendable {
    /// The sum of the weights of the true factors, at most 1.
    package var score: Score
    /// The same over the factors that read automatic variables only.
    package var automatic: Score
    /// The score's level.
    package var level: RiskLevel
    /// Trusted time at which it was made.
    package var at: Instant
    /// Every factor with its outcome, by key.
    package var factors: [Factor]

    /// One factor of an assessment.
    package struct Factor: Hashable, Sendable {
        /// The factor's key.
        package var key: String
        /// What it weighs.
        package var weight: Score
        /// Whether its condition was true.
        package var isTrue: Bool
        /// Whether it reads automatic variables only.
        package var isAutomatic: Bool
        /// The condition as written.
        package var text: String
        /// The variables that it read and their values, as CEL writes them.
        package var values: [Value]
        /// Why the condition had no value, which counts as false; nil where it had one.
        package var failure: String?

        /// A variable and its value.
        package struct Value: Hashable, Sendable {
            /// The variable's name.
            package var name: String
            /// Its value as CEL writes it.
            package var value: String
        }
    }

    /// What history keeps of it.
    package var record: RiskRecord {
        RiskRecord(
            score: score, automatic: automatic, level: level,
            factors: factors.filter(\.isTrue).map(\.key))
    }
}

/// A risk-rule set made ready to be evaluated again and again.
package struct RiskEvaluator: Sendable {
    private let rules: RiskRules
    private let environment: Env
    private let isAutomatic: [Bool]

    /// An evaluator of the rules.
    package init(_ rules: RiskRules) {
        self.rules = rules
        environment = rules.environment
        isAutomatic = rules.factors.map { Vocabulary.isAutomatic($0.condition) }
    }

    /// Evaluates every factor; a condition without a value (an overflow, say) counts as false.
    package func assess(_ features: Features) -> RiskAssessment {
        var activation = Activation(environment)
        features.fill(&activation)
        var score = Score.zero
        var automatic = Score.zero
        var outcomes: [RiskAssessment.Factor] = []
        outcomes.reserveCapacity(rules.factors.count)
        for (factor, isAutomatic) in zip(rules.factors, isAutomatic) {
            var failure: String?
            var isTrue = false
            switch factor.condition.evaluateBool(activation) {
            case .success(let value): isTrue = value
            case .failure(let error): failure = error.description
            }
            if isTrue {
                score = score + factor.weight
                if isAutomatic { automatic = automatic + factor.weight }
            }
            outcomes.append(
                RiskAssessment.Factor(
                    key: factor.key, weight: factor.weight, isTrue: isTrue,
                    isAutomatic: isAutomatic, text: factor.text,
                    values: values(of: factor.condition, in: activation), failure: failure))
        }
        return RiskAssessment(
            score: score, automatic: automatic, level: rules.levels.level(of: score),
            at: features.now, factors: outcomes)
    }

    private func values(
        of condition: Program, in activation: Activation
    ) -> [RiskAssessment.Factor.Value] {
        condition.references.compactMap { name in
            guard let slot = environment.slot(of: name), let value = activation.value(slot) else {
                return nil
            }
            return RiskAssessment.Factor.Value(name: name, value: value.description)
        }
    }
}
