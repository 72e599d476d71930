import RuleModel

struct ClockJump: FactPayload {
    var size: TimeSpan

    func apply(to state: inout State, _ event: Event) {
        state.jump = State.Jump(size: size, since: event.deadline, at: event.at)
        state.record(Incident(.clockJump, event, span: size))
    }
}

struct ClockAdoption: FactPayload {
    var size: TimeSpan
    var reason: AdoptionReason

    func apply(to state: inout State, _ event: Event) {
        state.jump = nil
        if size < .zero { state.stepBack(event) }
        if reason == .synchronised { state.continuity = .synchronised }
    }
}

/// The reason why a jumped wall clock is believed.
package enum AdoptionReason: String, Hashable, Sendable, Codable {
    /// The clock is known to follow a time server.
    case synchronised
    /// The jump lasted for 24 hours of elapsed time.
    case waited
}

struct ClockReturn: FactPayload {
    func apply(to state: inout State, _ event: Event) { state.jump = nil }
}

struct ZoneChange: FactPayload {
    var from: String
    var to: String

    func apply(to state: inout State, _ event: Event) {
        state.zone = to
        guard from != to, !TimeZoneRules.isRenamed(from, to: to) else { return }
        state.record(Incident(.zoneChanged, event, what: [from, to]))
    }
}

struct TimeNote: FactPayload {}
