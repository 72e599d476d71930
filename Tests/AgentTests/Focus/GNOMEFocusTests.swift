import Synchronization
import Systemd
import TestBus
import Testing

@testable import soteria_agent

/// GNOME Shell with and without the extension, and Mutter's idle monitor, played by one connection.
@Suite(
    .timeLimit(.minutes(30)),
    .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
struct GNOMEFocusTests {
    private static let focus = "/org/soteria/Focus"
    private static let monitor = "/org/gnome/Mutter/IdleMonitor/Core"
    private static let mutter = "org.gnome.Mutter.IdleMonitor"

    private let daemon: PrivateBus
    private let shell: Bus
    private let executor = QueueExecutor(label: "test.gnome")
    private let reports = Mailbox<FocusReport>()
    private let calls = Mailbox<String>()

    init() async throws {
        daemon = try PrivateBus()
        shell = try Bus(address: daemon.address)
    }

    private func playExtension() async throws {
        let calls = calls
        let object = BusObject(
            interface: "org.soteria.Focus",
            call: { call in
                switch call.member {
                case "Get": return .values(["org.gnome.TextEditor.desktop", .uint32(5)])
                case "PutAway":
                    calls.post("put away \(call.arguments.first?.count ?? 0)")
                    return .values([.uint32(1)])
                default: return nil
                }
            })
        try await shell.export(object, at: Self.focus)
    }

    /// Plays Mutter; watches are numbered from 1. The last input was so many milliseconds ago.
    private func playMonitor(idleTime: UInt64 = 0) async throws {
        let calls = calls
        let last = Counter()
        let monitor = BusObject(
            interface: Self.mutter,
            call: { call in
                let number = call.arguments.first?.count
                calls.post("\(call.member) \(number.map(String.init) ?? "")")
                switch call.member {
                case "AddIdleWatch", "AddUserActiveWatch": return .values([.uint32(last.next())])
                case "GetIdletime": return .values([.uint64(idleTime)])
                default: return .values([])
                }
            })
        try await shell.export(monitor, at: Self.monitor)
        #expect(try await shell.acquire(name: Self.mutter, timeLimit: .seconds(900)))
    }

    private final class Counter: Sendable {
        private let last = Mutex<UInt32>(0)

        func next() -> UInt32 {
            last.withLock {
                $0 += 1
                return $0
            }
        }
    }

    private func source() async throws -> GNOMEFocus {
        #expect(try await shell.acquire(name: "org.gnome.Shell", timeLimit: .seconds(900)))
        let reports = reports
        let source = GNOMEFocus(
            bus: try Bus(address: daemon.address, on: executor), on: executor, awayAfter: 180
        ) { reports.post($0) }
        source.begin()
        return source
    }

    private func fire(_ watch: UInt32) async throws {
        try await shell.emit(
            path: Self.monitor, interface: Self.mutter, member: "WatchFired",
            arguments: [.uint32(watch)])
    }

    @Test func theExtensionTellsTheWindowInFront() async throws {
        try await playExtension()
        let source = try await source()
        #expect(
            try await reports.next()
                == .event(.front(FrontWindow(app: "org.gnome.TextEditor", process: 5))))
        #expect(
            try await reports.next()
                == .ready(FocusAbilities(reportsFront: true, putsAway: true)))
        for (app, process, window) in [
            ("firefox.desktop", 9, FrontWindow(app: "firefox", process: 9)),
            ("foot", 10, FrontWindow(app: "foot", process: 10)), ("", 0, nil),
        ] as [(String, UInt32, FrontWindow?)] {
            try await shell.emit(
                path: Self.focus, interface: "org.soteria.Focus", member: "Changed",
                arguments: [.string(app), .uint32(process)])
            #expect(try await reports.next() == .event(.front(window)))
        }
        source.putAway(FrontWindow(app: nil, process: 9))
        #expect(try await calls.next() == "put away 9")
    }

    @Test func theExtensionKnowsTheAgentByAName() async throws {
        try await playExtension()
        let source = try await source()
        for _ in 0..<2 { _ = try await reports.next() }
        let other = try Bus(address: daemon.address)
        #expect(try await !other.acquire(name: "org.soteria.Agent.Focus"))
        withExtendedLifetime(source) {}
    }

    @Test func idlenessIsToldWithoutTheExtension() async throws {
        try await playMonitor()
        let source = try await source()
        #expect(try await calls.next() == "AddIdleWatch 180000")
        #expect(
            try await reports.next() == .ready(FocusAbilities(reportsIdle: true, tellsInput: true)))
        try await fire(1)
        #expect(try await calls.next() == "AddUserActiveWatch ")
        #expect(try await reports.next() == .event(.idle(true)))
        try await fire(2)
        #expect(try await reports.next() == .event(.idle(false)))
        withExtendedLifetime(source) {}
    }

    @Test(arguments: [0, 3_599_999, 3_600_000])
    func whileSomethingInhibitsTheTimeSinceTheLastInputIsAskedFor(idleTime: UInt64) async throws {
        try await playMonitor(idleTime: idleTime)
        let source = try await source()
        guard case .ready = try await reports.next() else { Issue.record("not ready"); return }
        source.checkInput()
        #expect(
            try await reports.next()
                == .event(
                    idleTime < 3_600_000
                        ? .touched(ago: .milliseconds(Int64(idleTime))) : .idle(true)))
        withExtendedLifetime(source) {}
    }

    @Test func anExtensionThatIsSwitchedOffReportsNoWindowAnyMore() async throws {
        try await playMonitor()
        let source = try await source()
        guard case .ready = try await reports.next() else { Issue.record("not ready"); return }
        for app in ["firefox.desktop", ""] {
            try await shell.emit(
                path: Self.focus, interface: "org.soteria.Focus", member: "Changed",
                arguments: [.string(app), .uint32(app.isEmpty ? 0 : 9)])
        }
        guard case .ready = try await reports.next() else { Issue.record("not ready"); return }
        #expect(
            try await reports.next() == .event(.front(FrontWindow(app: "firefox", process: 9))))
        #expect(try await reports.next() == .event(.front(nil)))
        #expect(
            try await reports.next() == .ready(FocusAbilities(reportsIdle: true, tellsInput: true)))
        withExtendedLifetime(source) {}
    }

    @Test func theExtensionMayBeSwitchedOnLater() async throws {
        try await playMonitor()
        let source = try await source()
        guard case .ready(let before) = try await reports.next() else {
            Issue.record("not ready")
            return
        }
        #expect(!before.reportsFront)
        try await shell.emit(
            path: Self.focus, interface: "org.soteria.Focus", member: "Changed",
            arguments: ["firefox.desktop", .uint32(9)])
        guard case .ready(let after) = try await reports.next() else {
            Issue.record("not ready again")
            return
        }
        #expect(after.reportsFront && after.reportsIdle && after.putsAway)
        #expect(
            try await reports.next() == .event(.front(FrontWindow(app: "firefox", process: 9))))
        withExtendedLifetime(source) {}
    }

    @Test func anotherLimitGetsAnotherWatch() async throws {
        try await playMonitor()
        let source = try await source()
        guard case .ready = try await reports.next() else { Issue.record("not ready"); return }
        _ = try await calls.next()
        source.setAway(after: 60)
        #expect(try await calls.next() == "RemoveWatch 1")
        #expect(try await calls.next() == "AddIdleWatch 60000")
    }

    @Test func aShellWithNeitherIsOfNoUse() async throws {
        let source = try await source()
        guard case .lost = try await reports.next() else { Issue.record("of use"); return }
        withExtendedLifetime(source) {}
    }

    @Test func anEndOfTheShellLosesIt() async throws {
        try await playMonitor()
        let source = try await source()
        guard case .ready = try await reports.next() else { Issue.record("not ready"); return }
        await shell.close()
        guard case .lost = try await reports.next() else { Issue.record("not lost"); return }
        withExtendedLifetime(source) {}
    }
}
