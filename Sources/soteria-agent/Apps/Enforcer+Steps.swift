import API

/// The steps for one unit.
extension Enforcer {
    /// Sees to every unit, in the order of their names.
    mutating func seeToAll(_ now: Duration) {
        for name in units.keys.sorted() { see(to: name, now) }
    }

    /// Does what the targets of a unit demand, as far as it can be done at this moment; the answers
    /// that are waited for bring it here again.
    mutating func see(to name: String, _ now: Duration) {
        guard let row = units[name] else { return }
        guard let demand = demand(row) else { return free(row, now) }
        if row.isNew {
            units[name]?.isNew = false
            let blocked = row.targets.filter { blocking.blocked[$0] != nil }
            if let app = reported(row, of: blocked).first { actions.append(.attempt(app)) }
        }
        if demand == .notify { return letRun(row, nil) }
        // The processes are looked at for each block anew: what was an app like any other may have
        // opened a terminal since.
        guard row.isFresh else { return inspect(name) }
        if let exemption = exemption(row, demand) { return letRun(row, .exempt(exemption)) }
        switch demand {
        case .notify: break
        case .freeze: freeze(row, now)
        case .stop(let kill): end(row, kill: kill, now)
        }
    }

    /// Why a demand is not carried out.
    private func exemption(_ row: EnforcedUnit, _ demand: Demand) -> Exemption? {
        guard let found = row.facts?.exemption ?? (row.unit.isWatched ? .watchdog : nil) else {
            return nil
        }
        return demand == .freeze || found.holdsForStopping ? found : nil
    }

    /// Nothing is demanded of the unit.
    private mutating func free(_ row: EnforcedUnit, _ now: Duration) {
        let name = row.unit.name
        units[name]?.isFresh = false
        units[name]?.reprieve = nil
        // An app that was opened while it was free is no attempt, if it is blocked a moment later.
        if !row.targets.isEmpty || row.looks.isEmpty && !row.isInspecting {
            units[name]?.isNew = false
        }
        if !row.isHeld {
            units[name]?.failures = 0
            units[name]?.waits = 0
            units[name]?.failure = nil
            units[name]?.retryAt = nil
        }
        switch row.step {
        case .frozen:
            // At the start nobody knows yet whether it is still blocked; nor for ever, perhaps.
            let isJudged = blocking.isKnown && hasPlaces
            let isOverdue = blocking.isForsaken || start + Blocking.patience <= now
            if isJudged || isOverdue || isStopping { thaw(row) }
        case .foreign, .ending, .killed: units[name]?.step = .running
        case .running, .freezing, .thawing: break
        }
    }

    /// The unit is blocked and goes on all the same.
    private mutating func letRun(_ row: EnforcedUnit, _ reprieve: EnforcedUnit.Reprieve?) {
        let name = row.unit.name
        if reprieve != row.reprieve {
            units[name]?.reprieve = reprieve
            untold.formUnion(row.targets.filter { blocking.blocked[$0] != nil })
            switch reprieve {
            case .exempt(let exemption): note(.exempt(exemption), name)
            case .refused(let reason): note(.notFrozen(reason), name)
            case nil: break
            }
        }
        switch row.step {
        case .frozen: thaw(row)
        case .foreign, .ending: units[name]?.step = .running
        case .running, .freezing, .thawing, .killed: break
        }
    }

    private mutating func freeze(_ row: EnforcedUnit, _ now: Duration) {
        let name = row.unit.name
        // A freeze that was refused is undone before anything else.
        if row.step == .frozen, row.failure != nil { return thaw(row) }
        guard row.step == .running || row.isEnding || row.step == .killed else { return }
        if row.facts?.isFrozen == true {
            units[name]?.step = .foreign
            return
        }
        if row.failures >= Self.freezeTries, let reason = row.failure {
            return letRun(row, .refused(reason))
        }
        guard row.retryAt == nil else { return }
        units[name]?.reprieve = nil
        units[name]?.step = .freezing
        actions += [.record(row.unit), .freeze(name)]
    }

    private mutating func thaw(_ row: EnforcedUnit) {
        guard row.step == .frozen, row.retryAt == nil else { return }
        units[row.unit.name]?.step = .thawing
        actions.append(.thaw(row.unit.name))
    }

    /// Asks the unit to end; what stands still cannot hear, so it is thawed first.
    private mutating func end(_ row: EnforcedUnit, kill: Bool, _ now: Duration) {
        let name = row.unit.name
        units[name]?.reprieve = nil
        switch row.step {
        case .frozen: thaw(row)
        case .freezing, .thawing, .killed: break
        case .running, .foreign:
            units[name]?.step = .ending(killAt: kill ? now + Self.grace : nil)
            actions.append(.terminate(name))
            note(.ended, name)
        case .ending(let killAt):
            if kill != (killAt != nil) {
                units[name]?.step = .ending(killAt: kill ? now + Self.grace : nil)
            }
        }
    }

    /// The unit was asked to end and has not.
    mutating func kill(_ name: String) {
        units[name]?.step = .killed
        actions.append(.kill(name))
        note(.killed, name)
    }

    /// Finds out anew to which targets a unit belongs.
    mutating func match(_ name: String) {
        guard let row = units[name] else { return }
        units[name]?.targets = places.targets(ids: row.unit.ids, running: row.facts?.executables)
    }

    /// Has a unit looked at, unless that is under way.
    mutating func inspect(_ name: String) {
        guard let row = units[name], !row.isInspecting else { return }
        units[name]?.isInspecting = true
        units[name]?.isLookVoid = false
        actions.append(.inspect(row.unit))
    }

    /// Has an entry written about a unit.
    mutating func note(_ kind: Note.Kind, _ name: String) {
        guard let row = units[name] else { return }
        let note = Note(kind: kind, unit: name, app: app(row), targets: row.targets.sorted())
        actions.append(.note(note))
    }
}
