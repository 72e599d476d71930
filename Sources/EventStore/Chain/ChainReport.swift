import RuleModel

/// The outcome of a walk along the chain.
package struct ChainReport: Hashable, Sendable {
    /// The device's id: 32 hexadecimal digits.
    package let device: String
    /// The last event that was removed by retention; 0 where none was.
    package let base: Int64
    /// How many links hold, counted from the base.
    package internal(set) var events: Int64 = 0
    /// The last link that holds.
    package internal(set) var head: ChainHead
    /// The first link that does not hold; nil: the chain is whole.
    package internal(set) var broken: ChainBreak?
    /// How many of the given heads were found and agree.
    package internal(set) var compared = 0
    /// How many of the given heads lie before the base: what they were of is removed.
    package internal(set) var passedOver = 0
    /// How many of the given heads are of records that restores put aside: they were written down
    /// before one, and name events that what was restored did not hold.
    package internal(set) var abandoned = 0
    /// The last restore of this record; nil where there was none.
    package let restored: Restoration?
}

/// The first link of a chain that does not hold.
package struct ChainBreak: Hashable, Sendable {
    package let sequence: Int64
    package let reason: Reason

    package enum Reason: Hashable, Sendable {
        /// The event, or its hash, is not what was recorded.
        case changed
        /// There is no such event, and later ones, or later states, are there.
        case missing
        /// The chain holds in itself, but the hash that was written down elsewhere is another:
        /// something up to here was rewritten.
        case headDiffers(known: String)
        /// The record ends before an event that was written down elsewhere.
        case endsBeforeHead
        /// The events hold, but the state that is kept of them is not what they lead to.
        case stateDiffers
        /// Events up to this one are gone, and no event says that they were removed or lost.
        case unrecordedRemoval
        /// The journal was told of another record in this one's place then, when this one was there
        /// already, and no event says that it was put in that one's place.
        case anotherRecord(at: Instant)
    }
}

extension ChainBreak: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .changed: "event \(sequence) was changed"
        case .missing: "event \(sequence) is missing"
        case .headDiffers(let known):
            "event \(sequence) or one before it was rewritten: its hash was \(known)"
        case .endsBeforeHead: "event \(sequence) was recorded and is missing at the end"
        case .stateDiffers:
            "the state kept at event \(sequence) is not what the events lead to"
        case .unrecordedRemoval:
            "the events up to event \(sequence) are gone, and no event says that they were removed"
        case .anotherRecord(let at):
            "another record was in its place on \(LocalTime.rfc3339(at, offset: 0).prefix(10)), "
                + "and no event says that this one was restored since"
        }
    }
}
