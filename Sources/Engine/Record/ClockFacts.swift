import RuleModel

/// Wall clock and elapsed time disagree.
struct ClockJump: FactPayload {
    /// Wall minus trusted time.
    var size: TimeSpan

    func apply(to state: inout State, _ event: Event) {
        state.jump = State.Jump(size: size, since: event.deadline, at: event.at)
        state.note(Incident(.clockJump, event, span: size))
    }
}

/// Trusted time follows the wall clock again.
struct ClockAdoption: FactPayload {
    /// How far trusted time moved.
    var size: TimeSpan
    /// Why the wall clock is believed.
    var reason: AdoptionReason

    func apply(to state: inout State, _ event: Event) {
        state.jump = nil
        if size < .zero { state.stepBack(event) }
        if reason == .synchronised { state.continuity = .synchronised }
    }
}

/// Why a jumped wall clock is believed.
package enum AdoptionReason: String, Hashable, Sendable, Codable {
    /// It is known to follow a time server.
    case synchronised
    /// It stood for 24 hours of elapsed time.
    case waited
}

/// The wall clock came back to trusted time by itself.
struct ClockReturn: FactPayload {
    func apply(to state: inout State, _ event: Event) { state.jump = nil }
}

/// The machine's time zone changed.
struct ZoneChange: FactPayload {
    /// The name of the zone before.
    var from: String
    /// The name of the zone now.
    var to: String

    func apply(to state: inout State, _ event: Event) { state.zone = to }
}

/// The daemon runs on, and nothing else happened for a while.
struct TimeNote: FactPayload {}
