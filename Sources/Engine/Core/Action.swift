/// What the shell has to carry out, in the order given.
package enum Action: Hashable, Sendable {
    /// Write to the store; the state holds it already. Whoever caused it is answered once it is on
    /// disk.
    case record(Event)
    /// Write to the store, and come back with `Input.committed`: the state does not hold the event
    /// yet, because it weakens a protection. Where it cannot be written, `otherwise` takes its
    /// place in the record and comes back with `Input.refusedByStore`.
    case commitFirst(Event, otherwise: Event)
    /// Tell those who enforce and watch; never waits for the store.
    case decide(State.Decided)
    /// Tell those who watch the risk.
    case assessed(RiskAssessment)
    /// Come back with `Input.observed` at this elapsed time; nil: no moment is awaited.
    case wake(Deadline?)
    /// The answer to what the input asked for.
    case answer(Answer)
}

/// What became of a request.
package enum Answer: Hashable, Sendable {
    /// A protection runs.
    case protecting(Protection, until: Instant)
    /// It is as asked; nothing had to be changed.
    case unchanged
    /// It is as asked from now on.
    case changed
    /// It cannot be.
    case refused(Refusal)
}

/// Why a request is refused.
package enum Refusal: Error, Hashable, Sendable {
    /// No target of that key.
    case noSuchTarget(String)
    /// No schedule of that key.
    case noSuchSchedule(String)
    /// The target is not monitored.
    case notMonitored(String)
    /// A protection must last from one minute to seven days.
    case invalidLength
    /// A strict restriction holds; it ends at the instant, if an end is known.
    case strict(until: Instant?)
    /// The store cannot keep it.
    case storeUnavailable(reason: String)
}
