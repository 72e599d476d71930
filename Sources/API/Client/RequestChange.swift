import Varlink

/// The beginning or the end of an unblock request, read from a recorded event.
package enum RequestChange: Hashable, Sendable {
    case began(request: Int, targets: [String])
    case ended(request: Int, UnblockAPI.Outcome)

    /// The kinds of the events that report such a change.
    package static let kinds = [
        "unblockRequested", "blockKept", "unblocked", "requestClosed", "protectionReleased",
    ]

    /// Reads an event; nil if it reports no such change.
    package init?(_ event: DaemonAPI.Event) {
        guard let number = event.fact["request"]?.intValue, let request = Int(exactly: number)
        else { return nil }
        switch event.kind {
        case "unblockRequested":
            let targets = event.fact["targets"]?.arrayValue ?? []
            self = .began(request: request, targets: targets.compactMap(\.stringValue))
        case "blockKept": self = .ended(request: request, .kept)
        case "unblocked", "protectionReleased": self = .ended(request: request, .unblocked)
        case "requestClosed":
            guard
                let outcome = event.fact["outcome"]?.stringValue
                    .flatMap(UnblockAPI.Outcome.init(rawValue:))
            else { return nil }
            self = .ended(request: request, outcome)
        default: return nil
        }
    }
}
