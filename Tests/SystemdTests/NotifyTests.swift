import Glibc
import Systemd
import Testing

/// Each test that sets the environment does so in a process of its own.
@Suite(.timeLimit(.minutes(1))) struct NotifyTests {
    /// A socket in the manager's place, named by `NOTIFY_SOCKET`.
    static func manager() throws -> Int32 {
        let scratch = try ScratchDirectory()
        let path = scratch.path("notify")
        let socket = try UnixSocket.bound(type: SOCK_DGRAM, path: path)
        setenv("NOTIFY_SOCKET", path, 1)
        // The directory has to outlive this function; the process removes it at its end.
        kept.append(scratch)
        return socket
    }

    nonisolated(unsafe) private static var kept: [ScratchDirectory] = []

    @Test func tellsReadyStatusAndStopping() async {
        await #expect(processExitsWith: .success) {
            let manager = try NotifyTests.manager()
            #expect(Notify.ready(status: "2 targets blocked"))
            #expect(UnixSocket.datagram(on: manager) == "READY=1\nSTATUS=2 targets blocked")
            #expect(Notify.ready())
            #expect(UnixSocket.datagram(on: manager) == "READY=1")
            #expect(Notify.status("quiet"))
            #expect(UnixSocket.datagram(on: manager) == "STATUS=quiet")
            #expect(Notify.stopping(status: "bye"))
            #expect(UnixSocket.datagram(on: manager) == "STOPPING=1\nSTATUS=bye")
            #expect(Notify.watchdog())
            #expect(UnixSocket.datagram(on: manager) == "WATCHDOG=1")
            #expect(UnixSocket.datagram(on: manager) == nil)
        }
    }

    @Test func aStatusCannotSmuggleAnAssignment() async {
        await #expect(processExitsWith: .success) {
            let manager = try NotifyTests.manager()
            #expect(Notify.status("rules\nMAINPID=1\rX\0Y"))
            #expect(UnixSocket.datagram(on: manager) == "STATUS=rules MAINPID=1 X Y")
        }
    }

    @Test func reloadingCarriesTheMonotonicTime() async {
        await #expect(processExitsWith: .success) {
            let manager = try NotifyTests.manager()
            let before = NotifyTests.monotonicMicroseconds()
            #expect(Notify.reloading())
            let after = NotifyTests.monotonicMicroseconds()
            let lines = UnixSocket.datagram(on: manager)?.split(separator: "\n") ?? []
            try #require(lines.count == 2)
            #expect(lines[0] == "RELOADING=1")
            try #require(lines[1].hasPrefix("MONOTONIC_USEC="))
            let time = try #require(Int64(lines[1].dropFirst("MONOTONIC_USEC=".count)))
            #expect((before...after).contains(time))
        }
    }

    @Test func goesOnWithoutAManager() async {
        await #expect(processExitsWith: .success) {
            unsetenv("NOTIFY_SOCKET")
            #expect(!Notify.ready())
            setenv("NOTIFY_SOCKET", "/nonexistent/notify", 1)
            #expect(!Notify.ready())
            setenv("NOTIFY_SOCKET", "no path", 1)
            #expect(!Notify.watchdog())
        }
    }

    @Test func readsTheWatchdogsInterval() async {
        await #expect(processExitsWith: .success) {
            unsetenv("WATCHDOG_PID")
            unsetenv("WATCHDOG_USEC")
            #expect(Notify.watchdogInterval == nil)
            setenv("WATCHDOG_USEC", "180000000", 1)
            #expect(Notify.watchdogInterval == .seconds(180))
            setenv("WATCHDOG_PID", "\(getpid())", 1)
            #expect(Notify.watchdogInterval == .seconds(180))
            setenv("WATCHDOG_PID", "1", 1)
            #expect(Notify.watchdogInterval == nil)
            unsetenv("WATCHDOG_PID")
            for damaged in ["", "0", "-5", "soon", "18446744073709551615"] {
                setenv("WATCHDOG_USEC", damaged, 1)
                #expect(Notify.watchdogInterval == nil, "for \(damaged)")
            }
        }
    }

    static func monotonicMicroseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
