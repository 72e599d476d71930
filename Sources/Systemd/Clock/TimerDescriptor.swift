import CSystemd
import Dispatch
import Glibc

/// A timerfd(2) read by a Dispatch source.
struct TimerDescriptor: Sendable {
    /// The result of a read of the descriptor.
    enum Event: Sendable, Equatable {
        case expired
        /// The wall clock was set (only with TFD_TIMER_CANCEL_ON_SET).
        case clockChanged
        /// Nothing: the timer was armed again before the read.
        case none

        /// Interprets the result of read(2) on a timerfd, and `errno` if that is negative.
        init(readCount count: Int, code: Int32) {
            if count == MemoryLayout<UInt64>.size {
                self = .expired
            } else {
                self = count < 0 && code == ECANCELED ? .clockChanged : .none
            }
        }
    }

    private let readable: ReadableDescriptor

    /// Creates a timer on CLOCK_REALTIME or CLOCK_BOOTTIME. `onEvent` is called on the serial queue
    /// for each expiry and each clock change, with the descriptor, so that it can arm the timer
    /// again. Throws the error of timerfd_create(2).
    init(
        clock: clockid_t, queue: DispatchQueue,
        onEvent: @escaping @Sendable (Event, Int32) -> Void
    ) throws(SystemError) {
        let descriptor = timerfd_create(clock, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        guard descriptor >= 0 else { throw .last("timerfd_create") }
        readable = ReadableDescriptor(owning: descriptor, queue: queue) { descriptor in
            var expiries: UInt64 = 0
            let count = read(descriptor, &expiries, MemoryLayout<UInt64>.size)
            let event = Event(readCount: count, code: errno)
            if event != .none { onEvent(event, descriptor) }
        }
    }

    /// Arms the timer for an absolute time of its clock and replaces an earlier one. A time in the
    /// past expires at once; nil disarms.
    func arm(atMilliseconds milliseconds: Int64?) {
        readable.withDescriptor { Self.arm($0, atMilliseconds: milliseconds) }
    }

    /// Arms the descriptor by timerfd_settime(2); with `cancelledOnSet`, a discontinuous change of
    /// CLOCK_REALTIME wakes it too.
    static func arm(
        _ descriptor: Int32, atMilliseconds milliseconds: Int64?, cancelledOnSet: Bool = false
    ) {
        var moment = itimerspec()
        if let milliseconds {
            // All zeros would disarm, and a negative time is refused.
            let positive = max(1, milliseconds)
            moment.it_value = timespec(
                tv_sec: Int(positive / 1000), tv_nsec: Int(positive % 1000) * 1_000_000)
        }
        let flags =
            Int32(TFD_TIMER_ABSTIME)
            | (cancelledOnSet ? Int32(TFD_TIMER_CANCEL_ON_SET) : 0)
        timerfd_settime(descriptor, flags, &moment, nil)
    }

    /// Arms the timer from outside its handler.
    func withDescriptor(_ body: (Int32) -> Void) {
        readable.withDescriptor(body)
    }

    func cancel() {
        readable.cancel()
    }
}
