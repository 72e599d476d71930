import API
import Glibc
import Systemd

/// The state of `Agent+Tray`.
struct TrayState {
    /// The item; nil while there is no session bus.
    var item: TrayItem?
    /// The schedule for reconnecting to the session bus.
    var reconnection = Reconnection()
    /// The number of pages that were opened, for names of units.
    var openings: Int32 = 0
}

/// The item in the tray.
extension Agent {
    func beginTray() {
        Task {
            await connectTray()
            scheduleTimer()
        }
    }

    private func connectTray() async {
        guard let bus = try? Bus.user(on: executor) else { return trayDisconnected() }
        let item = TrayItem(bus: bus, on: executor) { [weak self] in
            self?.enter { $0.openToday() }
        } onEnd: { [weak self] in
            self?.enter { $0.trayDisconnected() }
        }
        tray.item = item
        do throws(BusError) {
            try await item.begin()
        } catch {
            await item.end()
            return trayDisconnected()
        }
        guard !isStopping else { return await item.end() }
        tray.reconnection.recordSuccess()
        updateTray()
    }

    private func trayDisconnected() {
        guard tray.reconnection.dueAt == nil else { return }
        tray.item = nil
        if !isStopping { tray.reconnection.recordFailure(at: now) }
    }

    /// Reconnects when that is due.
    func runDueTrayWork(at now: Duration) {
        if tray.reconnection.startIfDue(at: now) { beginTray() }
    }

    func endTray() {
        guard let item = tray.item else { return }
        tray.item = nil
        executor.start { await item.end() }
    }

    /// Shows what is blocked now.
    func updateTray() {
        guard let item = tray.item else { return }
        let enforcer = apps.enforcer
        let blocked = enforcer.blockedTargets.blocks.compactMap { key, block in
            enforcer.places.targets[key].map { (name: $0.name, until: block.time) }
        }
        item.assumeIsolated { $0.show(TraySummary.text(blocked)) }
    }

    /// Opens the dashboard's page of today, as an app of its own: a browser that it starts must not
    /// have the agent's sandbox.
    private func openToday() {
        guard let program = Self.sibling("soteria") else { return }
        tray.openings += 1
        let unit = UnitName.service(of: "org.soteria.Soteria", number: getpid(), tray.openings)
        apps.manager?.launch(unit, program: program, arguments: ["dashboard"]) {
            [weak self] outcome in
            guard case .failed(let reason) = outcome else { return }
            self?.journal.send(
                message: "Could not open the dashboard: \(reason)", priority: .warning)
        }
    }

    /// The path of a program next to this one; nil if it is not there.
    private static func sibling(_ name: String) -> String? {
        guard case .executable(let own) = ProcessTable.program(of: getpid()),
            let slash = own.path.lastIndex(of: "/")
        else { return nil }
        let path = own.path[...slash] + name
        return access(String(path), X_OK) == 0 ? String(path) : nil
    }
}
