import Glibc
import Systemd
import TestBus
import Testing

/// Objects that one connection exports, called by another one.
@Suite(
    .timeLimit(.minutes(30)),
    .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
struct BusObjectTests {
    private static let name = "org.example.Exported"
    private static let path = "/org/example/Exported"
    private static let properties = "org.freedesktop.DBus.Properties"

    private let daemon: PrivateBus
    private let server: Bus
    private let client: Bus

    init() async throws {
        daemon = try PrivateBus()
        server = try Bus(address: daemon.address)
        client = try Bus(address: daemon.address)
        #expect(try await server.acquire(name: Self.name, timeLimit: .seconds(900)))
    }

    private static let icon = BusArgument.structure([
        "dialog", .array(of: "(iiay)", []), "Title", "Text",
    ])

    private func export(_ call: @escaping @Sendable (BusMethodCall) -> BusAnswer?) async throws {
        let object = BusObject(
            interface: Self.name,
            properties: {
                [
                    ("Status", "Active"), ("ToolTip", Self.icon), ("Menu", .path("/none")),
                    ("Scale", .double(1.5)),
                ]
            }, call: call)
        try await server.export(object, at: Self.path)
    }

    private func call(
        _ member: String, _ arguments: [BusArgument] = [], interface: String = Self.name,
        path: String = Self.path
    ) async throws(BusError) -> [BusValue] {
        try await client.call(
            destination: Self.name, path: path, interface: interface, member: member,
            arguments: arguments, timeLimit: .seconds(900))
    }

    private func remoteError(
        _ member: String, _ arguments: [BusArgument] = [], interface: String = Self.name,
        path: String = Self.path
    ) async -> String? {
        do {
            let reply = try await call(member, arguments, interface: interface, path: path)
            Issue.record("\(member) replied \(reply)")
            return nil
        } catch .remote(let name, _) {
            return name
        } catch {
            return "\(error)"
        }
    }

    @Test func aMethodIsCalledWithItsArgumentsAndAnswered() async throws {
        let calls = Mailbox<BusMethodCall>()
        try await export { call in
            calls.post(call)
            return .values([.string("done"), .uint32(7)])
        }
        let reply = try await call("Changed", ["firefox.desktop", .uint32(42)])
        #expect(reply == [.string("done"), .unsigned(7)])
        let call = try await calls.next()
        #expect(call.member == "Changed" && call.interface == Self.name)
        #expect(call.arguments == [.string("firefox.desktop"), .unsigned(42)])
        #expect(call.sender.hasPrefix(":"))
    }

    @Test func anErrorArrivesWithItsName() async throws {
        try await export { _ in .error(name: "org.example.No", message: "no") }
        #expect(await remoteError("Changed") == "org.example.No")
    }

    @Test(
        arguments: [
            [.array(of: "y", [.byte(1)])], [.strings([])], [.dictionary([])], [.variant("x")],
            [.structure(["x"])], Array(repeating: .byte(1), count: 9),
            [.string(String(repeating: "x", count: 65_537))],
        ] as [[BusArgument]])
    func argumentsThatNoMethodTakesAreRefusedUnread(_ arguments: [BusArgument]) async throws {
        let calls = Mailbox<BusMethodCall>()
        try await export { call in
            calls.post(call)
            return .values([])
        }
        let invalid = "org.freedesktop.DBus.Error.InvalidArgs"
        #expect(await remoteError("Changed", arguments) == invalid)
        #expect(await calls.rest().isEmpty)
        for member in ["Get", "GetAll"] {
            #expect(await remoteError(member, arguments, interface: Self.properties) == invalid)
        }
        let longest = BusArgument.string(String(repeating: "x", count: 65_536))
        #expect(try await call("Changed", Array(repeating: longest, count: 8)) == [])
    }

    @Test func whatTheObjectDoesNotHaveIsAnError() async throws {
        try await export { $0.member == "Changed" ? .values([]) : nil }
        #expect(try await call("Changed") == [])
        let unknown = "org.freedesktop.DBus.Error.UnknownMethod"
        #expect(await remoteError("Other") == unknown)
        #expect(await remoteError("Changed", interface: "org.example.Other") == unknown)
        #expect(await remoteError("Ping", ["x"], interface: Self.properties) == unknown)
        #expect(
            await remoteError("Changed", path: "/org/example/Nowhere")
                == "org.freedesktop.DBus.Error.UnknownObject")
    }

    @Test func anAnswerThatCannotBeWrittenIsAnError() async throws {
        try await export { _ in .values([.string("a\0b")]) }
        #expect(await remoteError("Changed") == "org.freedesktop.DBus.Error.Failed")
        try await export { _ in .values([.path("no path")]) }
        #expect(await remoteError("Changed") == "org.freedesktop.DBus.Error.Failed")
    }

    @Test func propertiesAreRead() async throws {
        try await export { _ in nil }
        let all = try await client.properties(
            destination: Self.name, path: Self.path, interface: Self.name,
            timeLimit: .seconds(900))
        #expect(
            all == [
                "Status": .string("Active"), "Menu": .string("/none"), "Scale": .double(1.5),
                "ToolTip": .structure([
                    .string("dialog"), .array([]), .string("Title"), .string("Text"),
                ]),
            ])
        let one = try await client.property(
            destination: Self.name, path: Self.path, interface: Self.name, name: "Status",
            timeLimit: .seconds(900))
        #expect(one == .string("Active"))
        let none = try await client.properties(
            destination: Self.name, path: Self.path, interface: "org.example.Other",
            timeLimit: .seconds(900))
        #expect(none == [:])
    }

    @Test func propertiesThatAreNotThereOrNotWritableAreErrors() async throws {
        try await export { _ in nil }
        let domain = "org.freedesktop.DBus.Error."
        let get = await remoteError("Get", [.string(Self.name), "No"], interface: Self.properties)
        #expect(get == domain + "UnknownProperty")
        let set = await remoteError(
            "Set", [.string(Self.name), "Status", .variant("x")], interface: Self.properties)
        #expect(set == domain + "PropertyReadOnly")
        let all = await remoteError("GetAll", [.uint32(1)], interface: Self.properties)
        #expect(all == domain + "InvalidArgs")
    }

    @Test func aWithdrawnObjectIsGone() async throws {
        try await export { _ in .values([]) }
        #expect(try await call("Changed") == [])
        await server.withdraw(Self.path)
        #expect(await remoteError("Changed") == "org.freedesktop.DBus.Error.UnknownObject")
    }

    @Test func anObjectIsReplaced() async throws {
        try await export { _ in .values(["first"]) }
        try await export { _ in .values(["second"]) }
        #expect(try await call("Changed") == [.string("second")])
    }

    @Test func signalsReachOthers() async throws {
        let signals = Mailbox<BusSignal>()
        _ = try await client.match(
            path: Self.path, interface: Self.name, member: "NewToolTip", timeLimit: .seconds(900)
        ) { signals.post($0) }
        try await server.emit(
            path: Self.path, interface: Self.name, member: "NewToolTip", arguments: ["text"])
        let signal = try await signals.next()
        #expect(signal.arguments == [.string("text")])
    }

    @Test func aConnectionKnowsItsUniqueName() async throws {
        let name = try await server.uniqueName()
        #expect(name.hasPrefix(":1."))
        try await export { _ in .values([.string(name)]) }
        let reply = try await client.call(
            destination: name, path: Self.path, interface: Self.name, member: "Changed",
            timeLimit: .seconds(900))
        #expect(reply == [.string(name)])
    }

    @Test func aNameHasOneOwner() async throws {
        #expect(try await server.acquire(name: Self.name, timeLimit: .seconds(900)))
        #expect(try await !client.acquire(name: Self.name, timeLimit: .seconds(900)))
    }

    @Test(arguments: ["", "org/example", "/a//b", "/a/"])
    func aPathThatIsNoneIsRefused(_ path: String) async throws {
        await #expect(throws: BusError.self) {
            try await server.export(BusObject(interface: Self.name), at: path)
        }
        await #expect(throws: BusError.self) {
            try await server.emit(path: path, interface: Self.name, member: "X")
        }
    }

    @Test func aClosedBusExportsNothing() async throws {
        await server.close()
        await #expect(throws: BusError.disconnected) {
            try await server.export(BusObject(interface: Self.name), at: Self.path)
        }
        await #expect(throws: BusError.disconnected) {
            try await server.emit(path: Self.path, interface: Self.name, member: "X")
        }
    }
}
