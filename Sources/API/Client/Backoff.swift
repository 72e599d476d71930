/// How long to wait before each further attempt at something that failed: a shortest wait, then
/// twice as long each time, never more than a longest one. A value that knows no clock.
package struct Backoff: Hashable, Sendable {
    /// The first wait where the daemon is to be reached.
    package static let shortest = Duration.milliseconds(100)
    /// The longest wait where the daemon is to be reached.
    package static let longest = Duration.seconds(30)

    private let shortest: Duration
    private let longest: Duration
    private var wait: Duration

    /// The first wait comes next.
    package init(from shortest: Duration = Self.shortest, to longest: Duration = Self.longest) {
        self.shortest = shortest
        self.longest = longest
        wait = shortest
    }

    /// Whether nothing has failed since the beginning, or since the last success.
    package var isFresh: Bool { wait == shortest }

    /// The wait before the next attempt.
    package mutating func next() -> Duration {
        defer { wait = min(wait * 2, longest) }
        return wait
    }

    /// Begins anew, as after a success.
    package mutating func reset() { wait = shortest }
}
