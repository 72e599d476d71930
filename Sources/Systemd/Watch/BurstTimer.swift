import Dispatch
import Synchronization

/// Turns a burst of events into one call, by a one-shot Dispatch timer that each event resets.
final class BurstTimer: Sendable {
    private let period: Mutex<QuietPeriod>
    // Dispatch objects are thread-safe; only their Swift declaration does not say so.
    nonisolated(unsafe) private let source: any DispatchSourceTimer

    /// Creates a timer; `onEnd` is called on the serial queue, once after each burst.
    init(quiet: Duration, queue: DispatchQueue, onEnd: @escaping @Sendable () -> Void) {
        let nanoseconds = UInt64(min(quiet.wholeMilliseconds, 3_600_000)) * 1_000_000
        period = Mutex(QuietPeriod(length: nanoseconds))
        source = DispatchSource.makeTimerSource(queue: queue)
        source.setEventHandler { [weak self] in
            self?.period.withLock { $0.finish() }
            onEnd()
        }
        source.activate()
    }

    deinit {
        source.cancel()
    }

    /// Records an event of the burst, now.
    func event() {
        let now = DispatchTime.now().uptimeNanoseconds
        let end = period.withLock { $0.end(afterEventAt: now) }
        source.schedule(deadline: DispatchTime(uptimeNanoseconds: end))
    }

    /// Cancels the current burst and all later ones.
    func cancel() {
        source.cancel()
    }
}
