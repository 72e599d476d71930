import RuleModel

/// What the shell has to carry out, in the order given.
package enum Action: Hashable, Sendable {
    /// Write to the store; the state holds it already. Whoever caused it is answered once it is on
    /// disk.
    case record(Event)
    /// Write to the store, and come back with the completion of the request: the state does not
    /// hold the event yet, because it weakens a protection. If it cannot be written, `otherwise`
    /// takes its place in the record and comes back with `Input.refusedByStore`.
    indirect case commitFirst(Event, otherwise: Event)
    /// Tell those who enforce and watch; never waits for the store.
    indirect case decide(State.Decided)
    /// Tell those who watch the risk.
    case assessed(RiskAssessment)
    /// Come back with `Input.observed` at this elapsed time; nil: no moment is awaited.
    case wake(Deadline?)
}
