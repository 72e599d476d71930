import CEL
import Engine

/// How often each condition of some rules was seen true and seen false.
struct ConditionCoverage: Sendable {
    struct Count: Hashable, Sendable {
        var isTrue = 0
        var isFalse = 0
    }

    /// What was seen, in the order of the conditions.
    private(set) var counts: [Count]

    init(of conditions: RuleConditions) {
        counts = Array(repeating: Count(), count: conditions.all.count)
    }

    /// Takes in one evaluation of every condition; no value counts as false, as in the daemon.
    mutating func note(_ conditions: RuleConditions, _ activation: borrowing Activation) {
        for (index, condition) in conditions.all.enumerated() {
            switch condition.program.evaluateBool(activation) {
            case .success(true): counts[index].isTrue += 1
            case .success(false), .failure: counts[index].isFalse += 1
            }
        }
    }
}
