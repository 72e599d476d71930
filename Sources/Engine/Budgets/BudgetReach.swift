import RuleModel

/// A budget that is used up: its target is restricted until the next reset.
package struct BudgetReach: Hashable, Sendable, Codable {
    package var budget: String
    package var target: String
    /// How long the target had been used when it was reached.
    package var used: TimeSpan
    /// When the period began.
    package var from: Instant
    /// When it is reset.
    package var until: Instant
    /// The entry in the rules that it was decided by.
    package var fingerprint: String
    /// When it was reached; nil in the event, which says that itself.
    package var at: Instant?
}
