import Engine

/// Why something is refused, in the words that tests use.
enum RefusalWord {
    /// The word of a refusal; refusals that no rule can bring about share one.
    static func word(_ refusal: Refusal) -> String {
        switch refusal {
        case .strict: "strict"
        case .notBlocked: "not_blocked"
        case .notMonitored: "not_monitored"
        case .alreadyOpen: "already_open"
        case .noSuchRequest: "no_such_request"
        case .requestOver: "request_over"
        case .intentNeeded: "intent_needed"
        case .waitNotOver: "wait_not_over"
        case .notAsking: "not_asking"
        case .alreadyAnswered: "already_answered"
        case .notTracked: "not_tracked"
        default: "impossible"
        }
    }

    /// Every word.
    static let all = [
        "strict", "not_blocked", "not_monitored", "already_open", "no_such_request",
        "request_over", "intent_needed", "wait_not_over", "not_asking", "already_answered",
        "not_tracked", "impossible",
    ]
}
