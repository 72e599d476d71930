/// The end of a wait that may take several system calls, if it has a limit. Time in which the
/// computer is suspended does not count: nobody could have answered in it.
struct Deadline {
    private let instant: SuspendingClock.Instant?

    init(after limit: Duration?) {
        instant = limit.map { SuspendingClock.now.advanced(by: $0) }
    }

    /// Zero once it has passed; nil if there is no limit.
    var remaining: Duration? {
        instant.map { max(.zero, SuspendingClock.now.duration(to: $0)) }
    }

    var hasPassed: Bool { remaining == .zero }
}
