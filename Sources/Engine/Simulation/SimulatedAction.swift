import RuleModel

/// An action of a simulated person, or an input, real or made up.
package struct SimulatedAction: Sendable {
    package var at: Instant
    /// The caller's own number for the action, which outcomes name.
    package var id: Int
    package var kind: Kind

    package init(at: Instant, id: Int = 0, _ kind: Kind) {
        self.at = at
        self.id = id
        self.kind = kind
    }

    /// The kinds of actions. The numbers of requests are the caller's own: later actions name a
    /// request by its number, and do nothing if the simulated daemon did not open it.
    package enum Kind: Sendable {
        /// A site or an app is opened; counts if the place is blocked.
        case attempt(Place)
        /// A person wants to open a place, or pauses.
        case request(
            Int64, Place, intent: Intent?, isPause: Bool = false, isEmergency: Bool = false)
        /// The intent of an open request is named.
        case intent(Int64, Intent)
        /// A request ends with the block kept.
        case keep(Int64)
        /// A request is confirmed; a patient person waits until it can be.
        case confirm(Int64, isPatient: Bool = true)
        /// A request ends with a protection of its targets.
        case protectInstead(Int64, length: TimeSpan)
        /// A person asks for a protection of one target, or of all.
        case protect(target: String?, length: TimeSpan, name: String, isStrict: Bool = false)
        /// A person ends the grants of a place's targets.
        case endGrants(Place)
        /// A person takes back the protection of an earlier action's number, or of the history.
        case takeBack(protection: Int64)
        /// A place is used for this length without a break.
        case use(Place, length: TimeSpan)
        /// The person goes away or comes back.
        case absence(isIdle: Bool, isLocked: Bool)
        case checkIn(String, isYes: Bool)
        /// The outcome of an unblock is logged.
        case outcome(Int64, isBought: Bool, amount: Money?, regret: Int?)
        case `switch`(Switch.Subject, isOn: Bool)
        indirect case rules(RuleSet)
        /// Any input of the daemon except requests, such as another zone or the order to stop;
        /// neither a start nor a report of the store.
        indirect case input(Input)
    }
}

/// Simulated actions to come, by their instants; at one instant in the order given.
struct SimulatedActionQueue: Sendable {
    /// The planned actions, the soonest first; those before `first` are over.
    private var planned: [SimulatedAction] = []
    private var first = 0
    /// The postponed actions, the soonest last.
    private var late: [SimulatedAction] = []

    /// The time of the next action; nil if there is none.
    var nextAt: Instant? {
        guard first < planned.count else { return late.last?.at }
        let next = planned[first].at
        return min(next, late.last?.at ?? next)
    }

    mutating func add(_ happenings: [SimulatedAction]) {
        // Most callers add actions in order; a single batch is not copied then.
        planned = first == planned.count ? happenings : planned[first...] + happenings
        first = 0
        let isInOrder = planned.indices.dropFirst()
            .allSatisfy { planned[$0 - 1].at <= planned[$0].at }
        // The sort is stable: at one instant the order of the caller remains.
        if !isInOrder { planned.sort { $0.at < $1.at } }
    }

    /// Postpones one action; at one instant it precedes the planned ones.
    mutating func postpone(_ happening: SimulatedAction) {
        late.insert(happening, at: late.prefixCount(while: { $0.at > happening.at }))
    }

    /// Removes and returns the next action up to an instant.
    mutating func next(at instant: Instant) -> SimulatedAction? {
        guard let next = nextAt, next <= instant else { return nil }
        if late.last?.at == next { return late.removeLast() }
        first += 1
        return planned[first - 1]
    }
}
