import Dispatch
import Glibc

/// Watches for discontinuous changes of the wall clock (set, stepped by NTP, resumed).
///
/// A timerfd(2) on CLOCK_REALTIME, far in the future, with TFD_TIMER_CANCEL_ON_SET: a change makes
/// the read fail with ECANCELED. There is no wake-up while the clock is not set. A change of the
/// time zone does not change the clock and is not seen.
package final class ClockWatch: Sendable {
    /// The timeout, a year; at its expiry the timer is armed again.
    private static let farAhead: Int64 = 365 * 24 * 3600 * 1000

    private let timer: TimerDescriptor

    /// Starts watching. `onChange` is called on the serial queue after each change; several in
    /// quick succession may be one call. Throws if no descriptor is available.
    package init(
        queue: DispatchQueue, onChange: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        timer = try TimerDescriptor(clock: CLOCK_REALTIME, queue: queue) { event, descriptor in
            // Armed before the report, so that a change during the report is reported too.
            Self.arm(descriptor)
            if event == .clockChanged { onChange() }
        }
        timer.withDescriptor(Self.arm)
    }

    package func cancel() {
        timer.cancel()
    }

    private static func arm(_ descriptor: Int32) {
        let now = ClockSample.milliseconds(of: CLOCK_REALTIME)
        TimerDescriptor.arm(descriptor, atMilliseconds: now + farAhead, cancelledOnSet: true)
    }
}
