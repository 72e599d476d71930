import RuleModel

/// A budget that is used up: its target is restricted until the next reset.
package struct BudgetReach: Hashable, Sendable, Codable {
    package var budget: String
    package var target: String
    /// The use of the target when the budget was reached.
    package var used: TimeSpan
    /// The start of the period.
    package var from: Instant
    /// The end of the period.
    package var until: Instant
    /// The fingerprint of the budget's entry in the rules.
    package var fingerprint: String
    /// The time at which the budget was reached; nil in the event, which has a time of its own.
    package var at: Instant?
}
