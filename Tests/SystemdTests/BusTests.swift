import TestBus
import Foundation
import Glibc
import Systemd
import Testing

@Suite(
    .timeLimit(.minutes(30)),
    .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"),
    .enabled(if: MockService.isInstalled, "python3-dbus and python3-gi are not installed"))
struct BusTests {
    private static let name = "org.freedesktop.timedate1"
    private static let path = "/org/freedesktop/timedate1"
    private static let test = "org.example.Test"

    private let daemon: PrivateBus
    private let service: MockService
    private let bus: Bus

    init() throws {
        daemon = try PrivateBus()
        service = try MockService(on: daemon)
        bus = try Bus(address: daemon.address)
    }

    private func call(
        _ member: String, _ arguments: [BusArgument] = [], limit: Duration = .seconds(900)
    ) async throws(BusError) -> [BusValue] {
        try await bus.call(
            destination: Self.name, path: Self.path, interface: Self.test, member: member,
            arguments: arguments, timeLimit: limit)
    }

    private func property(_ name: String) async throws(BusError) -> BusValue {
        try await bus.property(
            destination: Self.name, path: Self.path, interface: Self.name, name: name,
            timeLimit: .seconds(900))
    }

    /// A call that has reached the service and will not be answered.
    private func silentCall() async throws -> Task<[BusValue], any Error> {
        let arrived = Mailbox<BusSignal>()
        let match = try await bus.match(interface: Self.test) { arrived.post($0) }
        let call = Task { try await self.call("Silent") }
        _ = try await arrived.next()
        await match.cancel()
        return call
    }

    @Test func readsPropertiesOfEveryType() async throws {
        let expected: [(String, BusValue)] = [
            ("NTPSynchronized", .boolean(true)), ("Timezone", .string("Europe/Berlin")),
            ("TimeUSec", .unsigned(.max)), ("Path", .string("/a/b")), ("Byte", .unsigned(255)),
            ("Short", .signed(-5)), ("Word", .unsigned(65535)), ("Int", .signed(-7)),
            ("UInt", .unsigned(4_294_967_295)), ("Long", .signed(.min)), ("Double", .double(0.5)),
            ("Signature", .string("a{sv}")), ("Empty", .array([])),
            ("Nested", .structure([.signed(1), .array([.string("x")])])),
            ("Table", .array([.entry(key: .string("k"), value: .variant(.signed(1)))])),
        ]
        for (name, value) in expected {
            #expect(try await property(name) == value, "\(name)")
        }
    }

    @Test func callsWithStringsAndReadsTheReply() async throws {
        #expect(
            try await call("Echo", ["für", ""]) == [.string("für"), .string(""), .signed(3)])
        #expect(try await call("Nothing") == [])
    }

    @Test func answersManyCallsAtOnce() async throws {
        let seen = try await withThrowingTaskGroup(of: [BusValue].self) { group in
            for index in 0..<100 {
                group.addTask { try await call("Echo", [.string("\(index)"), "x"]) }
            }
            return try await group.reduce(into: Set<String>()) { seen, reply in
                if case .string(let text)? = reply.first { seen.insert(text) }
            }
        }
        #expect(seen == Set((0..<100).map(String.init)))
    }

    @Test func carriesLongArguments() async throws {
        // More than a socket's buffer takes at once, so that writing has to wait.
        let text = String(repeating: "x", count: 4_000_000)
        #expect(try await call("Echo", [.string(text), ""]).first == .string(text))
    }

    @Test func tellsRemoteErrors() async throws {
        await #expect(throws: BusError.remote(name: "org.example.Failed", message: "on purpose")) {
            try await call("Fail")
        }
        await #expect(
            throws: BusError.remote(
                name: "org.freedesktop.DBus.Error.UnknownProperty", message: "no Such")
        ) {
            try await property("Such")
        }
        do {
            _ = try await bus.call(
                destination: "org.example.Absent", path: "/", interface: Self.test,
                member: "Echo", timeLimit: .seconds(900))
            Issue.record("an absent service answered")
        } catch .remote(let name, _) {
            #expect(name == "org.freedesktop.DBus.Error.ServiceUnknown")
        }
    }

    @Test func givesUpAtTheTimeLimitAndGoesOn() async throws {
        await #expect(throws: BusError.timedOut) {
            try await call("Silent", limit: .milliseconds(50))
        }
        #expect(try await call("Nothing") == [])
    }

    @Test func refusesCallsThatAreNone() async throws {
        await #expect(throws: BusError.self) { try await call("no member") }
        do {
            _ = try await call("Echo", ["a\0b", ""])
            Issue.record("a string with NUL was sent")
        } catch .invalidCall(let error) {
            #expect(error.code == EINVAL)
        }
        #expect(try await call("Nothing") == [], "the connection is as it was")
    }

    @Test func deliversSignals() async throws {
        let signals = Mailbox<BusSignal>()
        let match = try await bus.match(
            sender: Self.name, path: Self.path, interface: Self.test, member: "Happened"
        ) { signals.post($0) }
        for text in ["one", "two"] {
            _ = try await call("Emit", [.string(text)])
            let signal = try await signals.next()
            #expect(signal.arguments == [.string(text), .unsigned(7)])
            #expect(signal.path == Self.path)
            #expect(signal.interface == Self.test)
            #expect(signal.member == "Happened")
            #expect(signal.sender.hasPrefix(":"))
        }
        await match.cancel()
        _ = try await call("Emit", ["three"])
        // The signal would have come before the reply.
        #expect(await signals.rest() == [])
    }

    @Test func deliversOnlyWhatMatches() async throws {
        let wanted = Mailbox<BusSignal>()
        let other = Mailbox<BusSignal>()
        _ = try await bus.match(interface: Self.test, member: "Other") { other.post($0) }
        _ = try await bus.match(interface: Self.test) { wanted.post($0) }
        _ = try await call("Emit", ["x"])
        #expect(try await wanted.next().member == "Happened")
        #expect(await other.rest() == [])
    }

    @Test func refusesAMatchThatIsNone() async throws {
        await #expect(throws: BusError.self) {
            try await bus.match(path: "no path") { _ in }
        }
        #expect(try await call("Nothing") == [])
    }

    @Test func endsWaitingCallsWithTheConnection() async throws {
        let silent = try await silentCall()
        await bus.close()
        await #expect(throws: BusError.disconnected) { try await silent.value }
        await #expect(throws: BusError.disconnected) { try await call("Nothing") }
        await #expect(throws: BusError.disconnected) { try await bus.match { _ in } }
        await bus.close()
    }

    @Test func endsWaitingCallsWithTheBus() async throws {
        let silent = try await silentCall()
        daemon.end()
        await #expect(throws: BusError.disconnected) { try await silent.value }
        await #expect(throws: BusError.disconnected) { try await call("Nothing") }
    }

    @Test func tellsThatAPeerWentAway() async throws {
        do {
            let silent = try await silentCall()
            _ = try await call("Die")
            _ = try await silent.value
            Issue.record("a dead service answered")
        } catch let error as BusError {
            guard case .remote(let name, _) = error else {
                Issue.record(error)
                return
            }
            #expect(name == "org.freedesktop.DBus.Error.NoReply")
        }
    }
}
