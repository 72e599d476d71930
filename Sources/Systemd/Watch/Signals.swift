import Dispatch
import Glibc

/// POSIX signals as events of a queue, without loss: a sigaction(2) handler writes each signal into
/// a pipe, which a Dispatch source reads.
///
/// Blocking signals for a signalfd(2) does not work: `dispatchMain()`, and so every `async` `main`,
/// parks the main thread in sigsuspend(2) with an empty mask, where a blocked signal still ends the
/// process. A Dispatch signal source loses signals that arrive before it exists. The pipe works in
/// whichever thread a signal arrives, and children inherit neither handlers nor a blocked mask.
package enum Signals {
    /// The pipe between handler and watch; -1 and the error if there is none. A constant of plain
    /// numbers, because a signal handler must not lock or allocate.
    private struct Channel: Sendable {
        let readEnd: Int32
        let writeEnd: Int32
        let code: Int32

        init() {
            var ends: [Int32] = [-1, -1]
            code = pipe(&ends) == 0 ? 0 : errno
            for end in ends where code == 0 {
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
            readEnd = ends[0]
            writeEnd = ends[1]
        }
    }

    private static let channel = Channel()

    /// Holds signals from now on, until `watch` delivers them, instead of letting them end the
    /// process.
    ///
    /// Call it first in `main`, so that no signal can come before. System calls that a signal
    /// interrupts are restarted (SA_RESTART).
    package static func hold(_ signals: [Int32]) {
        // The handler needs the pipe; without one, signals keep their default effect.
        guard channel.code == 0 else { return }
        var action = sigaction()
        action.sa_flags = SA_RESTART
        action.__sigaction_handler.sa_handler = { signal in
            let code = errno
            var byte = UInt8(truncatingIfNeeded: signal)
            // A full pipe holds 65,536 unread signals, which is enough.
            _ = write(Signals.channel.writeEnd, &byte, 1)
            errno = code
        }
        for signal in signals { sigaction(signal, &action, nil) }
    }

    /// Delivers the signals given to `hold`, even those already held, until the watch is released.
    /// A process has one watch at a time. `handler` is called on the serial queue; equal signals in
    /// quick succession may be one call. Throws if no descriptor is available.
    package static func watch(
        _ signals: [Int32], queue: DispatchQueue, handler: @escaping @Sendable (Int32) -> Void
    ) throws(SystemError) -> SignalWatch {
        guard channel.code == 0 else { throw SystemError(function: "pipe", code: channel.code) }
        hold(signals)
        // A duplicate, which the watch may close: signals after its end wait for the next one.
        let descriptor = fcntl(channel.readEnd, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw .last("fcntl(F_DUPFD_CLOEXEC)") }
        return SignalWatch(
            readable: ReadableDescriptor(owning: descriptor, queue: queue) { descriptor in
                for signal in pending(on: descriptor) where signals.contains(signal) {
                    handler(signal)
                }
            })
    }

    /// Reads the signals in the pipe, in order of arrival.
    private static func pending(on descriptor: Int32) -> [Int32] {
        var signals: [Int32] = []
        var buffer = [UInt8](repeating: 0, count: 256)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return signals }
            signals += buffer.prefix(count).map(Int32.init)
        }
    }
}

/// A running watch of `Signals.watch`; keep it as long as signals are needed.
package final class SignalWatch: Sendable {
    private let readable: ReadableDescriptor

    fileprivate init(readable: ReadableDescriptor) {
        self.readable = readable
    }

    /// Ends the watch; signals are held again.
    package func cancel() {
        readable.cancel()
    }
}
