import CEL
import Engine

/// How often each condition of some rules was seen true and seen false.
struct ConditionCoverage: Sendable {
    /// What was seen of one condition.
    struct Count: Hashable, Sendable {
        /// How often it was true.
        var isTrue = 0
        /// How often it was false.
        var isFalse = 0
    }

    /// What was seen, in the order of the conditions.
    private(set) var counts: [Count]

    /// Nothing was seen yet of so many conditions.
    init(of conditions: RuleConditions) {
        counts = Array(repeating: Count(), count: conditions.all.count)
    }

    /// Takes in one evaluation of every condition; one without a value counts as false, as it does
    /// in the daemon.
    mutating func note(_ conditions: RuleConditions, _ activation: borrowing Activation) {
        for (index, condition) in conditions.all.enumerated() {
            switch condition.program.evaluateBool(activation) {
            case .success(true): counts[index].isTrue += 1
            case .success(false), .failure: counts[index].isFalse += 1
            }
        }
    }
}
