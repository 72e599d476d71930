/// One unit and what was done with it.
struct EnforcedUnit: Sendable, Hashable {
    /// How far the unit was brought.
    enum Step: Sendable, Hashable {
        case running
        /// It was frozen by somebody else, and so is nobody's to thaw.
        case foreign
        /// The manager was told to freeze it and has not answered.
        case freezing
        /// It is frozen by the agent.
        case frozen
        /// The manager was told to thaw it and has not answered.
        case thawing
        /// It was asked to end; killed at the moment given, nil where it is not to be.
        case ending(killAt: Duration?)
        /// It was killed, and its end has not been told yet.
        case killed
    }

    /// Why it runs although it is blocked and should not.
    enum Reprieve: Sendable, Hashable {
        /// It must not be touched.
        case exempt(Exemption)
        /// The manager refused: its words.
        case refused(String)
    }

    var unit: AppUnit
    /// The keys of the targets that it belongs to.
    var targets: Set<String> = []
    /// The facts of its processes; nil before the first look.
    var facts: UnitFacts?
    /// Whether the facts were looked up for the demand that there is.
    var isFresh = false
    /// Whether a look is under way.
    var isInspecting = false
    /// Whether the unit was frozen or thawed since that look began, so that it proves nothing.
    var isLookVoid = false
    /// How far it was brought.
    var step = Step.running
    /// True if it began under the agent's eyes, so that its beginning may be an attempt.
    var isNew = false
    /// When to look at it again, first moment first.
    var looks: [Duration] = []
    /// When a freeze or a thaw that failed is tried again, and how often it failed.
    var retryAt: Duration?
    /// How often a freeze was refused in a row.
    var failures = 0
    /// How often the manager had something else to do with the unit, or would not thaw it.
    var waits = 0
    /// Why it could not be frozen, in the manager's words.
    var failure: String?
    /// Why it runs on; nil where nothing is in the way.
    var reprieve: Reprieve?

    /// When something is to be done about it by itself.
    var deadline: Duration? {
        var first = looks.first
        if let retryAt { first = min(first ?? retryAt, retryAt) }
        if case .ending(let killAt?) = step { first = min(first ?? killAt, killAt) }
        return first
    }

    /// Whether an answer is waited for.
    var isUnderWay: Bool { isInspecting || step == .freezing || step == .thawing }

    /// True if it stands still, or may, by the agent's doing.
    var isHeld: Bool { step == .freezing || step == .frozen || step == .thawing }

    /// True if it was asked to end and has time to.
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
