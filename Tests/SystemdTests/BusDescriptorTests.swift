import TestBus
import Glibc
import Systemd
import Testing

@Suite(
    .timeLimit(.minutes(30)),
    .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"),
    .enabled(if: MockService.isInstalled, "python3-dbus and python3-gi are not installed"))
struct BusDescriptorTests {
    private let daemon: PrivateBus
    private let service: MockService
    private let bus: Bus

    init() throws {
        daemon = try PrivateBus()
        service = try MockService(on: daemon, script: MockService.values)
        bus = try Bus(address: daemon.address)
    }

    private func call(_ member: String) async throws(BusError) -> [BusValue] {
        try await bus.call(
            destination: BusArgumentTests.name, path: "/org/example",
            interface: BusArgumentTests.name, member: member, timeLimit: .seconds(900))
    }

    private func write(_ text: String, to number: Int32) {
        #expect(Glibc.write(number, text, text.utf8.count) == text.utf8.count)
    }

    /// The service's pipe ends when nobody holds the descriptor any more: neither the reply nor
    /// this test.
    @Test func ownsADescriptorUntilItIsDropped() async throws {
        var reply = try await call("Writer")
        var descriptor = descriptor(of: reply)
        let number = try #require(descriptor?.number)
        #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
        write("one", to: number)
        reply = []
        write(" and two", to: number)
        descriptor = nil
        #expect(try await call("Written") == [.string("one and two")])
    }

    private func descriptor(of reply: [BusValue]) -> BusDescriptor? {
        if case .descriptor(let descriptor)? = reply.first { descriptor } else { nil }
    }

    @Test func findsADescriptorInsideADictionary() async throws {
        var table = try await call("Writers").first?.dictionary
        if case .descriptor(let descriptor)? = table?["one"] {
            write("x", to: descriptor.number)
        }
        table = nil
        #expect(try await call("Written") == [.string("x")])
    }

    @Test func dropsTheDescriptorOfAReplyThatCameTooLate() async throws {
        await #expect(throws: BusError.timedOut) {
            try await bus.call(
                destination: BusArgumentTests.name, path: "/org/example",
                interface: BusArgumentTests.name, member: "LateWriter",
                timeLimit: .milliseconds(1))
        }
        // However late the time is seen to be over, the answer comes after that.
        _ = try await call("AnswerLate")
        #expect(try await call("Written") == [.string("")])
    }

    @Test func twoDescriptorsAreTwo() async throws {
        let first = try await call("Writer")
        let second = try await call("Writer")
        #expect(first == first)
        #expect(first != second)
    }
}
