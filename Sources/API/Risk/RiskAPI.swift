/// The typed calls of `org.soteria.risk`.
///
/// How likely it is that something is bought or opened now that will be regretted.
///
/// Scores and weights are floats with three decimals, 0.000 to 1.000. Instants are RFC 3339 strings
/// with an offset.
package enum RiskAPI {
    /// The interface's name on the socket.
    package static let interface = "org.soteria.risk"
}

/// The types of `org.soteria.risk`, as its file declares them.
extension RiskAPI {
    /// How high the risk is, in words.
    package enum Level: String, Codable, Hashable, Sendable, CaseIterable {
        /// Below the threshold of moderate.
        case low
        /// At or above the first threshold.
        case moderate
        /// At or above the second threshold.
        case high
        /// At or above the third threshold.
        case critical
    }

    /// The lowest score of each level above low.
    package struct Thresholds: Codable, Hashable, Sendable {
        /// Where moderate begins.
        package var moderate: RiskScore
        /// Where high begins.
        package var high: RiskScore
        /// Where critical begins.
        package var critical: RiskScore

        /// The value with all that it holds.
        package init(moderate: RiskScore, high: RiskScore, critical: RiskScore) {
            self.moderate = moderate
            self.high = high
            self.critical = critical
        }
    }

    /// What a condition read.
    package struct ReadValue: Codable, Hashable, Sendable {
        /// The variable's name, such as local.hour.
        package var variable: String
        /// Its value as the Common Expression Language writes it: 23, true, "tired",
        /// duration("5400s").
        package var value: String

        /// The value with all that it holds.
        package init(variable: String, value: String) {
            self.variable = variable
            self.value = value
        }
    }

    /// One weighted condition of the score.
    package struct Factor: Codable, Hashable, Sendable {
        /// The factor's key in the rule files.
        package var factor: String
        /// What it adds to the score while it holds.
        package var weight: RiskScore
        /// Whether its condition is true.
        package var holds: Bool
        /// Whether it rests on what is tracked by itself alone, nothing typed in.
        package var automatic: Bool
        /// The condition as the rule file has it.
        package var condition: String
        /// The variables that the condition reads, with their values.
        package var values: [ReadValue]
        /// Why the condition could not be evaluated; it then counts as false. Left out where it
        /// could.
        package var problem: String?

        /// The value with all that it holds.
        package init(
            factor: String, weight: RiskScore, holds: Bool, automatic: Bool, condition: String,
            values: [ReadValue], problem: String? = nil
        ) {
            self.factor = factor
            self.weight = weight
            self.holds = holds
            self.automatic = automatic
            self.condition = condition
            self.values = values
            self.problem = problem
        }
    }

    /// The score with everything that made it.
    package struct Status: Codable, Hashable, Sendable {
        /// The sum of the weights of the factors that hold, at most 1.
        package var score: RiskScore
        /// The same of the automatic factors alone.
        package var automatic: RiskScore
        /// The score's level.
        package var level: Level
        /// The thresholds that the level was read from.
        package var thresholds: Thresholds
        /// When the score was made.
        package var assessedAt: String
        /// When it is made again at the latest; left out where that is not planned.
        package var nextAt: String?
        /// Every factor of the rules in force, by key.
        package var factors: [Factor]

        /// The value with all that it holds.
        package init(
            score: RiskScore, automatic: RiskScore, level: Level, thresholds: Thresholds,
            assessedAt: String, nextAt: String? = nil, factors: [Factor]
        ) {
            self.score = score
            self.automatic = automatic
            self.level = level
            self.thresholds = thresholds
            self.assessedAt = assessedAt
            self.nextAt = nextAt
            self.factors = factors
        }
    }

    /// A score as it was recorded: one stands in the history each time it, its level or its factors
    /// changed.
    package struct Point: Codable, Hashable, Sendable {
        /// When it was made.
        package var at: String
        /// The score.
        package var score: RiskScore
        /// The score of the automatic factors alone.
        package var automatic: RiskScore
        /// Its level under the rules of then.
        package var level: Level
        /// The keys of the factors that held.
        package var factors: [String]

        /// The value with all that it holds.
        package init(
            at: String, score: RiskScore, automatic: RiskScore, level: Level, factors: [String]
        ) {
            self.at = at
            self.score = score
            self.automatic = automatic
            self.level = level
            self.factors = factors
        }
    }
}
