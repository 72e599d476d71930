import Systemd

/// The desktop's notification service on the session bus, `org.freedesktop.Notifications` of the
/// Desktop Notifications Specification. A call starts the service if the bus can.
///
/// The actor shares the queue of its owner and reports events there.
actor NotificationService {
    enum Event: Sendable {
        case display(NoticeDisplay.Event)
        /// A button was pressed in the notification with this number.
        case pressed(UInt32, key: String)
        /// The connection to the bus is lost; nothing follows.
        case lost
    }

    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    /// The time limits of calls. Nothing waits for them, and a service that misses one is not
    /// called until it restarts, so the limits leave time for a desktop that is starting up.
    struct Limits: Sendable {
        /// The first one, which may have to start the service.
        var start = Duration.seconds(25)
        /// Any other.
        var call = Duration.seconds(20)
    }

    private let executor: QueueExecutor
    private let bus: Bus
    private let limits: Limits
    private let onEvent: @Sendable (Event) -> Void
    private var owner: String?
    private var hasBegun = false

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Makes the service on the session bus, on the same executor; `onEvent` is called on its
    /// queue.
    init(
        bus: Bus, on executor: QueueExecutor, limits: Limits = Limits(),
        onEvent: @escaping @Sendable (Event) -> Void
    ) {
        self.bus = bus
        self.executor = executor
        self.limits = limits
        self.onEvent = onEvent
    }

    /// Subscribes to the service's signals.
    func begin() async throws(BusError) {
        await bus.onDisconnect { [weak self] in
            self?.assumeIsolated { $0.onEvent(.lost) }
        }
        for member in ["ActionInvoked", "NotificationClosed"] {
            _ = try await bus.match(
                sender: Self.name, path: Self.path, interface: Self.name, member: member
            ) { [weak self] signal in
                self?.assumeIsolated { $0.handle(signal) }
            }
        }
        _ = try await bus.watchOwner(of: Self.name) { [weak self] owner in
            self?.assumeIsolated { $0.change(owner: owner) }
        }
        hasBegun = true
    }

    func end() async {
        await bus.close()
    }

    /// Performs an order of the display and reports the result.
    func perform(_ order: NoticeDisplay.Order) {
        switch order {
        case .ask:
            start("GetCapabilities", [], limits.start) { result in
                switch result {
                case .success(let values):
                    .capable(Capabilities((values.first?.elements ?? []).compactMap(\.text)))
                case .failure(let error): .unable(isSilent: error == .timedOut)
                }
            }
        case .show(let place, let form, let replaced):
            start("Notify", form.arguments(replacing: replaced), limits.call) { result in
                switch result {
                case .success(let values):
                    if let number = values.first?.count.flatMap(UInt32.init(exactly:)) {
                        .shown(place, number)
                    } else {
                        .notShown(place, isSilent: false)
                    }
                case .failure(let error): .notShown(place, isSilent: error == .timedOut)
                }
            }
        case .close(let number):
            // The reply is ignored: an error means that the notice is already gone.
            start("CloseNotification", [.uint32(number)], limits.call) { _ in nil }
        }
    }

    private func start(
        _ member: String, _ arguments: [BusArgument], _ timeLimit: Duration,
        event: @escaping @Sendable (Result<[BusValue], BusError>) -> NoticeDisplay.Event?
    ) {
        let onEvent = onEvent
        bus.assumeIsolated { bus in
            bus.start(
                destination: Self.name, path: Self.path, interface: Self.name, member: member,
                arguments: arguments, timeLimit: timeLimit
            ) { result in
                if let event = event(result) { onEvent(.display(event)) }
            }
        }
    }

    /// Handles a signal of the service; other programs can send similar signals straight to this
    /// connection.
    private func handle(_ signal: BusSignal) {
        guard signal.sender == owner, signal.arguments.count == 2,
            let number = signal.arguments[0].count.flatMap(UInt32.init(exactly:))
        else { return }
        switch signal.member {
        case "ActionInvoked":
            if let key = signal.arguments[1].text { onEvent(.pressed(number, key: key)) }
        case "NotificationClosed": onEvent(.display(.closed(number)))
        default: break
        }
    }

    private func change(owner: String?) {
        self.owner = owner
        // The owner at the start is no change.
        if hasBegun { onEvent(.display(.owner(isThere: owner != nil))) }
    }
}

extension NotificationForm {
    /// The arguments of Notify, `susssasa{sv}i`; `number` 0 replaces no notice.
    func arguments(replacing number: UInt32) -> [BusArgument] {
        [
            .string(Self.appName), .uint32(number), .string(Self.icon), .string(summary),
            .string(body), .strings(actions),
            .dictionary([
                ("urgency", .byte(Self.urgency)), ("category", .string(category)),
                ("desktop-entry", .string(Self.desktopEntry)),
            ]), .int32(timeout),
        ]
    }
}
