import Engine
import RuleModel

/// Which events are wanted, and in which order; without any choice all of them, oldest first.
package struct EventQuery: Hashable, Sendable {
    /// Only events after this sequence.
    package var after: Int64?
    /// Only events up to this sequence, itself included.
    package var through: Int64?
    /// Only events at this instant or later.
    package var since: Instant?
    /// Only events before this instant.
    package var until: Instant?
    /// Only facts of these kinds; empty: of all kinds.
    package var kinds: Set<Fact.Kind>
    /// At most so many events; nil: all.
    package var limit: Int?
    /// Whether the latest events come first.
    package var newestFirst: Bool

    /// A query for all events that meet every given condition.
    package init(
        after: Int64? = nil, through: Int64? = nil, since: Instant? = nil, until: Instant? = nil,
        kinds: Set<Fact.Kind> = [], limit: Int? = nil, newestFirst: Bool = false
    ) {
        self.after = after
        self.through = through
        self.since = since
        self.until = until
        self.kinds = kinds
        self.limit = limit
        self.newestFirst = newestFirst
    }
}

/// How a read ended.
package struct ReadSummary: Hashable, Sendable {
    /// How many events were delivered.
    package let events: Int
    /// Events that fit the query and cannot be read, at most 1000 of them.
    package let unreadable: [UnreadableEvent]
}
