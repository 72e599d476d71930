import TestBus
import Glibc
import Systemd
import Testing

/// A connection with no bus between, as to a service manager's private socket.
@Suite(
    .timeLimit(.minutes(30)),
    .enabled(if: MockService.isInstalled, "python3-dbus and python3-gi are not installed"))
struct BusPeerTests {
    private static let interface = "org.example.Peer"

    private let scratch: ScratchDirectory
    private let peer: MockService
    private let bus: Bus

    init() throws {
        scratch = try ScratchDirectory()
        let address = "unix:path=\(scratch.path("peer"))"
        peer = try MockService(script: MockService.peer, address: address, in: scratch)
        bus = try Bus(peer: address)
    }

    private func call(
        _ member: String, _ arguments: BusArgument..., to destination: String? = nil,
        limit: Duration? = .seconds(900)
    ) async throws(BusError) -> [BusValue] {
        try await bus.call(
            destination: destination, path: "/org/example", interface: Self.interface,
            member: member, arguments: arguments, timeLimit: limit)
    }

    @Test func callsWithAndWithoutADestination() async throws {
        #expect(try await call("Echo", "a") == [.string("a")])
        #expect(try await call("Echo", "b", to: "org.example.Any") == [.string("b")])
        #expect(try await call("Echo", "c", limit: nil) == [.string("c")])
    }

    @Test func tellsThePeersErrors() async throws {
        do {
            _ = try await call("None")
            Issue.record("a method that is none answered")
        } catch .remote(let name, _) {
            #expect(name == "org.freedesktop.DBus.Error.UnknownMethod")
        }
    }

    @Test func deliversSignalsThatNobodySubscribedAt() async throws {
        let happened = Mailbox<BusSignal>()
        let all = Mailbox<BusSignal>()
        let other = Mailbox<BusSignal>()
        let match = try await bus.match(
            sender: "org.example.Any", path: "/org/example", interface: Self.interface,
            member: "Happened"
        ) { happened.post($0) }
        _ = try await bus.match { all.post($0) }
        _ = try await bus.match(member: "Other") { other.post($0) }
        _ = try await call("Emit", "one")
        let signal = try await happened.next()
        #expect(signal.arguments == [.string("one"), .unsigned(7)])
        #expect(signal.member == "Happened")
        #expect(signal.sender == "")
        await match.cancel()
        _ = try await call("Emit", "two")
        // The signals would have come before the reply.
        #expect(await happened.rest() == [])
        #expect(await other.rest() == [])
        #expect(
            await all.rest().map(\.member) == ["Happened", "Ignored", "Happened", "Ignored"])
    }

    @Test func choosesByTheFirstArgument() async throws {
        let chosen = Mailbox<BusSignal>()
        _ = try await bus.match(member: "Happened", argument0: "b") { chosen.post($0) }
        for text in ["a", "b", "bb"] { _ = try await call("Emit", .string(text)) }
        #expect(await chosen.rest().map(\.arguments) == [[.string("b"), .unsigned(7)]])
    }

    @Test(arguments: ["'", "a\0b", "x',member='y"])
    func refusesAMatchThatWouldNotSayWhatItMeans(_ text: String) async throws {
        do {
            _ = try await bus.match(argument0: text) { _ in }
            Issue.record("\(text) was taken in")
        } catch .invalidCall(let error) {
            #expect(error.code == EINVAL)
        }
        #expect(try await call("Echo", "a") == [.string("a")])
    }

    @Test func tellsThatThePeerWentAwayAfterItsCallsFailed() async throws {
        let events = Mailbox<String>()
        await bus.onDisconnect { events.post("lost") }
        await bus.onDisconnect { events.post("lost") }
        await bus.assumingIsolated { bus in
            bus.start(
                destination: nil, path: "/org/example", interface: Self.interface,
                member: "Silent", timeLimit: nil
            ) { outcome in events.post(outcome == .failure(.disconnected) ? "failed" : "?") }
        }
        await #expect(throws: BusError.disconnected) { try await call("Die") }
        await bus.close()
        await bus.onDisconnect { events.post("late") }
        #expect(await events.rest() == ["failed", "lost", "lost", "late"])
    }

    @Test func tellsALossWithoutACall() async throws {
        #expect(try await call("Echo", "a") == [.string("a")])
        let lost = Mailbox<Void>()
        await bus.onDisconnect { lost.post(()) }
        peer.end()
        try await lost.next()
        await #expect(throws: BusError.disconnected) { try await call("Echo", "a") }
        await #expect(throws: BusError.disconnected) { try await bus.match { _ in } }
    }

    @Test func isSilentAboutItsOwnEnd() async throws {
        let lost = Mailbox<String>()
        await bus.onDisconnect { lost.post("before") }
        await bus.close()
        await bus.onDisconnect { lost.post("after") }
        #expect(await lost.rest() == [])
    }

    @Test func letsAHandlerEndTheConnection() async throws {
        let failures = Mailbox<BusError>()
        let bus = bus
        _ = try await bus.match(member: "Happened") { _ in bus.assumeIsolated { $0.close() } }
        do {
            _ = try await call("Emit", "x")
            Issue.record("a closed connection answered")
        } catch { failures.post(error) }
        #expect(await failures.rest() == [.disconnected])
    }
}

extension Bus {
    /// Runs something inside the actor, as a handler on its queue would.
    func assumingIsolated(_ body: @Sendable (isolated Bus) -> Void) { body(self) }
}
