import Systemd

/// The connections that tell of units and processes.
extension Agent {
    /// Connects to the service manager, or tries again later.
    func connectManager() {
        do throws(BusError) {
            let manager = try UserManager(
                on: executor, runtimeDirectory: settings.runtimeDirectory)
            apps.manager = manager
            manager.bus.assumeIsolated { bus in
                bus.onDisconnect { [weak self] in
                    self?.enter { $0.lostManager(manager, "the connection ended") }
                }
            }
            Task { await follow(manager) }
        } catch {
            lostManager(nil, "\(error)")
        }
    }

    /// Follows what becomes of units, and asks which there are.
    private func follow(_ manager: UserManager) async {
        do throws(BusError) {
            try await manager.follow { [weak self] name in
                self?.enter { $0.began(name) }
            } ended: { [weak self] name in
                self?.enter { $0.ended(name) }
            } reloading: { [weak self] isActive in
                self?.enter { $0.reloads(manager, isActive) }
            }
        } catch {
            lostManager(manager, "\(error)")
        }
        await list(manager)
    }

    /// Asks which units there are, and what they are.
    private func list(_ manager: UserManager) async {
        guard manager === apps.manager else { return }
        do throws(BusError) {
            let running = try await manager.units().filter {
                $0.isRunning && UnitState.canBeApp($0.name)
            }
            guard manager === apps.manager, !apps.isReloading else { return }
            apps.reconnection.hasSucceeded()
            take(.listed(Set(running.map(\.name))))
            for state in running { ask(state.name, isNew: false) }
        } catch {
            lostManager(manager, "\(error)")
        }
        settle()
    }

    /// The manager begins or has ended to read its units anew; what became of them meanwhile only a
    /// new list tells.
    private func reloads(_ manager: UserManager, _ isActive: Bool) {
        guard manager === apps.manager else { return }
        apps.isReloading = isActive
        if !isActive { Task { await list(manager) } }
    }

    /// The manager cannot be reached: nothing is known of what was asked, and it is tried again.
    private func lostManager(_ lost: UserManager?, _ reason: String) {
        guard !isStopping, lost === apps.manager, apps.reconnection.dueAt == nil else { return }
        if apps.reconnection.isFresh {
            journal.send(
                message: "The service manager cannot be reached: \(reason)", priority: .warning)
        }
        lost?.bus.assumeIsolated { $0.close() }
        apps.manager = nil
        apps.isReloading = false
        apps.asking = [:]
        apps.reconnection.hasFailed(at: now)
        take(.managerLost)
    }

    /// A unit has processes, or may have.
    private func began(_ name: String) {
        guard !apps.isReloading else { return }
        if apps.asking[name] != nil {
            apps.asking[name]?.beganAgain = true
        } else if apps.enforcer.units[name] == nil {
            ask(name, isNew: true)
        } else {
            take(.ready(name))
        }
    }

    /// A unit has no processes any more.
    private func ended(_ name: String) {
        guard !apps.isReloading else { return }
        if apps.asking[name] != nil { apps.asking[name] = AppsRoom.Asking(isVoid: true) }
        if apps.enforcer.units[name] != nil { take(.gone(name)) }
    }

    /// Asks what a unit is; what becomes of it meanwhile is asked afterwards.
    private func ask(_ name: String, isNew: Bool) {
        guard let manager = apps.manager, apps.asking[name] == nil else { return }
        apps.asking[name] = AppsRoom.Asking()
        Task {
            let unit = try? await manager.app(name)
            guard manager === apps.manager else { return }
            let asking = apps.asking.removeValue(forKey: name)
            if let unit, asking?.isVoid == false {
                if isNew { resolveExecutables() }
                take(isNew ? .appeared(unit) : .found(unit))
            } else if asking?.beganAgain == true {
                ask(name, isNew: true)
            }
            settle()
        }
    }

    /// Follows the links in the paths of executables anew: the kernel tells what a process runs
    /// without them, and a program may have been installed since.
    func resolveExecutables() {
        let paths = apps.enforcer.places.paths
        guard !paths.isEmpty else { return }
        apps.inspector.resolve(paths) { [weak self] real in
            self?.enter { agent in
                var places = agent.apps.enforcer.places
                if places.resolve({ real[$0] }) { agent.take(.places(places)) }
            }
        }
    }

    /// Connects to the session's bus, if there is one.
    func connectSession() {
        guard apps.session == nil, let bus = try? Bus.user(on: executor) else { return }
        apps.session = bus
        bus.assumeIsolated { bus in
            bus.onDisconnect { [weak self] in
                self?.enter { agent in
                    agent.apps.session = nil
                    agent.apps.owners = [:]
                }
            }
        }
        askOwners()
    }

    /// Asks who stands behind the names of the session's bus. Nobody waits for the answer, since a
    /// bus that hangs must not delay a decision; where it brings news, units are looked at again.
    func askOwners() {
        guard !apps.isAskingOwners else { return }
        if apps.session == nil { return connectSession() }
        guard let bus = apps.session else { return }
        apps.isAskingOwners = true
        Task {
            let owners = try? await NameOwners.processes(on: bus)
            apps.isAskingOwners = false
            if let owners, owners != apps.owners {
                apps.owners = owners
                take(.lookAgain)
            }
            settle()
        }
    }
}
