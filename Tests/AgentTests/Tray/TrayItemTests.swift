import Systemd
import TestBus
import Testing

@testable import soteria_agent

/// The tray item, as a tray and GNOME's indicator see it.
@Suite(
    .timeLimit(.minutes(30)),
    .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
struct TrayItemTests {
    private let daemon: PrivateBus
    private let tray: Bus
    private let executor = QueueExecutor(label: "test.tray")
    private let opened = Mailbox<String>()
    private let registered = Mailbox<BusMethodCall>()

    init() async throws {
        daemon = try PrivateBus()
        tray = try Bus(address: daemon.address)
    }

    private func beginWatcher() async throws {
        let registered = registered
        let watcher = BusObject(
            interface: "org.kde.StatusNotifierWatcher",
            call: { call in
                registered.post(call)
                return .values([])
            })
        try await tray.export(watcher, at: "/StatusNotifierWatcher")
        #expect(
            try await tray.acquire(
                name: "org.kde.StatusNotifierWatcher", timeLimit: .seconds(900)))
    }

    private func item() async throws -> TrayItem {
        let opened = opened
        let bus = try Bus(address: daemon.address, on: executor)
        let item = TrayItem(bus: bus, on: executor) {
            opened.post("open")
        } onEnd: {
            opened.post("end")
        }
        try await item.begin()
        return item
    }

    private func properties(_ interface: String, at path: String) async throws
        -> [String: BusValue]
    {
        try await tray.properties(
            destination: "org.soteria.Agent", path: path, interface: interface,
            timeLimit: .seconds(900))
    }

    private func tip() async throws -> String? {
        try await properties("org.kde.StatusNotifierItem", at: "/StatusNotifierItem")["ToolTip"]?
            .elements?.last?.text
    }

    @Test func itRegistersWithTheTray() async throws {
        try await beginWatcher()
        let item = try await item()
        let call = try await registered.next()
        #expect(call.member == "RegisterStatusNotifierItem")
        #expect(call.arguments == [.string("/StatusNotifierItem")])
        withExtendedLifetime(item) {}
    }

    @Test func itRegistersWithATrayThatComesLater() async throws {
        let item = try await item()
        try await beginWatcher()
        #expect(try await registered.next().member == "RegisterStatusNotifierItem")
        withExtendedLifetime(item) {}
    }

    @Test func itSaysWhatIsBlocked() async throws {
        let item = try await item()
        #expect(try await tip() == "Nothing is blocked.")
        let changes = Mailbox<BusSignal>()
        for member in ["NewToolTip", "PropertiesChanged"] {
            _ = try await tray.match(member: member, timeLimit: .seconds(900)) { changes.post($0) }
        }
        await item.show("Shopping until 06:30")
        #expect(try await changes.next().member == "NewToolTip")
        let change = try await changes.next()
        #expect(change.arguments[1].dictionary == ["Summary": .string("Shopping until 06:30")])
        #expect(try await tip() == "Shopping until 06:30")
        let properties = try await properties(
            "org.kde.StatusNotifierItem", at: "/StatusNotifierItem")
        #expect(properties["Status"] == .string("Active"))
        #expect(properties["IconName"] == .string("soteria"))
        let summary = try await self.properties("org.soteria.Agent", at: "/org/soteria/Agent")
        #expect(summary == ["Summary": .string("Shopping until 06:30")])
        await item.show(nil)
        #expect(try await tip() == "Nothing is blocked.")
    }

    @Test func theSameTextIsNoChange() async throws {
        let item = try await item()
        let changes = Mailbox<BusSignal>()
        _ = try await tray.match(member: "NewToolTip", timeLimit: .seconds(900)) {
            changes.post($0)
        }
        for text in ["a", "a", nil, nil, "b"] { await item.show(text) }
        // The reply comes after the signals.
        _ = try await tip()
        #expect(await changes.rest().count == 3)
    }

    @Test(arguments: [
        ("/StatusNotifierItem", "org.kde.StatusNotifierItem", "Activate"),
        ("/org/soteria/Agent", "org.soteria.Agent", "OpenToday"),
    ])
    func aClickOpensTheDashboard(_ path: String, _ interface: String, _ member: String)
        async throws
    {
        let item = try await item()
        _ = try await tray.call(
            destination: "org.soteria.Agent", path: path, interface: interface, member: member,
            arguments: member == "Activate" ? [.int32(0), .int32(0)] : [],
            timeLimit: .seconds(900))
        #expect(try await opened.next() == "open")
        withExtendedLifetime(item) {}
    }

    @Test func aLostBusIsTold() async throws {
        let item = try await item()
        daemon.end()
        #expect(try await opened.next() == "end")
        withExtendedLifetime(item) {}
    }
}

struct TraySummaryTests {
    @Test(
        arguments: [
            ([], nil), ([("Shopping", "06:30")], "Blocked: Shopping until 06:30"),
            ([("Games", nil)], "Blocked: Games"),
            ([("Shopping", "06:30"), ("Games", nil)], "Blocked: Games, Shopping until 06:30"),
            (
                [("D", nil), ("C", "01:00"), ("B", nil), ("A", nil), ("E", nil)],
                "Blocked: A, B, C until 01:00, and 2 more"
            ),
        ] as [([(String, String?)], String?)])
    func words(_ blocked: [(String, String?)], _ text: String?) {
        #expect(TraySummary.text(blocked.map { (name: $0.0, until: $0.1) }) == text)
    }
}
