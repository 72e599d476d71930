import RuleModel

/// Something that happens to a simulated person: what a real one did, or what is made up.
package struct SimulatedAction: Sendable {
    package var at: Instant
    /// The giver's own number for it, which outcomes name.
    package var id: Int
    package var kind: Kind

    package init(at: Instant, id: Int = 0, _ kind: Kind) {
        self.at = at
        self.id = id
        self.kind = kind
    }

    var isRequest: Bool {
        if case .request = kind { true } else { false }
    }

    /// What can happen. Requests bear numbers of the giver's own: whatever goes on with one names
    /// it by that, and does nothing where the simulated daemon did not open it.
    package enum Kind: Sendable {
        /// A site or an app is opened; counts where it is blocked.
        case attempt(Place)
        /// A person wants to open a place, or pauses.
        case request(Int64, Place, intent: Intent?, isPause: Bool = false)
        /// It is said what is behind a request that is open.
        case intent(Int64, Intent)
        /// A request is ended by keeping the block.
        case keep(Int64)
        /// A request is ended by opening its targets; a patient person waits until it can be.
        case confirm(Int64, isPatient: Bool = true)
        /// A request is ended with a protection of its targets.
        case protectInstead(Int64, length: TimeSpan)
        /// A person asks for a protection of one target, or of all.
        case protect(target: String?, length: TimeSpan, name: String, isStrict: Bool = false)
        /// A place is used for so long without a break.
        case use(Place, length: TimeSpan)
        /// From now on the person is away, or there again.
        case absence(isIdle: Bool, isLocked: Bool)
        case checkIn(String, isYes: Bool)
        /// It is said what came of a request that was unblocked.
        case outcome(Int64, isBought: Bool, amount: Money?, regret: Int?)
        case `switch`(Switch.Subject, isOn: Bool)
        indirect case rules(RuleSet)
        /// Anything that the daemon takes in and nobody asks for: another zone, the word to stop.
        /// Neither a start nor a word of the store.
        indirect case input(Input)
    }
}

/// Simulated actions to come, by their instants; at one instant in the order given.
struct SimulatedActionQueue: Sendable {
    /// The planned actions, the soonest first.
    private var waiting: ArraySlice<SimulatedAction> = []
    /// The postponed actions, the soonest last.
    private var late: [SimulatedAction] = []

    /// When the next thing happens; nil if nothing will.
    var nextAt: Instant? {
        guard let planned = waiting.first?.at else { return late.last?.at }
        return min(planned, late.last?.at ?? planned)
    }

    mutating func add(_ happenings: [SimulatedAction]) {
        // Most givers know the order; what is given all at once is not copied then.
        waiting = waiting.isEmpty ? happenings[...] : waiting + happenings
        let isInOrder = waiting.indices.dropFirst()
            .allSatisfy { waiting[$0 - 1].at <= waiting[$0].at }
        // The sort is stable: of one instant, those given first stay first.
        if !isInOrder { waiting.sort { $0.at < $1.at } }
    }

    /// Puts one thing off; at one instant it comes before what was planned for then.
    mutating func postpone(_ happening: SimulatedAction) {
        late.insert(happening, at: late.prefixCount(while: { $0.at > happening.at }))
    }

    /// Takes out the next thing that happens up to an instant.
    mutating func next(at instant: Instant) -> SimulatedAction? {
        guard let next = nextAt, next <= instant else { return nil }
        return late.last?.at == next ? late.removeLast() : waiting.popFirst()
    }
}
