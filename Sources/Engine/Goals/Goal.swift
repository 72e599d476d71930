import RuleModel

/// A goal that a person saves towards.
package struct Goal: Hashable, Sendable, Codable {
    /// The goal's number on this device: the sequence of the event that added it.
    package var id: Int64
    package var name: String
    /// The amount to save; with a currency.
    package var target: Money
    /// The local day by which the amount is wanted, as days since 1970-01-01; nil: any time.
    @LocalDayIfAny package var by: Int?
    /// Whether the estimated amounts of kept impulses are credited to it.
    package var isFromKept: Bool
    package var at: Instant
    /// The amount saved, in thousandths of the currency's unit.
    package var saved: Int64 = 0
    package var contributions = 0
    /// When the goal was reached; nil until then.
    package var reachedAt: Instant?

    /// The greatest number of goals at a time.
    package static let most = 100

    /// The goal as it starts: nothing saved, regardless of the record.
    var begun: Goal {
        Goal(id: id, name: name, target: target, by: by, isFromKept: isFromKept, at: at)
    }

    /// Whether amounts of kept impulses can be credited to it.
    var takesKept: Bool { isFromKept && reachedAt == nil }

    func accepts(_ amount: Money) -> Bool {
        takesKept && (amount.currency == nil || amount.currency == target.currency)
    }

    mutating func add(_ contribution: GoalContribution, at instant: Instant) {
        saved = min(min(saved, Self.limit) + contribution.amount.thousandths, Self.limit)
        contributions &+= 1
        if saved >= target.thousandths { reachedAt = reachedAt ?? instant }
    }

    /// The limit of all savings: a thousand times the limit of one amount.
    private static let limit = Money.limit * 1000
}

/// An amount that was saved.
package struct GoalContribution: Hashable, Sendable, Codable {
    package var goal: Int64
    package var amount: Money
    /// The last request of the kept episode whose amount this is; nil if a person typed it in.
    package var request: Int64?
}
