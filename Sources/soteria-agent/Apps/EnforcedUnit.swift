/// A unit and the state of its enforcement.
struct EnforcedUnit: Sendable, Hashable {
    enum Step: Sendable, Hashable {
        case running
        /// Somebody else froze the unit, so the agent does not thaw it.
        case foreign
        /// A freeze was requested and not answered yet.
        case freezing
        /// The agent froze the unit.
        case frozen
        /// A thaw was requested and not answered yet.
        case thawing
        /// The unit was asked to end; it is killed at `killAt`, or never if that is nil.
        case ending(killAt: Duration?)
        /// The unit was killed, and its end has not been reported yet.
        case killed
    }

    /// The reason why a blocked unit still runs.
    enum RunReason: Sendable, Hashable {
        /// The unit must not be touched.
        case exempt(Exemption)
        /// The manager refused to freeze it; the manager's message.
        case refused(String)
    }

    var unit: AppUnit
    /// The keys of the unit's targets.
    var targets: Set<String> = []
    /// The facts about its processes; nil before the first inspection.
    var facts: UnitFacts?
    /// Whether the facts were read for the current demand.
    var isFresh = false
    var isInspecting = false
    /// Whether the unit was frozen or thawed during the inspection, so that its result is void.
    var isInspectionVoid = false
    var step = Step.running
    /// Whether the agent saw the unit start, so that the start may be an attempt.
    var isNew = false
    /// The time since boot at which the agent saw the unit start; nil if it ran before.
    var appearedAt: Duration?
    /// The time since boot at which the unit was seen to start while it was blocked, until its
    /// first freeze; nil otherwise.
    var start: Duration?
    /// The time of a start's freeze, until an inspection tells whether the start is held.
    var frozenAt: Duration?
    /// Whether a window of the unit was seen in front.
    var hadWindow = false
    /// The time at which the unit is frozen even if it is still in front; nil if it was not put
    /// away.
    var frozenBy: Duration?
    /// Whether the unit was a held start and has been killed.
    var isDiscarded = false
    /// The times of the next inspections, in order.
    var inspections: [Duration] = []
    /// The time at which a failed freeze or thaw is retried.
    var retryAt: Duration?
    /// The number of consecutive failed freezes.
    var failures = 0
    /// The number of consecutive times that the manager was busy with the unit, or refused to thaw
    /// it.
    var waits = 0
    /// The manager's message about the failed freeze.
    var failure: String?
    /// Whether the unit is known to be frozen, so that only somebody else can thaw it.
    var isConfirmed = false
    /// Whether the unit is watched while it is frozen.
    var isUnderWatch = false
    /// The counted times at which somebody else thawed the unit, oldest first.
    var thaws: [Duration] = []
    /// The time until which the unit may quit before it is frozen again: it was thawed too often,
    /// and its target says `on_thaw: stop`. Nil otherwise.
    var quitsBy: Duration?
    /// The reason why it still runs; nil if it need not be frozen or is about to be.
    var runReason: RunReason?

    /// The earliest time at which this unit needs work without an input.
    var deadline: Duration? {
        var first = inspections.first
        if let retryAt { first = min(first ?? retryAt, retryAt) }
        if case .ending(let killAt?) = step { first = min(first ?? killAt, killAt) }
        if let quitsBy { first = min(first ?? quitsBy, quitsBy) }
        if let frozenBy { first = min(first ?? frozenBy, frozenBy) }
        return first
    }

    /// Whether an answer is pending.
    var isUnderWay: Bool {
        isInspecting || step == .freezing || step == .thawing || frozenBy != nil
    }

    /// Whether the agent has frozen the unit, or may have.
    var isHeld: Bool { step == .freezing || step == .frozen || step == .thawing }

    /// Whether the unit was asked to end and has not been killed yet.
    var isEnding: Bool {
        if case .ending = step { true } else { false }
    }

    /// Whether its app can be used.
    var isUsable: Bool {
        switch step {
        case .running, .ending, .killed: true
        case .foreign, .freezing, .frozen, .thawing: false
        }
    }
}
