import Systemd

/// Reports the window in front on GNOME: Soteria's extension of the shell tells it, and Mutter's
/// idle monitor tells when the person is away.
///
/// The shell shows no other program which window is in front, so without the extension the source
/// is of no use for that, but still reports idleness.
actor GNOMEFocus: FocusSource {
    private static let shell = "org.gnome.Shell"
    private static let path = "/org/soteria/Focus"
    private static let interface = "org.soteria.Focus"
    /// The name by which the extension knows the connection: it tells and obeys no other.
    private static let name = "org.soteria.Agent.Focus"
    private static let mutter = "org.gnome.Mutter.IdleMonitor"
    private static let monitor = "/org/gnome/Mutter/IdleMonitor/Core"
    private static let screenSaver = "org.gnome.ScreenSaver"

    private let executor: QueueExecutor
    private let bus: Bus
    private let onReport: @Sendable (FocusReport) -> Void
    private var owner: String?
    private var isOver = false
    private var abilities = FocusAbilities()
    private var idleness: MutterIdleness

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Makes the source on a connection of its own to the session bus; the person is away after so
    /// many seconds without input.
    init(
        bus: Bus, on executor: QueueExecutor, awayAfter seconds: Int,
        onReport: @escaping @Sendable (FocusReport) -> Void
    ) {
        self.bus = bus
        self.executor = executor
        self.onReport = onReport
        idleness = MutterIdleness(awayAfter: seconds)
    }

    nonisolated func begin() {
        executor.start { await self.connect() }
    }

    nonisolated func end() {
        executor.start { await self.close() }
    }

    nonisolated func putAway(_ window: FrontWindow) {
        executor.start { await self.minimise(window) }
    }

    nonisolated func setAway(after seconds: Int) {
        executor.start { await self.changeLimit(to: seconds) }
    }

    nonisolated func checkInput() {
        executor.start { await self.askForInput() }
    }

    private func connect() async {
        await bus.onDisconnect { [weak self] in
            self?.assumeIsolated { $0.lose("the connection to the session bus was closed") }
        }
        do throws(BusError) {
            try await follow()
            guard owner != nil else { return lose("GNOME Shell is not running") }
            try? await followIdleness()
            await ask()
            guard abilities.reportsFront || abilities.reportsIdle else {
                return lose("GNOME Shell has neither Soteria's extension nor an idle monitor")
            }
            onReport(.ready(abilities))
        } catch {
            lose("GNOME Shell cannot be reached: \(error)")
        }
    }

    private func close() async {
        isOver = true
        await bus.close()
    }

    private func follow() async throws(BusError) {
        _ = try await bus.match(
            sender: Self.shell, path: Self.path, interface: Self.interface, member: "Changed"
        ) { [weak self] signal in
            self?.assumeIsolated { $0.handle(signal) }
        }
        _ = try await bus.watchOwner(of: Self.shell) { [weak self] owner in
            self?.assumeIsolated { $0.ownerChanged(owner) }
        }
        _ = try await bus.acquire(name: Self.name, timeLimit: .seconds(10))
    }

    private func ownerChanged(_ owner: String?) {
        let wasThere = self.owner != nil
        self.owner = owner
        if wasThere { lose("GNOME Shell ended or was replaced") }
    }

    private func lose(_ reason: String) {
        guard !isOver else { return }
        isOver = true
        onReport(.lost(reason))
    }

    // MARK: The window in front

    /// Asks the extension, which may not be there.
    private func ask() async {
        if let reply = try? await get() { changed(reply) }
    }

    /// Handles a signal. The bus delivers one that is addressed to the connection from any sender.
    private func handle(_ signal: BusSignal) {
        if signal.sender == owner { changed(signal.arguments) }
    }

    /// Handles a report of the extension, `su`: the app's desktop file and the process. It is also
    /// the sign that the extension was switched on.
    private func changed(_ arguments: [BusValue]) {
        guard !isOver, arguments.count == 2, let app = arguments[0].text else { return }
        if !abilities.reportsFront {
            let wasReady = abilities.reportsIdle
            abilities.reportsFront = true
            abilities.putsAway = true
            if wasReady { onReport(.ready(abilities)) }
        }
        let window = FrontWindow(
            app: DesktopFileName.appID(app), process: arguments[1].process)
        guard window == FrontWindow() else { return onReport(.event(.front(window))) }
        onReport(.event(.front(nil)))
        Task { await checkExtension() }
    }

    /// Learns whether nothing is in front because the extension was switched off. A locked screen
    /// switches it off for a while.
    private func checkExtension() async {
        do throws(BusError) {
            _ = try await get()
        } catch {
            let reply = try? await bus.call(
                destination: Self.screenSaver, path: "/org/gnome/ScreenSaver",
                interface: Self.screenSaver, member: "GetActive")
            guard reply?.first?.flag != true, !isOver, abilities.reportsFront else { return }
            guard abilities.reportsIdle else { return lose("Soteria's extension was switched off") }
            (abilities.reportsFront, abilities.putsAway) = (false, false)
            onReport(.ready(abilities))
        }
    }

    private func get() async throws(BusError) -> [BusValue] {
        try await bus.call(
            destination: Self.shell, path: Self.path, interface: Self.interface, member: "Get",
            timeLimit: .seconds(10))
    }

    private func minimise(_ window: FrontWindow) async {
        guard let process = window.process, !isOver else { return }
        _ = try? await bus.call(
            destination: Self.shell, path: Self.path, interface: Self.interface,
            member: "PutAway", arguments: [.uint32(UInt32(bitPattern: process))])
    }

    // MARK: Idleness

    private func followIdleness() async throws(BusError) {
        _ = try await bus.match(
            sender: Self.mutter, path: Self.monitor, interface: Self.mutter, member: "WatchFired"
        ) { [weak self] signal in
            self?.assumeIsolated { $0.fired(signal) }
        }
        let watch = try await addWatch(after: idleness.awayAfter)
        abilities.reportsIdle = true
        abilities.tellsInput = true
        perform(idleness.began(watch))
    }

    private func changeLimit(to seconds: Int) async {
        guard !isOver, abilities.reportsIdle, let watch = idleness.change(awayAfter: seconds) else {
            return
        }
        _ = try? await monitor("RemoveWatch", [.uint32(UInt32(truncatingIfNeeded: watch))])
        guard let begun = try? await addWatch(after: seconds) else { return }
        perform(idleness.began(begun))
    }

    private func addWatch(after seconds: Int) async throws(BusError) -> UInt64 {
        let reply = try await monitor("AddIdleWatch", [.uint64(UInt64(seconds) * 1000)])
        guard let watch = reply.first?.count else { throw .malformedReply }
        return watch
    }

    private func fired(_ signal: BusSignal) {
        guard signal.sender == owner, let watch = signal.arguments.first?.count else { return }
        perform(idleness.fired(watch))
    }

    private func perform(_ actions: [MutterIdleness.Action]) {
        guard !isOver else { return }
        for action in actions {
            switch action {
            case .report(let isIdle): onReport(.event(.idle(isIdle)))
            case .watchReturn: Task { await watchReturn() }
            }
        }
    }

    private func watchReturn() async {
        let reply = try? await monitor("AddUserActiveWatch", [])
        perform(idleness.beganReturnWatch(reply?.first?.count))
    }

    /// Asks for the time since the last input, which goes on while something inhibits idleness.
    /// Without an answer the person counts as present.
    private func askForInput() async {
        let reply = try? await monitor("GetIdletime", [])
        guard !isOver else { return }
        let time = Duration.milliseconds(Int64(clamping: reply?.first?.count ?? 0))
        if time >= Absence.inhibitorLimit {
            perform(idleness.leave())
        } else {
            onReport(.event(.touched(ago: time)))
        }
    }

    private func monitor(
        _ member: String, _ arguments: [BusArgument]
    ) async throws(BusError) -> [BusValue] {
        try await bus.call(
            destination: Self.mutter, path: Self.monitor, interface: Self.mutter, member: member,
            arguments: arguments, timeLimit: .seconds(10))
    }
}
