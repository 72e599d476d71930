import Localization
import Systemd

/// The item in the desktop's tray, `org.kde.StatusNotifierItem`, and the object that GNOME's
/// indicator reads: an icon, and a text about what is blocked.
///
/// Desktops without a tray have no watcher of such items; the object then stays unused. Nothing
/// happens between two changes of the text.
actor TrayItem {
    /// The name under which GNOME's indicator finds the agent.
    static let name = "org.soteria.Agent"
    static let path = "/org/soteria/Agent"
    private static let watcher = "org.kde.StatusNotifierWatcher"
    private static let itemPath = "/StatusNotifierItem"
    private static let itemInterface = "org.kde.StatusNotifierItem"
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let icon = "soteria"

    private let executor: QueueExecutor
    private let bus: Bus
    private let onOpen: @Sendable () -> Void
    private let onEnd: @Sendable () -> Void
    private var text: String?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Makes the item on a connection of its own to the session bus. `onOpen` is called on its
    /// queue when the person clicks the item, `onEnd` when the connection is lost.
    init(
        bus: Bus, on executor: QueueExecutor, onOpen: @escaping @Sendable () -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.bus = bus
        self.executor = executor
        self.onOpen = onOpen
        self.onEnd = onEnd
    }

    /// Exports the item, and registers it with every watcher that comes.
    func begin() async throws(BusError) {
        await bus.onDisconnect { [weak self] in
            self?.assumeIsolated { $0.onEnd() }
        }
        try await bus.export(item, at: Self.itemPath)
        try await bus.export(object, at: Self.path)
        // Another agent may have the name; the tray needs none.
        _ = try await bus.acquire(name: Self.name)
        _ = try await bus.watchOwner(of: Self.watcher) { [weak self] owner in
            if owner != nil { self?.assumeIsolated { $0.register() } }
        }
    }

    func end() async {
        await bus.close()
    }

    /// Shows another text; nil if nothing is blocked.
    func show(_ text: String?) {
        guard text != self.text else { return }
        self.text = text
        let status = status
        bus.assumeIsolated { bus in
            try? bus.emit(
                path: Self.itemPath, interface: Self.itemInterface, member: "NewToolTip")
            try? bus.emit(
                path: Self.itemPath, interface: Self.itemInterface, member: "NewStatus",
                arguments: [.string(status)])
            try? bus.emit(
                path: Self.path, interface: Self.properties, member: "PropertiesChanged",
                arguments: [
                    .string(Self.name), .dictionary([("Summary", .string(text ?? ""))]),
                    .strings([]),
                ])
        }
    }

    private func register() {
        bus.assumeIsolated { bus in
            bus.start(
                destination: Self.watcher, path: "/StatusNotifierWatcher",
                interface: Self.watcher, member: "RegisterStatusNotifierItem",
                arguments: [.string(Self.itemPath)]
            ) { _ in }
        }
    }

    /// A tray may hide an item that has nothing to say.
    private var status: String { text == nil ? "Passive" : "Active" }

    private nonisolated var item: BusObject {
        BusObject(
            interface: Self.itemInterface,
            properties: { [weak self] in self?.assumeIsolated { $0.itemProperties } ?? [] },
            call: { [weak self] call in
                switch call.member {
                case "Activate", "SecondaryActivate", "ContextMenu":
                    self?.assumeIsolated { $0.onOpen() }
                    return .values([])
                case "Scroll": return .values([])
                default: return nil
                }
            })
    }

    private var itemProperties: [(String, BusArgument)] {
        let tip = BusArgument.structure([
            .string(Self.icon), .array(of: "(iiay)", []), "Soteria",
            .string(text ?? localized("Nothing is blocked.")),
        ])
        return [
            ("Category", "SystemServices"), ("Id", "soteria"), ("Title", "Soteria"),
            ("Status", .string(status)), ("WindowId", .int32(0)),
            ("IconName", .string(Self.icon)), ("ToolTip", tip), ("ItemIsMenu", .boolean(false)),
            ("Menu", .path("/NO_DBUSMENU")),
        ]
    }

    private nonisolated var object: BusObject {
        BusObject(
            interface: Self.name,
            properties: { [weak self] in
                [("Summary", .string(self?.assumeIsolated { $0.text } ?? ""))]
            },
            call: { [weak self] call in
                guard call.member == "OpenToday" else { return nil }
                self?.assumeIsolated { $0.onOpen() }
                return .values([])
            })
    }
}
