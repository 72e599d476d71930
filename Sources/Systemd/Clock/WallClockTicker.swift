import Dispatch
import Glibc
import Synchronization

/// Several cadences on multiples of the wall clock that share their wake-ups.
///
/// Each is a repeating DispatchSourceTimer on its own marks with the same leeway. Where marks
/// coincide, the timers expire in one wake-up, and the first of them to run tells all that is due
/// by the clock, in the order of the cadences, in one call; the others then find nothing left to
/// tell. Repeating timers need no arming from their handlers, which would wake Dispatch's manager
/// once more at each tick: with 1, 5 and 15 minutes an idle process makes about two voluntary
/// context switches a minute, with one timer set from mark to mark three.
///
/// A wall timer that was set before the clock went back would sleep until its old mark: `rearm()`
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

    /// Ticks from the next mark on. The cadences are counted in whole milliseconds; `leeway` is how
    /// late the system may be, to join the wake-up with others. `handler` is called on the serial
    /// queue with the indices of the cadences that are due, ascending, never none.
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

    /// Sets the timers anew by the clock as it is now; what became due by a step forward is told at
    /// once.
    package func rearm() {
        queue.async { [weak self] in
            guard let self else { return }
            schedule(after: self.wallMilliseconds())
            tick()
        }
    }

    /// Ends the ticking for good. Called on the queue, no call follows.
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
