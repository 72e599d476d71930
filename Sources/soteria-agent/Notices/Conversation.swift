import API

/// One prompt of the daemon and how far the person has come with it.
struct Conversation: Hashable, Sendable {
    /// A request that was opened by the answer, and its wait.
    struct Wait: Hashable, Sendable {
        var request: Int
        /// When it can be confirmed, time since the boot.
        var until: Duration
        /// How long the wait was when it began, in seconds.
        var seconds: Int
        /// When it ends on the local clock, RFC 3339; nil where that is not known.
        var ends: String?
        /// How often it was found being confirmed by somebody else.
        var tries = 0
        /// Since when the daemon does not answer, time since the boot; nil while it does.
        var strandedSince: Duration?
    }

    enum Phase: Hashable, Sendable {
        case asking
        /// The answer is on its way to the daemon.
        case answering(PromptsAPI.Choice)
        /// The block was kept; how many moments that makes today is being asked.
        case counting
        /// The wait runs.
        case waiting(Wait)
        /// The wait is over; the daemon is asked to open.
        case confirming(Wait)
        /// The daemon did not answer to that: it is asked again at `until`, or when it is back.
        case stranded(Wait)
        /// The person keeps the block after all; the daemon is being told.
        case keeping(Wait)
    }

    var prompt: PromptsAPI.Prompt
    var phase = Phase.asking
    /// Why the last answer led to nothing, in words; nil where none was given.
    var remark: String?
    /// The answer to "why"; nil until it was asked.
    var explanation: String?
    /// Whether the daemon has closed the prompt since.
    var isClosed = false

    /// Whether the person can still be asked what the prompt asks.
    var isAsking: Bool { phase == .asking }

    /// The request whose wait runs or was to be ended; nil where there is none.
    var wait: Wait? {
        switch phase {
        case .waiting(let wait), .confirming(let wait), .stranded(let wait), .keeping(let wait):
            wait
        case .asking, .answering, .counting: nil
        }
    }
}
