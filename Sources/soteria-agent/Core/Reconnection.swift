import API

/// The schedule for retrying a lost connection: by default after a second, then after twice the
/// previous delay, up to five minutes, so that a machine without the service is rarely woken.
struct Reconnection: Hashable, Sendable {
    /// The time of the next attempt since boot; nil if none is due.
    private(set) var dueAt: Duration?
    private var backoff: Backoff

    init(_ backoff: Backoff = Backoff(from: .seconds(1), to: .seconds(300))) {
        self.backoff = backoff
    }

    /// Whether no attempt has failed since the start or the last success.
    var isFresh: Bool { backoff.isFresh }

    /// Schedules the next attempt.
    mutating func recordFailure(at now: Duration) {
        dueAt = now + backoff.next()
    }

    /// Returns true once if an attempt is due; the attempt then counts as started.
    mutating func startIfDue(at now: Duration) -> Bool {
        guard let moment = dueAt, moment <= now else { return false }
        dueAt = nil
        return true
    }

    /// Resets the delay.
    mutating func recordSuccess() {
        dueAt = nil
        backoff.reset()
    }
}
