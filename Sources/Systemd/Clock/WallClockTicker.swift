import Dispatch
import Glibc
import Synchronization

/// Several cadences on multiples of the wall clock that share their wake-ups.
///
/// One DispatchSourceTimer, set from mark to mark of whichever cadence comes next, and not one source for
/// each: where marks coincide, the handler learns of all of them in one call and in the order of the
/// cadences (three sources would make three calls in an order that Dispatch does not promise), and there
/// is one timer to re-arm after a clock change. With 1, 5 and 15 minutes it expires once a minute, no more
/// often than the first cadence alone.
///
/// A wall timer that was set before the clock went back would sleep until its old mark: `rearm()` then.
package final class WallClockTicker: Sendable {
    private let marks: Mutex<CadenceMarks>
    // Dispatch objects are thread-safe; only their Swift declaration does not say so.
    nonisolated(unsafe) private let source: any DispatchSourceTimer
    private let queue: DispatchQueue
    private let leeway: DispatchTimeInterval
    private let wallMilliseconds: @Sendable () -> Int64
    private let handler: @Sendable ([Int]) -> Void

    /// Ticks from the next mark on.
    ///
    /// - Parameters:
    ///   - cadences: the lengths, in whole milliseconds, at least one.
    ///   - leeway: how late the system may be, to join the wake-up with others.
    ///   - queue: a serial queue, on which the handler runs.
    ///   - wallMilliseconds: the wall clock, milliseconds since 1970.
    ///   - handler: called with the indices of the cadences that are due, ascending, never none.
    package init(
        cadences: [Duration], leeway: Duration = .seconds(1), queue: DispatchQueue,
        wallMilliseconds: @escaping @Sendable () -> Int64 = {
            ClockReading.now().wallMilliseconds
        },
        handler: @escaping @Sendable (_ dueIndices: [Int]) -> Void
    ) {
        let lengths = cadences.map(\.wholeMilliseconds)
        marks = Mutex(CadenceMarks(lengths: lengths, at: wallMilliseconds()))
        source = DispatchSource.makeTimerSource(queue: queue)
        self.queue = queue
        self.leeway = .milliseconds(Int(leeway.wholeMilliseconds))
        self.wallMilliseconds = wallMilliseconds
        self.handler = handler
        source.setEventHandler { [weak self] in self?.tick() }
        schedule(after: wallMilliseconds())
        source.activate()
    }

    deinit {
        source.cancel()
    }

    /// Sets the timer anew by the clock as it is now; what became due by a step forward is told at once.
    package func rearm() {
        queue.async { [weak self] in self?.tick() }
    }

    /// Ends the ticking for good. Called on the queue, no call follows.
    package func cancel() {
        source.cancel()
    }

    private func tick() {
        guard !source.isCancelled else { return }
        let now = wallMilliseconds()
        let due = marks.withLock { $0.due(at: now) }
        schedule(after: now)
        if !due.isEmpty { handler(due) }
    }

    private func schedule(after now: Int64) {
        guard let next = marks.withLock({ $0.next(after: now) }) else { return }
        let positive = max(0, next)
        let moment = timespec(
            tv_sec: Int(positive / 1000), tv_nsec: Int(positive % 1000) * 1_000_000)
        source.schedule(wallDeadline: DispatchWallTime(timespec: moment), leeway: leeway)
    }
}
