import Systemd

/// Apps that get a unit of their own.
extension Agent {
    func handle(_ input: Adoption.Input) {
        for action in focus.adoption.handle(input) {
            switch action {
            case .inspect(let process, let byProgram):
                let places = apps.enforcer.places
                let isNamed: @Sendable (Executable) -> Bool = { program in
                    !places.targets(ids: [], running: [program]).isEmpty
                }
                apps.inspector.inspect(
                    process: process, owners: apps.owners, ifRunning: byProgram ? isNamed : nil
                ) { [weak self] facts in
                    self?.enter { $0.handle(.inspected(process, facts)) }
                }
            case .makeScope(let name, let processes):
                apps.manager?.makeScope(name, of: processes) { [weak self] outcome in
                    // Not which app it is: it may be the one in front.
                    guard case .failed(let reason) = outcome else { return }
                    self?.journal.send(
                        message: "Could not give an app a systemd unit of its own: \(reason)",
                        priority: .warning)
                }
            }
        }
    }

    /// Tells the adoption of other places, by which the window in front may be an app's.
    func adopt(_ places: PlaceIndex) {
        handle(Adoption.Input.index(places))
        adoptFront()
        watchNames()
    }

    /// Tells the adoption of the window in front, if that belongs to no unit of a target.
    func adoptFront() {
        guard let window = focus.window, focus.place.unit == nil,
            let process = window.process.flatMap(ProcessTable.identity)
        else { return }
        handle(Adoption.Input.front(window, process))
    }

    /// Reads the window classes of the targets' apps.
    func readClasses() {
        let ids = apps.enforcer.places.applicationIDs
        guard !ids.isEmpty else { return }
        apps.inspector.readClasses(of: ids) { [weak self] classes in
            self?.enter { agent in
                var places = agent.apps.enforcer.places
                guard places.applicationIDs == ids, places.setClasses(classes) else { return }
                agent.handle(.places(places))
            }
        }
    }

    /// Watches the owners of exactly the bus names that apps of targets can have.
    func watchNames() {
        guard let bus = apps.session else { return }
        let names = Set(focus.adoption.names)
        for name in focus.names.keys where !names.contains(name) {
            let match = focus.names.removeValue(forKey: name) ?? nil
            if let match { Task { await cancel(match) } }
        }
        for name in names.sorted() where focus.names[name] == nil {
            focus.names.updateValue(nil, forKey: name)
            Task { await watch(name, on: bus) }
        }
    }

    private func cancel(_ match: BusMatch) async { await match.cancel() }

    private func watch(_ name: String, on bus: Bus) async {
        let match = try? await bus.watchOwner(of: name) { [weak self] owner in
            guard let owner else { return }
            self?.enter { $0.identify(owner, of: name, on: bus) }
        }
        // The rules, or the bus, may have changed meanwhile.
        guard bus === apps.session, focus.names.keys.contains(name) else {
            if let match { await match.cancel() }
            return
        }
        if let match {
            focus.names.updateValue(match, forKey: name)
        } else {
            focus.names.removeValue(forKey: name)
            if focus.namesRetry.dueAt == nil { focus.namesRetry.recordFailure(at: now) }
            scheduleTimer()
        }
    }

    private func identify(_ owner: String, of name: String, on bus: Bus) {
        Task {
            let credentials = try? await bus.credentials(of: owner)
            guard let process = credentials?.processID, bus === apps.session else { return }
            handle(.owned(name, process: process))
        }
    }
}
