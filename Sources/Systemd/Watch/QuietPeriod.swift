/// When a burst of events is over: after a stretch of quiet, or, if it never becomes quiet, after
/// ten such stretches, so that a program that writes without pause cannot hold an answer back for
/// ever.
struct QuietPeriod: Sendable {
    /// The quiet that ends a burst, in nanoseconds.
    let length: UInt64
    private(set) var began: UInt64?

    /// Takes in an event of the burst, at nanoseconds of any clock that does not go back, and says
    /// when the burst ends if nothing more happens.
    mutating func end(afterEventAt now: UInt64) -> UInt64 {
        let first = began ?? now
        began = first
        return min(now + length, first + 10 * length)
    }

    mutating func finish() {
        began = nil
    }
}
