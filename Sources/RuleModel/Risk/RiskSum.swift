/// The sums of the weights of factors: the only place that adds weights up.
///
/// Weights are never negative, so the order of the factors makes no difference: the score stays at
/// 1.000 once the sum is above it.
package struct RiskSum: Hashable, Sendable {
    /// The score: the sum of all weights, at most 1.000.
    package private(set) var score = Score.zero
    /// The sum over the automatic factors alone.
    package private(set) var automatic = Score.zero

    package init() {}

    /// The highest scores that factors reach: the sums if every condition is true.
    package init(highestOf factors: [RiskFactor]) {
        for factor in factors {
            add(factor.weight, isAutomatic: Vocabulary.isAutomatic(factor.condition))
        }
    }

    package mutating func add(_ weight: Score, isAutomatic: Bool) {
        score = score + weight
        if isAutomatic { automatic = automatic + weight }
    }
}
