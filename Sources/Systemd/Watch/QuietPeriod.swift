/// When a burst of events is over: after a stretch of quiet, or, if it never becomes quiet, after
/// ten such stretches, so that a program that writes without pause cannot hold an answer back for
/// ever.
struct QuietPeriod: Sendable {
    private let length: UInt64
    private var began: UInt64?

    /// - Parameter length: the quiet that ends a burst, in nanoseconds.
    init(length: UInt64) {
        self.length = length
    }

    /// Takes in an event of the burst.
    ///
    /// - Parameter now: the moment of an event, nanoseconds of any clock that does not go back.
    /// - Returns: the moment at which the burst ends if nothing more happens.
    mutating func end(afterEventAt now: UInt64) -> UInt64 {
        let first = began ?? now
        began = first
        return min(now + length, first + 10 * length)
    }

    /// Ends the burst; the next event begins another.
    mutating func finish() {
        began = nil
    }
}
