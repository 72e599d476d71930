import CEL

/// The rules of the risk score and its levels.
package struct RiskRules: Sendable {
    package var levels: RiskLevels
    /// The weighted conditions, by key.
    package var factors: [RiskFactor]
    /// The environment that the conditions were compiled against; activations of it hold their
    /// values.
    package let environment: Env
    /// The rules' own variables that the environment declares besides the fixed ones: those that a
    /// condition reads.
    package let variables: [RuleVariable]

    /// The rules with the given levels and factors, sorted by key. All conditions must have been
    /// compiled in the environment, or in one with further named expressions.
    package init(
        levels: RiskLevels, factors: [RiskFactor], environment: Env = Vocabulary.environment()
    ) {
        self.levels = levels
        self.environment = environment
        variables = environment.variables.dropFirst(Vocabulary.entries.count)
            .compactMap { RuleVariable(name: $0.name) }
        self.factors = factors.sorted { $0.key < $1.key }
    }

    /// The standard levels and no factor: the score is always 0.
    package static let none = RiskRules(levels: .standard, factors: [])
}

/// One weighted condition of the risk score.
package struct RiskFactor: Sendable {
    /// The key in the rule files: `late_night`.
    package var key: String
    /// The amount that it adds to the score while its condition is true.
    package var weight: Score
    /// The condition, of type bool, compiled against `Vocabulary.environment`.
    package var condition: Program
    /// The condition as written.
    package var text: String

    package init(key: String, weight: Score, condition: Program, text: String) {
        self.key = key
        self.weight = weight
        self.condition = condition
        self.text = text
    }
}

/// The threshold of each level above `low`; each is higher than the one before.
package struct RiskLevels: Hashable, Sendable {
    package var moderate: Score
    package var high: Score
    package var critical: Score

    package init(moderate: Score, high: Score, critical: Score) {
        self.moderate = moderate
        self.high = high
        self.critical = critical
    }

    /// 0.4, 0.6 and 0.8.
    package static let standard = RiskLevels(
        moderate: Score(thousandths: 400), high: Score(thousandths: 600),
        critical: Score(thousandths: 800))

    package func level(of score: Score) -> RiskLevel {
        if score >= critical { return .critical }
        if score >= high { return .high }
        return score >= moderate ? .moderate : .low
    }
}

/// The level of the risk.
package enum RiskLevel: String, Hashable, Comparable, Sendable, Codable, CaseIterable {
    case low, moderate, high, critical

    package static func < (left: RiskLevel, right: RiskLevel) -> Bool {
        left.rank < right.rank
    }
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
