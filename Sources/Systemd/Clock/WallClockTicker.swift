import Dispatch
import Glibc
import Synchronization

/// Timers on multiples of the wall clock that share their wake-ups.
///
/// Each cadence is a repeating DispatchSourceTimer on its own marks with the same leeway. If marks
/// coincide, the timers expire in one wake-up. The first to run reports all cadences that are due
/// by the clock, in order, in one call; the others then have nothing left to report. Repeating
/// timers need not be armed in their handlers, which would wake Dispatch's manager once more at
/// each tick: with 1, 5 and 15 minutes an idle process makes about two voluntary context switches a
/// minute, and three with one timer set from mark to mark.
///
/// A timer that was set before the clock went back would sleep until its old mark: call `rearm()`
/// then.
package final class WallClockTicker: Sendable {
    private let marks: Mutex<CadenceMarks>
    // Dispatch objects are thread-safe; only their Swift declaration does not say so.
    nonisolated(unsafe) private let sources: [any DispatchSourceTimer]
    private let lengths: [Int64]
    private let queue: DispatchQueue
    private let leeway: DispatchTimeInterval
    private let wallMilliseconds: @Sendable () -> Int64
    private let handler: @Sendable ([Int]) -> Void

    /// Starts at the next mark. Cadences are counted in whole milliseconds. `leeway` is the delay
    /// that the system may use to join wake-ups. `handler` is called on the serial queue with the
    /// indices of the cadences that are due, ascending, never empty.
    package init(
        cadences: [Duration], leeway: Duration = .seconds(1), queue: DispatchQueue,
        wallMilliseconds: @escaping @Sendable () -> Int64 = {
            ClockSample.now().wallMilliseconds
        },
        handler: @escaping @Sendable (_ dueIndices: [Int]) -> Void
    ) {
        // A century is as good as any longer cadence, and Dispatch can count it.
        let lengths = cadences.map { min(max(1, $0.wholeMilliseconds), 3_155_760_000_000) }
        self.lengths = lengths
        let now = wallMilliseconds()
        marks = Mutex(CadenceMarks(lengths: lengths, at: now))
        sources = lengths.map { _ in DispatchSource.makeTimerSource(queue: queue) }
        self.queue = queue
        self.leeway = .milliseconds(Int(leeway.wholeMilliseconds))
        self.wallMilliseconds = wallMilliseconds
        self.handler = handler
        schedule(after: now)
        for source in sources {
            source.setEventHandler { [weak self] in self?.tick() }
            source.activate()
        }
    }

    deinit {
        cancel()
    }

    /// Sets the timers by the clock as it is now; cadences that a step forward made due are
    /// reported at once.
    package func rearm() {
        queue.async { [weak self] in
            guard let self else { return }
            schedule(after: self.wallMilliseconds())
            tick()
        }
    }

    /// Stops the timers for good. After a call on the queue, the handler is not called again.
    package func cancel() {
        for source in sources { source.cancel() }
    }

    private func tick() {
        guard !sources.contains(where: \.isCancelled) else { return }
        let due = marks.withLock { $0.due(at: wallMilliseconds()) }
        if !due.isEmpty { handler(due) }
    }

    private func schedule(after now: Int64) {
        for (source, length) in zip(sources, lengths) {
            let next = max(0, CadenceMarks.next(of: length, after: now))
            let moment = timespec(tv_sec: Int(next / 1000), tv_nsec: Int(next % 1000) * 1_000_000)
            source.schedule(
                wallDeadline: DispatchWallTime(timespec: moment),
                repeating: .milliseconds(Int(length)), leeway: leeway)
        }
    }
}
