import RuleModel

/// Something that a person saves for.
package struct Goal: Hashable, Sendable, Codable {
    /// Its number on this device: the sequence of the event that added it.
    package var id: Int64
    package var name: String
    /// What is to be saved; with a currency.
    package var target: Money
    /// The local day by which it is wanted, as days since 1970-01-01; nil: any time.
    @LocalDayIfAny package var by: Int?
    /// Whether the estimated amounts of kept impulses are credited to it.
    package var isFromKept: Bool
    package var at: Instant
    /// What is saved, in thousandths of the currency's unit.
    package var saved: Int64 = 0
    package var contributions = 0
    /// When it was reached; nil until then.
    package var reachedAt: Instant?

    /// At most so many stand at once.
    package static let most = 100

    /// The goal as it is added, whatever a record says of it.
    var begun: Goal {
        Goal(id: id, name: name, target: target, by: by, isFromKept: isFromKept, at: at)
    }

    mutating func add(_ contribution: GoalContribution, at instant: Instant) {
        saved = min(min(saved, Self.limit) + contribution.amount.thousandths, Self.limit)
        contributions &+= 1
        if saved >= target.thousandths { reachedAt = reachedAt ?? instant }
    }

    /// What can be saved in all: a thousand times what one amount can say.
    private static let limit = Money.limit * 1000
}

/// Something that was saved.
package struct GoalContribution: Hashable, Sendable, Codable {
    package var goal: Int64
    package var amount: Money
    /// The kept request whose estimated amount it is; nil if a person typed it in.
    package var request: Int64?
}
