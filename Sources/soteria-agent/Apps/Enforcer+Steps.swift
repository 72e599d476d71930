import API

/// Enforcement of one unit.
extension Enforcer {
    /// Updates every unit, in order of name.
    mutating func updateAll(_ now: Duration) {
        forgetEndedBlocks()
        for name in units.keys.sorted() { update(name, now) }
    }

    /// Takes the next step towards what the unit's targets demand. Pending answers call this again.
    mutating func update(_ name: String, _ now: Duration) {
        guard let row = units[name] else { return }
        guard let demand = demand(row) else { return free(row, now) }
        if row.isNew {
            units[name]?.isNew = false
            if discarded[name] == nil {
                units[name]?.start = demand == .freeze ? row.appearedAt : nil
                attempt(row, isThawed: false)
            }
        }
        if demand == .notify { return letRun(row, nil) }
        // Processes are inspected for each new block: an ordinary app may have opened a terminal
        // since.
        guard row.isFresh else { return inspect(name) }
        if let exemption = exemption(row, demand) { return letRun(row, .exempt(exemption)) }
        switch demand {
        case .notify: break
        case .freeze: freeze(row, now)
        case .stop(let kill): end(row, kill: kill, now)
        }
    }

    /// The reason not to enforce a demand; nil if there is none.
    private func exemption(_ row: EnforcedUnit, _ demand: Demand) -> Exemption? {
        guard let found = row.facts?.exemption ?? (row.unit.isWatched ? .watchdog : nil) else {
            return nil
        }
        return demand == .freeze || found.holdsForStopping ? found : nil
    }

    /// Undoes the enforcement of a unit without a demand.
    private mutating func free(_ row: EnforcedUnit, _ now: Duration) {
        let name = row.unit.name
        units[name]?.isFresh = false
        units[name]?.runReason = nil
        units[name]?.thaws = []
        units[name]?.quitsBy = nil
        units[name]?.start = nil
        units[name]?.frozenBy = nil
        // An app opened while it was free is no attempt, even if it is blocked a moment later.
        if !row.targets.isEmpty || row.inspections.isEmpty && !row.isInspecting {
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
            // At the start the daemon may not have reported yet, so a recorded unit stays frozen,
            // but not for ever.
            let isJudged = blockedTargets.isKnown && hasPlaces
            let isOverdue = blockedTargets.hasGivenUp || start + BlockedTargets.absenceLimit <= now
            if isJudged || isOverdue || isStopping { thaw(row) }
        case .foreign, .ending, .killed: units[name]?.step = .running
        case .running, .freezing, .thawing: break
        }
    }

    private mutating func letRun(_ row: EnforcedUnit, _ runReason: EnforcedUnit.RunReason?) {
        let name = row.unit.name
        units[name]?.frozenBy = nil
        if runReason != row.runReason {
            units[name]?.runReason = runReason
            uninformed.formUnion(blocked(row))
            switch runReason {
            case .exempt(let exemption): log(.exempt(exemption), name)
            case .refused(let reason): log(.notFrozen(reason), name)
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
        // A refused freeze is undone first.
        if row.step == .frozen, row.failure != nil { return thaw(row) }
        if row.step == .frozen, row.isConfirmed, !row.isUnderWatch {
            units[name]?.isUnderWatch = true
            actions.append(.watch(row.unit))
        }
        guard row.step == .running || row.isEnding || row.step == .killed else { return }
        if row.facts?.isFrozen == true {
            units[name]?.step = .foreign
            units[name]?.frozenBy = nil
            return
        }
        if row.failures >= Self.freezeTries, let reason = row.failure {
            return letRun(row, .refused(reason))
        }
        guard row.retryAt == nil, !isLeavingFront(name, now) else { return }
        putAwayBehind(row)
        units[name]?.frozenBy = nil
        units[name]?.runReason = nil
        units[name]?.step = .freezing
        actions += [.record(row.unit), .freeze(name)]
    }

    private mutating func thaw(_ row: EnforcedUnit) {
        guard row.step == .frozen, row.retryAt == nil else { return }
        unwatch(row.unit.name)
        stopHolding(row.unit.name)
        units[row.unit.name]?.step = .thawing
        actions.append(.thaw(row.unit.name))
    }

    /// Asks the unit to end. A frozen unit cannot react, so it is thawed first.
    private mutating func end(_ row: EnforcedUnit, kill: Bool, _ now: Duration) {
        let name = row.unit.name
        units[name]?.runReason = nil
        units[name]?.frozenBy = nil
        switch row.step {
        case .frozen: thaw(row)
        case .freezing, .thawing, .killed: break
        case .running, .foreign:
            units[name]?.step = .ending(killAt: kill ? now + Self.grace : nil)
            actions.append(.terminate(name))
            log(.ended, name)
        case .ending(let killAt):
            if kill != (killAt != nil) {
                units[name]?.step = .ending(killAt: kill ? now + Self.grace : nil)
            }
        }
    }

    /// Kills a unit that was asked to end and has not.
    mutating func kill(_ name: String) {
        units[name]?.step = .killed
        actions.append(.kill(name))
        log(.killed, name)
    }

    /// Reports an attempt to use a unit of a blocked target.
    mutating func attempt(_ row: EnforcedUnit, isThawed: Bool) {
        guard let app = reported(row, of: blocked(row)).first else { return }
        actions.append(.attempt(app, isThawed: isThawed))
    }

    /// Updates the targets of a unit.
    mutating func match(_ name: String) {
        guard let row = units[name] else { return }
        units[name]?.targets = places.targets(ids: row.unit.ids, running: row.facts?.executables)
    }

    /// Requests an inspection of a unit, unless one is running.
    mutating func inspect(_ name: String) {
        guard let row = units[name], !row.isInspecting else { return }
        units[name]?.isInspecting = true
        units[name]?.isInspectionVoid = false
        actions.append(.inspect(row.unit))
    }

    /// Logs an entry about a unit.
    mutating func log(_ kind: AppLogEntry.Kind, _ name: String) {
        guard let row = units[name] else { return }
        let entry = AppLogEntry(
            kind: kind, unit: name, app: app(row), targets: row.targets.sorted())
        actions.append(.log(entry))
    }
}
