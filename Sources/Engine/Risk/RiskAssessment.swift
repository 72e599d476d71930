import CEL
import RuleModel

/// A risk score with all that made it.
package struct RiskAssessment: Hashable, Sendable {
    /// The sum of the weights of the true factors, at most 1.
    package var score: Score
    /// The same over the factors that read automatic variables only.
    package var automatic: Score
    package var level: RiskLevel
    /// Trusted time at which it was made.
    package var at: Instant
    /// Every factor with its outcome, by key.
    package var factors: [Factor]

    package struct Factor: Hashable, Sendable {
        package var key: String
        package var weight: Score
        /// Whether its condition was true.
        package var isTrue: Bool
        /// Whether it reads automatic variables only.
        package var isAutomatic: Bool
        /// The condition as written.
        package var text: String
        /// What it read of what all were judged by.
        var reading: Reading
        /// Why the condition had no value, which counts as false; nil if it had one.
        package var failure: String?

        /// The variables that it read and their values, as CEL writes them.
        package var values: [Value] { reading.values }

        /// Variables, with what held their values; taken out only when somebody asks.
        struct Reading: Hashable, Sendable {
            let variables: [(name: String, slot: Int)]
            /// What they were read of.
            let activation: Activation

            /// Each variable with its value; one that had none is left out.
            var values: [Value] {
                variables.compactMap { variable in
                    activation.value(variable.slot).map { Value(name: variable.name, held: $0) }
                }
            }

            static func == (left: Reading, right: Reading) -> Bool { left.values == right.values }
            func hash(into hasher: inout Hasher) { hasher.combine(values) }
        }

        /// A variable and its value; written out only when somebody asks.
        package struct Value: Hashable, Sendable {
            package var name: String
            /// What it held.
            var held: CEL.Value

            /// Its value as CEL writes it.
            package var value: String { held.description }

            package static func == (left: Value, right: Value) -> Bool {
                left.name == right.name && left.held == right.held
            }
            package func hash(into hasher: inout Hasher) { hasher.combine(name) }
        }
    }

    /// What history keeps of it.
    package var record: RiskRecord {
        RiskRecord(
            score: score, automatic: automatic, level: level,
            factors: factors.filter(\.isTrue).map(\.key))
    }

    /// The same of the automatic factors alone: why an auto-protection began.
    package var automaticRecord: RiskRecord {
        RiskRecord(
            score: score, automatic: automatic, level: level,
            factors: factors.filter { $0.isTrue && $0.isAutomatic }.map(\.key))
    }
}
