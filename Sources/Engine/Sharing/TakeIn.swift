import RuleModel

/// Takes in what another device told.
package struct TakeIn: Request {
    let received: Received
    /// The time from which events are kept: older facts are not taken in.
    let oldest: Instant?

    /// The most facts of a chunk.
    package static let most = 500

    package enum Refusal: Error, Hashable, Sendable {
        /// There are more than `most` facts.
        case tooMany
    }

    package static var cause: Decision.Cause? { .protection }

    package func perform(on engine: inout Engine) -> Response<Self> {
        guard received.facts.count <= Self.most else { return .refused(.tooMany) }
        engine.takeIn(received, keptSince: oldest)
        return .replied(Done())
    }
}

extension Request where Self == TakeIn {
    package static func takeIn(_ received: Received, keptSince oldest: Instant? = nil) -> Self {
        Self(received: received, oldest: oldest)
    }
}

extension Engine {
    /// Records what was received; windows begin with the next reevaluation, and the risk is
    /// assessed at once.
    mutating func takeIn(_ received: Received, keptSince oldest: Instant?) {
        var received = received
        if let oldest { received.facts.removeAll { $0.at < oldest } }
        record(.received(received))
        guard !received.facts.isEmpty else { return }
        reviewBudgets()
        reviewCheckIns()
        markAllDirty()
        forgetAssessment()
    }
}
