/// The end of a burst of events: after a period of quiet, or at the latest after ten such periods,
/// so that a program that writes without pause cannot delay the response for ever.
struct QuietPeriod: Sendable {
    /// The quiet period that ends a burst, in nanoseconds.
    let length: UInt64
    private(set) var began: UInt64?

    /// Records an event of the burst, at nanoseconds of any monotonic clock, and returns the end of
    /// the burst if nothing else happens.
    mutating func end(afterEventAt now: UInt64) -> UInt64 {
        let first = began ?? now
        began = first
        return min(now + length, first + 10 * length)
    }

    mutating func finish() {
        began = nil
    }
}
