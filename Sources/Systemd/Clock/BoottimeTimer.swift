import Dispatch
import Glibc

/// A one-shot deadline in elapsed time: CLOCK_BOOTTIME counts suspend and ignores every change of
/// the wall clock, and its timerfd(2) expires at resume if the deadline fell into the suspend.
package final class BoottimeTimer: Sendable {
    private let timer: TimerDescriptor

    /// A timer, not armed. `onDeadline` is called on the serial queue, once for each arming that
    /// was neither replaced nor disarmed in time. Throws when there is no descriptor to be had.
    package init(
        queue: DispatchQueue, onDeadline: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        timer = try TimerDescriptor(clock: CLOCK_BOOTTIME, queue: queue) { _, _ in onDeadline() }
    }

    /// Sets the deadline on CLOCK_BOOTTIME, in place of the one before; a moment in the past means
    /// at once.
    package func arm(atElapsedMilliseconds milliseconds: Int64) {
        timer.arm(atMilliseconds: milliseconds)
    }

    /// Drops the deadline. Called on the queue, no callback follows.
    package func disarm() {
        timer.arm(atMilliseconds: nil)
    }

    /// Ends the timer for good; later armings do nothing.
    package func cancel() {
        timer.cancel()
    }
}
