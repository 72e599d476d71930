import Foundation
import Systemd
import TestBus
import Testing

@testable import soteria_agent

/// KWin's scripting, played by a connection that reads the script and calls as the script would.
@Suite(
    .timeLimit(.minutes(30)),
    .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
struct KWinFocusTests {
    private static let interface = "org.kde.kwin.Scripting"

    private let daemon: PrivateBus
    private let kwin: Bus
    private let executor = QueueExecutor(label: "test.kwin")
    private let reports = Mailbox<FocusReport>()
    private let calls = Mailbox<[String]>()

    init() async throws {
        daemon = try PrivateBus()
        kwin = try Bus(address: daemon.address)
    }

    /// Plays KWin; each script's text is posted with its name. A script's object is at `path`.
    private func play(path: String = "/Scripting/Script7") async throws {
        let calls = calls
        let scripting = BusObject(
            interface: Self.interface,
            call: { call in
                let texts = call.arguments.compactMap(\.text)
                switch call.member {
                case "loadScript":
                    let text = (try? String(contentsOfFile: texts[0], encoding: .utf8)) ?? "none"
                    calls.post(["load", texts[1], text])
                    return .values([.int32(7)])
                case "unloadScript":
                    calls.post(["unload"] + texts)
                    return .values([.boolean(true)])
                case "start":
                    calls.post(["start"])
                    return .values([])
                default: return nil
                }
            })
        try await kwin.export(scripting, at: "/Scripting")
        let script = BusObject(
            interface: "org.kde.kwin.Script",
            call: { call in
                calls.post([call.member])
                return .values([])
            })
        try await kwin.export(script, at: path)
        #expect(try await kwin.acquire(name: "org.kde.KWin", timeLimit: .seconds(900)))
    }

    private func source() throws -> KWinFocus {
        let bus = try Bus(address: daemon.address, on: executor)
        let reports = reports
        return KWinFocus(bus: bus, on: executor, directory: daemon.scratch.path("")) {
            reports.post($0)
        }
    }

    /// The service that a loaded script calls.
    private func service(of script: String) throws -> String {
        let start = try #require(script.firstRange(of: "callDBus(\""))
        return String(script[start.upperBound...].prefix { $0 != "\"" })
    }

    private func report(
        _ arguments: [BusArgument], to service: String, from bus: Bus? = nil
    ) async throws(BusError) {
        _ = try await (bus ?? kwin).call(
            destination: service, path: "/org/soteria/Focus", interface: "org.soteria.Focus",
            member: "Changed", arguments: arguments, timeLimit: .seconds(900))
    }

    private func begun(
        path: String = "/Scripting/Script7"
    ) async throws -> (KWinFocus, service: String) {
        try await play(path: path)
        let source = try source()
        source.begin()
        #expect(try await calls.next() == ["unload", "org.soteria.Focus"])
        let load = try await calls.next()
        #expect(load.prefix(2) == ["load", "org.soteria.Focus"])
        #expect(!load[2].contains(".caption"), "no title is read")
        #expect(try await calls.next() == ["run"])
        // This script did not report while it was run.
        #expect(try await calls.next() == ["start"])
        let service = try service(of: load[2])
        try await report(["", .int32(0)], to: service)
        #expect(
            try await reports.next()
                == .ready(FocusAbilities(reportsFront: true, putsAway: true)))
        #expect(try await reports.next() == .event(.front(nil)))
        return (source, service)
    }

    @Test func theScriptIsLoadedAndItsCallsAreReports() async throws {
        let (source, service) = try await begun()
        try await report(["org.kde.kate", .int32(42)], to: service)
        #expect(
            try await reports.next()
                == .event(.front(FrontWindow(app: "org.kde.kate", process: 42))))
        try await report(["foot.desktop", .double(43)], to: service)
        #expect(
            try await reports.next() == .event(.front(FrontWindow(app: "foot", process: 43))))
        try await report(["", .int32(0)], to: service)
        #expect(try await reports.next() == .event(.front(nil)))
        withExtendedLifetime(source) {}
    }

    @Test func onlyKWinMayReport() async throws {
        let (source, service) = try await begun()
        let other = try Bus(address: daemon.address)
        await #expect(throws: BusError.self) {
            try await report(["org.kde.kate", .int32(42)], to: service, from: other)
        }
        try await report(["last", .int32(1)], to: service)
        #expect(
            try await reports.next() == .event(.front(FrontWindow(app: "last", process: 1))))
        withExtendedLifetime(source) {}
    }

    @Test(arguments: [[], ["x"], [.int32(1), .int32(1)]] as [[BusArgument]])
    func anotherFormIsRefused(_ arguments: [BusArgument]) async throws {
        let (source, service) = try await begun()
        await #expect(throws: BusError.self) { try await report(arguments, to: service) }
        withExtendedLifetime(source) {}
    }

    /// KWin 5.27.
    @Test func scriptsAreFoundUnderTheirNumbersAlone() async throws {
        let (source, service) = try await begun(path: "/7")
        try await report(["org.kde.kate", .int32(42)], to: service)
        #expect(
            try await reports.next()
                == .event(.front(FrontWindow(app: "org.kde.kate", process: 42))))
        withExtendedLifetime(source) {}
    }

    @Test func aScriptThatDoesNotRunIsTakenOutAgain() async throws {
        try await play(path: "/elsewhere")
        let source = try source()
        source.begin()
        #expect(try await calls.next() == ["unload", "org.soteria.Focus"])
        #expect(try await calls.next().first == "load")
        #expect(try await calls.next() == ["unload", "org.soteria.Focus"])
        guard case .lost = try await reports.next() else { Issue.record("not lost"); return }
        #expect(access(daemon.scratch.path("focus.js"), F_OK) != 0)
        withExtendedLifetime(source) {}
    }

    /// KWin 5 gives a number again while another script may still have it.
    @Test func oneScriptAtATimePutsWindowsAway() async throws {
        let (source, _) = try await begun()
        for process: Int32 in [42, 43] {
            source.putAway(FrontWindow(app: nil, process: process))
        }
        var members: [String] = []
        for _ in 0..<8 { members.append(try await calls.next()[0]) }
        #expect(members == ["unload", "load", "run", "unload", "unload", "load", "run", "unload"])
        withExtendedLifetime(source) {}
    }

    @Test func windowsArePutAwayByAScriptOfTheirOwn() async throws {
        let (source, _) = try await begun()
        source.putAway(FrontWindow(app: "a\";evil()//", process: 42))
        #expect(try await calls.next() == ["unload", "org.soteria.Focus.putAway"])
        let load = try await calls.next()
        #expect(load[0] == "load" && load[1] != "org.soteria.Focus")
        #expect(load[2].contains("window.pid === 42"))
        #expect(load[2].contains("a\\u{22};evil()//"), "stays inside the string")
        #expect(try await calls.next() == ["run"])
        #expect(try await calls.next() == ["unload", load[1]])
        withExtendedLifetime(source) {}
    }

    @Test func theScriptIsUnloadedAtTheEnd() async throws {
        let (source, _) = try await begun()
        source.end()
        #expect(try await calls.next() == ["unload", "org.soteria.Focus"])
    }

    @Test func withoutKWinItIsOfNoUse() async throws {
        let source = try source()
        source.begin()
        guard case .lost = try await reports.next() else {
            Issue.record("it is not of no use")
            return
        }
        withExtendedLifetime(source) {}
    }

    @Test func anEndOfKWinLosesIt() async throws {
        let (source, _) = try await begun()
        await kwin.close()
        guard case .lost = try await reports.next() else { Issue.record("not lost"); return }
        withExtendedLifetime(source) {}
    }

    @Test(
        arguments: [
            (.int32(7), 7), (.uint32(7), 7), (.double(7), 7), (.int32(0), nil), (.int32(-1), nil),
            (.double(1.5), nil), (.double(-3), nil), (.string("7"), nil), (.uint32(.max), nil),
        ] as [(BusArgument, Int32?)])
    func processesAreReadFromAnyNumber(_ argument: BusArgument, _ process: Int32?) async throws {
        let server = try Bus(address: daemon.address)
        let client = try Bus(address: daemon.address)
        let object = BusObject(interface: "org.example.Echo", call: { _ in .values([argument]) })
        try await server.export(object, at: "/echo")
        let reply = try await client.call(
            destination: try await server.uniqueName(), path: "/echo",
            interface: "org.example.Echo", member: "Echo", timeLimit: .seconds(900))
        #expect(try #require(reply.first).process == process)
    }
}
