/// The agent's answers to the manager's watchdog, and the watchdog's timeout.
///
/// While something is frozen, an agent that hangs has to be noticed soon. At other times its
/// answers must not wake the machine.
struct KeepAlive: Sendable, Hashable {
    /// The longest timeout while something is frozen.
    static let holdingTimeout = Duration.seconds(30)

    /// The manager's timeout; nil if it does not watch the agent.
    private let timeout: Duration?
    private var isHolding = false
    /// The time of the next answer; nil if none is expected.
    private(set) var dueAt: Duration?

    init(timeout: Duration?, at now: Duration) {
        self.timeout = timeout
        dueAt = interval.map { now + $0 }
    }

    /// The timeout that is in force.
    private var current: Duration? {
        isHolding ? timeout.map { min($0, Self.holdingTimeout) } : timeout
    }

    /// Less than half of the timeout, and long enough to let the machine sleep.
    private var interval: Duration? { current.map { $0 * 4 / 9 } }

    /// Records whether anything is frozen, or may be. Returns the timeout to tell the manager, with
    /// an answer; nil if it stays as it is.
    mutating func hold(_ isHolding: Bool, at now: Duration) -> Duration? {
        guard isHolding != self.isHolding else { return nil }
        let before = current
        self.isHolding = isHolding
        guard let current, current != before else { return nil }
        dueAt = interval.map { now + $0 }
        return current
    }

    /// Returns true if an answer is due; the next one is then scheduled.
    mutating func answerIfDue(at now: Duration) -> Bool {
        guard let dueAt, dueAt <= now else { return false }
        self.dueAt = interval.map { now + $0 }
        return true
    }
}
