/// How long to wait before each further attempt to reach the daemon: 0.1 s, then twice as long
/// each time, never more than 30 s. A value that knows no clock.
package struct Backoff: Hashable, Sendable {
    /// The first wait.
    package static let shortest = Duration.milliseconds(100)
    /// The longest wait.
    package static let longest = Duration.seconds(30)

    private var wait = Self.shortest

    /// The first wait comes next.
    package init() {}

    /// The wait before the next attempt.
    package mutating func next() -> Duration {
        defer { wait = min(wait * 2, Self.longest) }
        return wait
    }

    /// Begins anew, as after a success.
    package mutating func reset() { wait = Self.shortest }
}
