/// The deadline of a wait that may take several system calls; it may be unlimited. Time in suspend
/// does not count, because no peer could answer then.
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
