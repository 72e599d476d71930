import CSystemd
import Glibc

/// Messages of a service to the service manager: sd_notify(3), datagrams to `NOTIFY_SOCKET`.
///
/// Each function returns false if nothing is listening or the datagram could not be sent; callers
/// continue in either case.
package enum Notify {
    /// `READY=1`: start-up, or an announced reload, is over. The status is for `systemctl status`;
    /// nil keeps the earlier one.
    @discardableResult
    package static func ready(status: String? = nil) -> Bool {
        send(["READY=1"] + assignment(status))
    }

    /// `RELOADING=1` with `MONOTONIC_USEC`, which `Type=notify-reload` demands; `ready()` ends it.
    @discardableResult
    package static func reloading() -> Bool {
        send(["RELOADING=1", "MONOTONIC_USEC=\(monotonicMicroseconds())"])
    }

    /// `STOPPING=1`: the service is stopping.
    @discardableResult
    package static func stopping(status: String? = nil) -> Bool {
        send(["STOPPING=1"] + assignment(status))
    }

    /// `STATUS=`: the state in words, one line (line breaks become spaces: they would begin a new
    /// assignment).
    @discardableResult
    package static func status(_ text: String) -> Bool {
        send(assignment(text))
    }

    /// `WATCHDOG=1`: the service is alive.
    @discardableResult
    package static func watchdog() -> Bool {
        send(["WATCHDOG=1"])
    }

    /// `WATCHDOG_USEC=` with `WATCHDOG=1`: the service is alive, and from now on the manager takes
    /// it for dead after this time. A restart of the service ends that.
    @discardableResult
    package static func watchdog(timeout: Duration) -> Bool {
        let (seconds, attoseconds) = timeout.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        return send(["WATCHDOG=1", "WATCHDOG_USEC=\(microseconds)"])
    }

    /// The time without `watchdog()` after which the manager takes the service for dead, from
    /// sd_watchdog_enabled(3); nil if it does not watch this process. Notify at least twice as
    /// often.
    package static var watchdogInterval: Duration? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0, microseconds < UInt64(Int64.max) else {
            return nil
        }
        return .microseconds(Int64(microseconds))
    }

    private static func assignment(_ status: String?) -> [String] {
        guard let status else { return [] }
        let line = status.unicodeScalars.map { $0 == "\n" || $0 == "\r" || $0 == "\0" ? " " : $0 }
        var text = "STATUS="
        text.unicodeScalars.append(contentsOf: line)
        return [text]
    }

    private static func send(_ assignments: [String]) -> Bool {
        sd_notify(0, assignments.joined(separator: "\n")) > 0
    }

    private static func monotonicMicroseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
