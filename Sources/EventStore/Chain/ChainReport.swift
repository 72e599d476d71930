import RuleModel

/// The result of a walk along the chain.
package struct ChainReport: Hashable, Sendable {
    /// The device's id: 32 hexadecimal digits.
    package let device: String
    /// The ids that the record had before restores and imports.
    package internal(set) var formerDevices: [FormerDevice] = []
    /// The last event that retention removed; 0 if none was.
    package let base: Int64
    /// The number of valid links, counted from the base.
    package internal(set) var events: Int64 = 0
    /// The reason that the record does not begin at the first event; nil if none is recorded, or if
    /// the record does.
    package internal(set) var beginning: Beginning?
    /// The last valid link.
    package internal(set) var head: ChainHead
    /// The first broken link; nil: the chain is intact.
    package internal(set) var broken: ChainBreak?
    /// The number of given heads that were found and agree.
    package internal(set) var compared = 0
    /// The number of given heads before the base, whose events were removed.
    package internal(set) var passedOver = 0
    /// The number of given heads of records that a restore replaced: they were written down before
    /// the restore, and name events that the restored record did not have.
    package internal(set) var abandoned = 0
    /// The last restore of this record; nil if there was none.
    package let restored: Restoration?
    /// The local day of that restore.
    package internal(set) var restoredDay: String?

    /// The reasons that a record does not begin at the first event.
    package enum Beginning: Hashable, Sendable {
        /// The rules limit how long events are kept.
        case afterRemoval
        /// A person asked to forget what was before.
        case afterForgetting
        /// The record continues a damaged one.
        case afterDamage
    }
}

/// The first broken link of a chain.
package struct ChainBreak: Hashable, Sendable {
    package let sequence: Int64
    package let reason: Reason

    package enum Reason: Hashable, Sendable {
        /// The event or its hash was changed.
        case changed
        /// The event is missing, although later events or states exist.
        case missing
        /// The chain is consistent, but a head that was written down elsewhere has another hash:
        /// something up to here was rewritten.
        case headDiffers(known: String)
        /// The record ends before an event that was written down elsewhere.
        case endsBeforeHead
        /// The chain is intact, but a stored state is not the fold of the events.
        case stateDiffers
        /// Events up to this one are gone, and no event records their removal or loss.
        case unrecordedRemoval
        /// The journal holds a head of another record in this place, from a local day on which
        /// this record was already here, and no event records a replacement.
        case anotherRecord(day: String)
        /// The journal holds heads of an earlier record in this place, the last one of a local
        /// day, and nothing explains that that record is gone.
        case pastLost(day: String)
    }
}

extension ChainBreak: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .changed: "event \(sequence) was changed"
        case .missing: "event \(sequence) is missing"
        case .headDiffers(let known):
            "event \(sequence) or an earlier event was rewritten: "
                + "the hash of event \(sequence) used to be \(known)"
        case .endsBeforeHead: "event \(sequence) was recorded, but the record ends before it"
        case .stateDiffers:
            "the state stored at event \(sequence) does not match the events"
        case .unrecordedRemoval:
            "the events up to event \(sequence) are gone, but no event records their removal"
        case .anotherRecord(let day):
            "on \(day), a different record was in use, but no event says that this record replaced "
                + "it"
        case .pastLost(let day):
            "an earlier record was in use until \(day), and nothing explains that it is gone"
        }
    }
}
