import Dispatch
import Glibc

/// Says at once when the wall clock is changed discontinuously (set, stepped by NTP, resumed).
///
/// A CLOCK_REALTIME timerfd(2) far ahead with TFD_TIMER_CANCEL_ON_SET: a change fails the read with
/// ECANCELED. That costs no wake-up while nobody touches the clock. A change of the time zone is
/// none of the clock's and is not seen.
package final class ClockWatch: Sendable {
    /// A year: an expiry merely arms the timer anew.
    private static let farAhead: Int64 = 365 * 24 * 3600 * 1000

    private let timer: TimerDescriptor

    /// Watches from now on. `onChange` is called on the serial queue after each change; several in
    /// quick succession may be one call. Throws when there is no descriptor to be had.
    package init(
        queue: DispatchQueue, onChange: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        timer = try TimerDescriptor(clock: CLOCK_REALTIME, queue: queue) { event, descriptor in
            // First armed, then told: a change that comes meanwhile is told too.
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
