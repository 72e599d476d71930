/// The watch of what is frozen, and of programs that start in running units.
extension Agent {
    func beginWatch() {
        apps.watch = FrozenWatch(queue: executor.queue) { [weak self] name in
            self?.enter { agent in
                agent.returnMoved(to: name)
                agent.handle(.stirred(name))
            }
        }
        apps.inspector.watchOpening { [weak self] in
            self?.enter { $0.handle(.programStarted) }
        }
    }

    /// Watches units that were just frozen, unless they run again.
    func watch(_ frozen: [AppUnit]) {
        guard let watch = apps.watch else { return }
        for unit in frozen where apps.enforcer.units[unit.name]?.isUnderWatch == true {
            if !watch.add(unit) { handle(.stirred(unit.name)) }
            apps.watchAt = apps.watchAt ?? now + FrozenWatch.interval
        }
    }

    func unwatch(_ name: String) {
        apps.watch?.remove(name)
        if apps.watch?.isEmpty != false { apps.watchAt = nil }
    }

    /// Checks all watched units: their processes, and without inotify also their groups.
    func returnMoved() {
        for name in apps.watch?.names ?? [] {
            returnMoved(to: name)
            if apps.watch?.isThawed(name) == true { handle(.stirred(name)) }
        }
        apps.watchAt = apps.watch?.isEmpty == false ? now + FrozenWatch.interval : nil
    }

    /// Checks all units soon: a new unit may have been made of their processes.
    func returnMovedSoon() {
        if let moment = apps.watchAt { apps.watchAt = min(moment, now + .milliseconds(100)) }
    }

    private func returnMoved(to name: String) {
        if apps.watch?.returnMoved(to: name) == true { handle(.moved(name)) }
    }

    /// Ends the work on a unit that has gone. Processes that outlive it, because somebody moved
    /// them out of it, get a scope of their own: an app like any other, blocked like the unit.
    func release(_ name: String) {
        if let left = apps.watch?.leftovers(of: name), let first = left.processes.first {
            let ids = left.unit.ids
            let id = ids.first { !apps.enforcer.places.targets(ids: [$0], running: nil).isEmpty }
            let scope = UnitName.scope(of: id ?? ids.first ?? "moved", number: first)
            apps.manager?.makeScope(scope, of: left.processes) { [weak self] outcome in
                guard case .failed(let reason) = outcome else { return }
                self?.journal.send(
                    message: "Could not block processes that were moved out of systemd unit "
                        + "\(name): \(reason)",
                    priority: .warning)
            }
        }
        unwatch(name)
        apps.record.thaw(name)
        apps.record.remove(name)
    }
}
