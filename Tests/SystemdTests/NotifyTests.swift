import TestBus
import Glibc
import Systemd
import Testing

/// Each test that sets the environment does so in a process of its own.
@Suite(.timeLimit(.minutes(30))) struct NotifyTests {
    /// A socket in the manager's place, named by `NOTIFY_SOCKET`.
    private struct Manager {
        private let scratch: ScratchDirectory
        private let socket: Int32

        init() throws {
            scratch = try ScratchDirectory()
            socket = try UnixSocket.bound(type: SOCK_DGRAM, path: scratch.path("notify"))
            setenv("NOTIFY_SOCKET", scratch.path("notify"), 1)
        }

        /// The next datagram that came; nil if there is none.
        func received() -> String? { UnixSocket.datagram(on: socket) }
    }

    @Test func tellsReadyStatusAndStopping() async {
        await #expect(processExitsWith: .success) {
            let manager = try Manager()
            #expect(Notify.ready(status: "2 targets blocked"))
            #expect(manager.received() == "READY=1\nSTATUS=2 targets blocked")
            #expect(Notify.ready())
            #expect(manager.received() == "READY=1")
            #expect(Notify.status("quiet"))
            #expect(manager.received() == "STATUS=quiet")
            #expect(Notify.stopping(status: "bye"))
            #expect(manager.received() == "STOPPING=1\nSTATUS=bye")
            #expect(Notify.watchdog())
            #expect(manager.received() == "WATCHDOG=1")
            #expect(Notify.watchdog(timeout: .milliseconds(30_500)))
            #expect(manager.received() == "WATCHDOG=1\nWATCHDOG_USEC=30500000")
            #expect(manager.received() == nil)
        }
    }

    @Test func aStatusCannotSmuggleAnAssignment() async {
        await #expect(processExitsWith: .success) {
            let manager = try Manager()
            #expect(Notify.status("rules\nMAINPID=1\rX\0Y"))
            #expect(manager.received() == "STATUS=rules MAINPID=1 X Y")
        }
    }

    @Test func reloadingCarriesTheMonotonicTime() async {
        await #expect(processExitsWith: .success) {
            let manager = try Manager()
            let before = monotonicMicroseconds()
            #expect(Notify.reloading())
            let after = monotonicMicroseconds()
            let lines = manager.received()?.split(separator: "\n") ?? []
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
}

private func monotonicMicroseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}
