import CSystemd
import Dispatch
import Glibc

/// The Dispatch sources that say when an sd_bus has something to do. Confined to the bus's queue.
///
/// The sources watch duplicates of the connection's descriptor: sd-bus closes its own when the peer
/// goes, and a number that is closed behind Dispatch's back may be somebody else's file a moment
/// later.
final class BusPump {
    private let queue: DispatchQueue
    private let onReady: @Sendable () -> Void
    private let readable: ReadableDescriptor?
    private let timer: any DispatchSourceTimer
    /// When the timer expires, CLOCK_MONOTONIC in nanoseconds; the greatest number is never.
    private(set) var armed = UInt64.max
    private var writable: (any DispatchSourceWrite)?

    /// Watches a started sd_bus, used on `queue` alone; `onReady` is called there when
    /// sd_bus_process(3) has something to do.
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

    /// Waits for what sd_bus_get_events(3) and sd_bus_get_timeout(3) ask for, until a deadline at
    /// the latest, CLOCK_MONOTONIC in nanoseconds. Reading is always watched.
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

    /// Sets the timer, unless it is set so already and has not expired: each setting is a system
    /// call, and most calls have the limit that the one before had.
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
