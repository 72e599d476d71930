import API

/// The state of one prompt of the daemon.
struct PromptState: Hashable, Sendable {
    /// The wait of a request that the answer opened.
    struct Wait: Hashable, Sendable {
        var request: Int
        /// The time at which the request can be confirmed, since boot.
        var until: Duration
        /// The length of the wait when it began, in seconds.
        var seconds: Int
        /// The end of the wait on the local clock, RFC 3339; nil if unknown.
        var ends: String?
        /// The number of times that somebody else was already confirming the request.
        var tries = 0
        /// The time since boot at which the daemon stopped answering; nil while it answers.
        var strandedSince: Duration?
    }

    enum Phase: Hashable, Sendable {
        case asking
        /// The answer was sent to the daemon.
        case answering(PromptsAPI.Choice)
        /// The block was kept; today's number of protection moments was requested.
        case counting
        case waiting(Wait)
        /// The wait is over; the confirmation was sent.
        case confirming(Wait)
        /// The daemon did not answer the confirmation: it is sent again at `until`, or when the
        /// daemon is back.
        case stranded(Wait)
        /// The person keeps the block after all; that was sent to the daemon.
        case keeping(Wait)
    }

    var prompt: PromptsAPI.Prompt
    var phase = Phase.asking
    /// The reason why the last answer had no effect, as text; nil if there is none.
    var remark: String?
    /// The answer to "why"; nil until it arrives.
    var explanation: String?
    /// Whether the daemon has closed the prompt in the meantime.
    var isClosed = false

    /// Whether the daemon was told that the greeting is shown.
    var isWelcomed = false

    /// Whether the prompt can still be answered.
    var isAsking: Bool { phase == .asking }

    /// The current request and its wait; nil if there is none.
    var wait: Wait? {
        switch phase {
        case .waiting(let wait), .confirming(let wait), .stranded(let wait), .keeping(let wait):
            wait
        case .asking, .answering, .counting: nil
        }
    }
}
