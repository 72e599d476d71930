import Dispatch
import Glibc

/// POSIX signals as events of a queue, none lost: a sigaction(2) handler writes each into a pipe,
/// which a Dispatch source reads.
///
/// Blocking them for a signalfd(2) would not do: `dispatchMain()`, and so every `async` `main`,
/// parks the main thread in sigsuspend(2) with an empty mask, where a blocked signal still ends the
/// process. And a Dispatch signal source loses what arrives before it is there. The pipe works
/// whichever thread takes the signal, and children inherit neither handlers nor a blocked mask.
package enum Signals {
    /// The pipe between handler and watch; -1 and the reason where there is none. A constant of
    /// plain numbers: a signal handler may touch nothing that locks or allocates.
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

    /// Holds signals back from now on, until `watch` delivers them, instead of letting them end the
    /// process.
    ///
    /// To be called first thing in `main`, so that none can come before it. System calls that a
    /// signal interrupts go on (SA_RESTART).
    package static func hold(_ signals: [Int32]) {
        // The handler must find the pipe there; and without a pipe signals had better keep their
        // effect.
        guard channel.code == 0 else { return }
        var action = sigaction()
        action.sa_flags = SA_RESTART
        action.__sigaction_handler.sa_handler = { signal in
            let code = errno
            var byte = UInt8(truncatingIfNeeded: signal)
            // A full pipe holds 65,536 signals that nobody has read: enough of them.
            _ = write(Signals.channel.writeEnd, &byte, 1)
            errno = code
        }
        for signal in signals { sigaction(signal, &action, nil) }
    }

    /// Delivers the signals given to `hold`, those that were held back already included, until the
    /// watch is dropped. A process has one watch at a time. `handler` is called on the serial
    /// queue; equal signals in quick succession may be one. Throws when there is no descriptor to
    /// be had.
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

    /// The signals that wait in the pipe, in the order in which they came.
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

/// A running watch of `Signals.watch`; keep it as long as the signals are wanted.
package final class SignalWatch: Sendable {
    private let readable: ReadableDescriptor

    fileprivate init(readable: ReadableDescriptor) {
        self.readable = readable
    }

    /// Ends the watch; the signals are held back again.
    package func cancel() {
        readable.cancel()
    }
}
