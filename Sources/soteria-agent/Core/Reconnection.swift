import API

/// When a connection that is missing is tried again: if not said otherwise after a second, then
/// each time after twice as long, at most five minutes, so that a machine without it is hardly
/// woken up.
struct Reconnection: Hashable, Sendable {
    /// When it is to be tried, time since the boot; nil while there is nothing to try.
    private(set) var dueAt: Duration?
    private var backoff: Backoff

    init(_ backoff: Backoff = Backoff(from: .seconds(1), to: .seconds(300))) {
        self.backoff = backoff
    }

    /// Whether nothing has failed since the beginning, or since the last success.
    var isFresh: Bool { backoff.isFresh }

    /// The connection could not be made, or was lost.
    mutating func hasFailed(at now: Duration) {
        dueAt = now + backoff.next()
    }

    /// True if it is to be tried now; asked once, it is under way.
    mutating func isDue(at now: Duration) -> Bool {
        guard let moment = dueAt, moment <= now else { return false }
        dueAt = nil
        return true
    }

    /// The connection stands.
    mutating func hasSucceeded() {
        dueAt = nil
        backoff.reset()
    }
}
