import Dispatch
import Glibc

/// A one-shot timer in elapsed time. CLOCK_BOOTTIME counts suspend and ignores changes of the wall
/// clock; its timerfd(2) expires at resume if the deadline was during suspend.
package final class BoottimeTimer: Sendable {
    private let timer: TimerDescriptor

    /// Creates a timer that is not armed. `onDeadline` is called on the serial queue, once for each
    /// deadline that was neither replaced nor disarmed in time. Throws if no descriptor is
    /// available.
    package init(
        queue: DispatchQueue, onDeadline: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        timer = try TimerDescriptor(clock: CLOCK_BOOTTIME, queue: queue) { _, _ in onDeadline() }
    }

    /// Sets the deadline on CLOCK_BOOTTIME and replaces an earlier one; a moment in the past
    /// expires at once.
    package func arm(atElapsedMilliseconds milliseconds: Int64) {
        timer.arm(atMilliseconds: milliseconds)
    }

    /// Disarms the timer. After a call on the queue, `onDeadline` is not called.
    package func disarm() {
        timer.arm(atMilliseconds: nil)
    }

    /// Cancels the timer for good; later deadlines are ignored.
    package func cancel() {
        timer.cancel()
    }
}
