import CSystemd
import Dispatch
import Glibc

/// The Dispatch sources that wake an sd_bus when it has work. Confined to the bus's queue.
///
/// The sources watch duplicates of the connection's descriptor: sd-bus closes its own when the peer
/// goes, and a number that is closed without Dispatch's knowledge may belong to another file a
/// moment later.
final class BusPump {
    private let queue: DispatchQueue
    private let onReady: @Sendable () -> Void
    private let readable: ReadableDescriptor?
    private let timer: any DispatchSourceTimer
    /// The expiry of the timer, CLOCK_MONOTONIC in nanoseconds; the maximum means never.
    private(set) var armed = UInt64.max
    private var writable: (any DispatchSourceWrite)?

    /// Watches a started sd_bus that is used on `queue` alone; `onReady` is called there when
    /// sd_bus_process(3) has work.
    init(_ bus: OpaquePointer, queue: DispatchQueue, onReady: @escaping @Sendable () -> Void) {
        self.queue = queue
        self.onReady = onReady
        let duplicate = Self.duplicate(bus)
        readable =
            duplicate < 0
            ? nil : ReadableDescriptor(owning: duplicate, queue: queue) { _ in onReady() }
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { onReady() }
        timer.activate()
    }

    deinit {
        cancel()
    }

    /// Waits for the events of sd_bus_get_events(3) and sd_bus_get_timeout(3), at most until a
    /// deadline, CLOCK_MONOTONIC in nanoseconds. Reading is always watched.
    func wait(for bus: OpaquePointer, until deadline: UInt64?) {
        let wantsToWrite = sd_bus_get_events(bus) & Int32(POLLOUT) != 0
        if wantsToWrite, writable == nil {
            watchWriting(Self.duplicate(bus))
        } else if !wantsToWrite {
            writable?.cancel()
            writable = nil
        }
        var microseconds = UInt64.max
        let isLimited = sd_bus_get_timeout(bus, &microseconds) >= 0
        // Absolute on CLOCK_MONOTONIC, which is Dispatch's uptime; 0 is "now".
        let limit = isLimited && microseconds < UInt64.max / 1000 ? microseconds * 1000 : .max
        arm(at: max(1, min(limit, deadline ?? .max)))
    }

    /// Sets the timer unless it already has this value and has not expired: each setting is a
    /// system call, and most calls have the limit of the one before.
    private func arm(at nanoseconds: UInt64) {
        let isSet = nanoseconds == armed
        guard !isSet || nanoseconds <= DispatchTime.now().uptimeNanoseconds else { return }
        armed = nanoseconds
        timer.schedule(
            deadline: nanoseconds == .max
                ? .distantFuture : DispatchTime(uptimeNanoseconds: nanoseconds))
    }

    func cancel() {
        readable?.cancel()
        writable?.cancel()
        writable = nil
        timer.cancel()
    }

    private func watchWriting(_ descriptor: Int32) {
        guard descriptor >= 0 else { return }
        let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
        let onReady = onReady
        source.setEventHandler { onReady() }
        source.setCancelHandler { Glibc.close(descriptor) }
        source.activate()
        writable = source
    }

    private static func duplicate(_ bus: OpaquePointer) -> Int32 {
        fcntl(sd_bus_get_fd(bus), F_DUPFD_CLOEXEC, 0)
    }
}
