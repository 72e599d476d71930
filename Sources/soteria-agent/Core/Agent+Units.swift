import Systemd

/// Connections that report units and processes.
extension Agent {
    /// Connects to the service manager; retries later on failure.
    func connectManager() {
        do throws(BusError) {
            let manager = try UserManager(on: executor, runtimeDirectory: settings.runtimeDirectory)
            apps.manager = manager
            manager.bus.assumeIsolated { bus in
                bus.onDisconnect { [weak self] in
                    self?.enter { $0.managerDisconnected(manager, "the connection was closed") }
                }
            }
            Task { await follow(manager) }
        } catch {
            managerDisconnected(nil, "\(error)")
        }
    }

    /// Subscribes to changes of units, then lists the running ones.
    private func follow(_ manager: UserManager) async {
        do throws(BusError) {
            try await manager.follow { [weak self] name in
                self?.enter { $0.unitBegan(name) }
            } ended: { [weak self] name in
                self?.enter { $0.unitEnded(name) }
            } reached: { [weak self] in
                self?.enter { $0.lookForDisplay() }
            } reloading: { [weak self] isActive in
                self?.enter { $0.managerReloading(manager, isActive) }
            }
        } catch {
            managerDisconnected(manager, "\(error)")
        }
        await list(manager)
        lookForDisplay()
    }

    /// Lists the running units and looks up each.
    private func list(_ manager: UserManager) async {
        guard manager === apps.manager else { return }
        do throws(BusError) {
            let running = try await manager.units().filter {
                $0.isRunning && UnitState.canBeApp($0.name)
            }
            guard manager === apps.manager, !apps.isReloading else { return }
            apps.reconnection.recordSuccess()
            handle(.listed(Set(running.map(\.name))))
            for state in running { ask(state.name, isNew: false) }
        } catch {
            managerDisconnected(manager, "\(error)")
        }
        scheduleTimer()
    }

    /// Handles the start and the end of a reload. Signals sent during a reload mean nothing, so the
    /// units are listed again after it.
    private func managerReloading(_ manager: UserManager, _ isActive: Bool) {
        guard manager === apps.manager else { return }
        apps.isReloading = isActive
        if !isActive { Task { await list(manager) } }
    }

    /// Handles the loss of the manager: the state of pending requests is unknown, and the
    /// connection is retried.
    private func managerDisconnected(_ lost: UserManager?, _ reason: String) {
        guard !isStopping, lost === apps.manager, apps.reconnection.dueAt == nil else { return }
        if apps.reconnection.isFresh {
            journal.send(
                message: "Cannot reach the systemd user manager: \(reason)", priority: .warning)
        }
        lost?.bus.assumeIsolated { $0.close() }
        apps.manager = nil
        apps.isReloading = false
        apps.queries = [:]
        apps.reconnection.recordFailure(at: now)
        handle(.managerLost)
    }

    /// Handles a unit that has processes, or may have.
    private func unitBegan(_ name: String) {
        guard !apps.isReloading else { return }
        returnMovedSoon()
        lookForDisplayIfMissing()
        if apps.queries[name] != nil {
            apps.queries[name]?.beganAgain = true
        } else if apps.enforcer.units[name] == nil {
            ask(name, isNew: true)
        } else {
            handle(.ready(name))
        }
    }

    /// Handles a unit without processes.
    private func unitEnded(_ name: String) {
        guard !apps.isReloading else { return }
        if apps.queries[name] != nil { apps.queries[name] = AppState.UnitQuery(isVoid: true) }
        if apps.enforcer.units[name] != nil { handle(.gone(name)) }
    }

    /// Looks up a unit. A change of the unit during the lookup starts another lookup.
    private func ask(_ name: String, isNew: Bool) {
        guard let manager = apps.manager, apps.queries[name] == nil else { return }
        apps.queries[name] = AppState.UnitQuery()
        Task {
            let unit = try? await manager.app(name)
            guard manager === apps.manager else { return }
            let asking = apps.queries.removeValue(forKey: name)
            if let unit, asking?.isVoid == false {
                if isNew { resolveExecutables() }
                handle(isNew ? .appeared(unit) : .found(unit))
            } else if asking?.beganAgain == true {
                ask(name, isNew: true)
            }
            scheduleTimer()
        }
    }

    /// Resolves the links in the paths of executables again: the kernel reports resolved paths, and
    /// a program may have been installed since the last time.
    func resolveExecutables() {
        let paths = apps.enforcer.places.paths
        // Without any, the watch of earlier ones ends.
        guard !paths.isEmpty || apps.hasResolved else { return }
        apps.hasResolved = !paths.isEmpty
        apps.inspector.resolve(paths) { [weak self] real in
            self?.enter { agent in
                var places = agent.apps.enforcer.places
                if places.resolve({ real[$0] }) { agent.handle(.places(places)) }
            }
        }
    }

    /// Connects to the session bus, if there is one.
    func connectSession() {
        guard apps.session == nil, let bus = try? Bus.user(on: executor) else { return }
        apps.session = bus
        bus.assumeIsolated { bus in
            bus.onDisconnect { [weak self] in
                self?.enter { agent in
                    agent.apps.session = nil
                    agent.apps.owners = [:]
                    agent.focus.names = [:]
                    agent.focus.namesRetry.recordSuccess()
                }
            }
        }
        askOwners()
        watchNames()
    }

    /// Looks up the owners of the names on the session bus. Nothing waits for the answer, since a
    /// bus that hangs must not delay a decision; if the owners changed, units are inspected again.
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
                handle(.reinspect)
            }
            scheduleTimer()
        }
    }
}
