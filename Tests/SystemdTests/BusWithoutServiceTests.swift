import TestBus
import Foundation
import Glibc
import Systemd
import Testing

@Suite(.timeLimit(.minutes(30))) struct BusWithoutServiceTests {
    @Test func saysThatThereIsNoBus() throws {
        let scratch = try ScratchDirectory()
        #expect(throws: BusError.self) { try Bus(address: "unix:path=\(scratch.path("none"))") }
        #expect(throws: BusError.self) { try Bus(address: "no address") }
        do {
            _ = try Bus(address: "unix:path=\(scratch.path("none"))")
            Issue.record("there is a bus")
        } catch .unavailable(let error) {
            #expect(error.code == ENOENT)
        }
    }

    /// A peer that accepts and never says a word: sd-bus itself would wait a minute and a half for
    /// it.
    @Test func givesUpOnABusThatIsSilent() async throws {
        let scratch = try ScratchDirectory()
        let listening = try UnixSocket.listening(path: scratch.path("silent"))
        defer { close(listening) }
        let bus = try Bus(address: "unix:path=\(scratch.path("silent"))")
        await #expect(throws: BusError.timedOut) {
            try await bus.call(
                destination: "org.example", path: "/", interface: "org.example", member: "M",
                timeLimit: .milliseconds(50))
        }
        #expect(await TimeDate.isSynchronized(on: bus, timeLimit: .milliseconds(50)) == nil)
        await bus.close()
    }

    @Test func endsWithAPeerThatHangsUp() async throws {
        let scratch = try ScratchDirectory()
        let listening = try UnixSocket.listening(path: scratch.path("rude"))
        let bus = try Bus(address: "unix:path=\(scratch.path("rude"))")
        let connection = accept(listening, nil, nil)
        close(connection)
        close(listening)
        await #expect(throws: BusError.disconnected) {
            try await bus.call(
                destination: "org.example", path: "/", interface: "org.example", member: "M",
                timeLimit: .seconds(900))
        }
    }

    @Test func endsWithAPeerThatTalksNonsense() async throws {
        let scratch = try ScratchDirectory()
        let listening = try UnixSocket.listening(path: scratch.path("nonsense"))
        let bus = try Bus(address: "unix:path=\(scratch.path("nonsense"))")
        let connection = accept(listening, nil, nil)
        defer { [connection, listening].forEach { close($0) } }
        let text = String(repeating: "HTTP/1.1 400 Bad Request\r\n", count: 10)
        #expect(write(connection, text, text.utf8.count) == text.utf8.count)
        await #expect(throws: BusError.disconnected) {
            try await bus.call(
                destination: "org.example", path: "/", interface: "org.example", member: "M",
                timeLimit: .seconds(900))
        }
    }

    @Test func aBusThatIsDroppedUnusedIsClosed() throws {
        let scratch = try ScratchDirectory()
        let listening = try UnixSocket.listening(path: scratch.path("bus"))
        defer { close(listening) }
        var bus: Bus? = try Bus(address: "unix:path=\(scratch.path("bus"))")
        #expect(bus != nil)
        let connection = accept(listening, nil, nil)
        defer { close(connection) }
        bus = nil
        // The bytes that sd-bus sent at its start, then the end.
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(connection, &buffer, buffer.count) > 0 {}
        #expect(read(connection, &buffer, buffer.count) <= 0)
    }
}

@Suite(
    .timeLimit(.minutes(30)),
    .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
struct TimeDateTests {
    @Test(
        .enabled(if: MockService.isInstalled, "python3-dbus and python3-gi are not installed"))
    func readsWhetherTheClockIsSynchronized() async throws {
        let daemon = try PrivateBus()
        let service = try MockService(on: daemon)
        let bus = try Bus(address: daemon.address)
        let answer = await TimeDate.isSynchronized(on: bus, timeLimit: .seconds(900))
        #expect(answer == true)
        withExtendedLifetime(service) {}
    }

    @Test func knowsNothingWithoutTheService() async throws {
        let daemon = try PrivateBus()
        let bus = try Bus(address: daemon.address)
        #expect(await TimeDate.isSynchronized(on: bus, timeLimit: .seconds(900)) == nil)
    }

    @Test(
        .enabled(if: MockService.isInstalled, "python3-dbus and python3-gi are not installed"))
    func findsTheSystemBusByItself() async throws {
        let daemon = try PrivateBus()
        let service = try MockService(on: daemon)
        let address: String = daemon.address
        await #expect(processExitsWith: .success) { [address = address as String] in
            setenv("DBUS_SYSTEM_BUS_ADDRESS", address, 1)
            #expect(await TimeDate.isSynchronized(timeLimit: .seconds(900)) == true)
            setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent", 1)
            #expect(await TimeDate.isSynchronized() == nil)
            setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
            #expect(throws: Never.self) { try Bus.user() }
        }
        withExtendedLifetime(service) {}
    }

    @Test func leavesNoDescriptorBehind() async throws {
        let daemon = try PrivateBus()
        let address: String = daemon.address
        await #expect(processExitsWith: .success) { [address = address as String] in
            alarm(60)
            func descriptors() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }
            // Dispatch opens what it keeps for itself at its first use.
            _ = await TimeDate.isSynchronized(on: try Bus(address: address))
            var counts: [Int] = []
            for round in 0..<20 {
                let bus = try Bus(address: address)
                _ = try await bus.match(interface: "org.example") { _ in }
                #expect(await TimeDate.isSynchronized(on: bus) == nil)
                if round.isMultiple(of: 2) { await bus.close() }
                counts.append(try descriptors())
            }
            // Dispatch closes them a moment after the cancellation; each left behind would stay.
            while try descriptors() > counts[0] { await Task.yield() }
        }
        withExtendedLifetime(daemon) {}
    }
}
