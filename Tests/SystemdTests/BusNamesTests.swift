import TestBus
import Glibc
import Systemd
import Testing

@Suite(
    .timeLimit(.minutes(30)),
    .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"),
    .enabled(if: MockService.isInstalled, "python3-dbus and python3-gi are not installed"))
struct BusNamesTests {
    private static let name = "org.example.Watched"

    private let daemon: PrivateBus
    private let service: MockService
    private let bus: Bus

    init() throws {
        daemon = try PrivateBus()
        service = try MockService(on: daemon, script: MockService.values)
        bus = try Bus(address: daemon.address)
    }

    private func have(_ member: String, _ name: String = Self.name) async throws(BusError) {
        _ = try await bus.call(
            destination: BusArgumentTests.name, path: "/org/example",
            interface: BusArgumentTests.name, member: member, arguments: [.string(name)],
            timeLimit: .seconds(900))
    }

    private func owner(_ name: String) async throws -> String? {
        let owners = Mailbox<String?>()
        let watch = try await bus.watchOwner(of: name, timeLimit: .seconds(900)) {
            owners.post($0)
        }
        await watch.cancel()
        return try await owners.next()
    }

    @Test func findsTheOwnerOfAName() async throws {
        #expect(try await owner(BusArgumentTests.name)?.hasPrefix(":1.") == true)
        #expect(try await owner(Self.name) == nil)
        #expect(try await owner("org.freedesktop.DBus") == "org.freedesktop.DBus")
    }

    @Test func findsTheProcessBehindAName() async throws {
        let credentials = try await bus.credentials(
            of: BusArgumentTests.name, timeLimit: .seconds(900))
        #expect(credentials?.processID == service.processID)
        #expect(credentials?.userID == geteuid())
        #expect(try await bus.credentials(of: Self.name, timeLimit: .seconds(900)) == nil)
        let owner = try #require(try await owner(BusArgumentTests.name))
        #expect(try await bus.credentials(of: owner, timeLimit: .seconds(900)) == credentials)
    }

    @Test(arguments: ["", "a b", ".", "é"])
    func aNameThatIsNoneHasNoOwner(_ name: String) async throws {
        #expect(try await owner(name) == nil)
        #expect(try await bus.credentials(of: name, timeLimit: .seconds(900)) == nil)
    }

    @Test(arguments: ["no\0name", "'", "x',member='y"])
    func refusesToFollowWhatWouldNotSayWhatItMeans(_ name: String) async throws {
        let owners = Mailbox<String?>()
        do {
            _ = try await bus.watchOwner(of: name) { owners.post($0) }
            Issue.record("\(name) was taken in")
        } catch .invalidCall(let error) {
            #expect(error.code == EINVAL)
        }
        #expect(await owners.rest() == [])
        #expect(try await owner(Self.name) == nil, "goes on")
    }

    @Test func followsAName() async throws {
        let owners = Mailbox<String?>()
        let watch = try await bus.watchOwner(of: Self.name, timeLimit: .seconds(900)) {
            owners.post($0)
        }
        try await have("Take", "org.example.Another")
        try await have("Take")
        try await have("Release")
        try await have("Take")
        await watch.cancel()
        try await have("Release")
        let owner = try await owner(BusArgumentTests.name)
        #expect(await owners.rest() == [nil, owner, nil, owner])
    }

    @Test func beginsWithTheOwnerThatThereIs() async throws {
        try await have("Take")
        let owners = Mailbox<String?>()
        _ = try await bus.watchOwner(of: Self.name, timeLimit: .seconds(900)) { owners.post($0) }
        service.end()
        let first = try await owners.next()
        #expect(first?.hasPrefix(":1.") == true)
        #expect(try await owners.next() == nil, "who ends owns nothing")
    }

    @Test func watchesManyNames() async throws {
        let owners = Mailbox<String>()
        let names = (0..<20).map { "org.example.Name\($0)" }
        for name in names {
            _ = try await bus.watchOwner(of: name, timeLimit: .seconds(900)) { owner in
                if owner != nil { owners.post(name) }
            }
        }
        for name in names.reversed() { try await have("Take", name) }
        #expect(await owners.rest() == names.reversed())
    }

    @Test func endsWithTheConnection() async throws {
        let owners = Mailbox<String?>()
        await bus.close()
        await #expect(throws: BusError.disconnected) {
            try await bus.watchOwner(of: Self.name) { owners.post($0) }
        }
        await #expect(throws: BusError.disconnected) { try await owner(Self.name) }
        #expect(await owners.rest() == [])
    }
}
