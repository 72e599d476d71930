import API

/// The inputs.
extension Enforcer {
    mutating func take(_ index: PlaceIndex, _ now: Duration) {
        places = index
        hasPlaces = true
        // A target that is gone or no longer monitored is not told open once more.
        for target in told.keys where index.targets[target] == nil { takeBack(target) }
        for name in units.keys.sorted() { match(name) }
        for target in blocking.blocked.keys.sorted() { lookAtStrangers(for: target) }
        seeToAll(now)
    }

    mutating func take(_ standings: [String: Blocking.Standing], _ now: Duration) {
        let before = blocking.blocked
        let wasForsaken = blocking.isForsaken
        blocking.tell(standings)
        if wasForsaken { actions.append(.withdraw(Self.absence)) }
        for target in before.keys where standings[target] == nil { takeBack(target) }
        for (target, standing) in standings.sorted(by: { $0.key < $1.key })
        where before[target] != standing {
            block(target, wasBlocked: before[target] != nil)
        }
        seeToAll(now)
    }

    mutating func decide(_ target: String, _ standing: Blocking.Standing?, _ now: Duration) {
        let wasBlocked = blocking.blocked[target] != nil
        blocking.decide(target, standing)
        if standing == nil {
            takeBack(target)
        } else {
            block(target, wasBlocked: wasBlocked)
        }
        seeToAll(now)
    }

    /// A target became blocked, or stays so until another time.
    private mutating func block(_ target: String, wasBlocked: Bool) {
        if !wasBlocked || told[target] != nil { untold.insert(target) }
        if !wasBlocked { lookAtStrangers(for: target) }
    }

    /// The programs in units that belong to nothing may have changed since the last look.
    private mutating func lookAtStrangers(for target: String) {
        guard places.namesExecutables(target) else { return }
        for name in units.keys.sorted() where units[name]?.targets.contains(target) == false {
            inspect(name)
        }
    }

    mutating func list(_ names: Set<String>) {
        for name in units.keys.sorted() where !names.contains(name) { forget(name) }
        // A unit that ended while nobody looked needs no thaw any more.
        for name in recorded.subtracting(names).sorted() { actions.append(.release(name)) }
        recorded.formIntersection(names)
    }

    mutating func appear(_ unit: AppUnit, isNew: Bool, _ now: Duration) {
        if units[unit.name] == nil {
            var row = EnforcedUnit(unit: unit)
            row.isNew = isNew
            if recorded.remove(unit.name) != nil {
                row.step = .frozen
                row.looks = [start + Blocking.patience]
            }
            if isNew, places.hasExecutables { row.looks = Self.looks.map { now + $0 } }
            units[unit.name] = row
        } else {
            units[unit.name]?.unit = unit
            // Whether the manager that is gone ever heard of it nobody knows: it is asked again.
            let wasAsked = units[unit.name].map { $0.isEnding || $0.step == .killed } ?? false
            if wasAsked { units[unit.name]?.step = .running }
        }
        match(unit.name)
        let row = units[unit.name]
        // A unit that an earlier run or connection left frozen may have been thawed meanwhile.
        if row?.step == .frozen || places.hasExecutables && row?.facts == nil { inspect(unit.name) }
        see(to: unit.name, now)
    }

    mutating func forget(_ name: String) {
        let wasRecorded = recorded.remove(name) != nil
        let row = units.removeValue(forKey: name)
        guard wasRecorded || row?.isHeld == true else { return }
        actions.append(.release(name))
    }

    mutating func take(_ facts: UnitFacts?, of name: String, _ now: Duration) {
        guard let row = units[name] else { return }
        guard var facts else { return forget(name) }
        units[name]?.isInspecting = false
        if row.isLookVoid { return inspect(name) }
        if row.isHeld {
            // Somebody else may have thawed it, or the manager never heard of the freeze.
            if row.step == .frozen, !facts.isFrozen {
                units[name]?.step = .running
                actions.append(.strike(name))
            }
            facts.isFrozen = false
        } else if row.step == .foreign, !facts.isFrozen {
            units[name]?.step = .running
        }
        units[name]?.isFresh = true
        units[name]?.facts = facts
        match(name)
        see(to: name, now)
    }

    mutating func lookAgain(_ now: Duration) {
        for (name, row) in units.sorted(by: { $0.key < $1.key }) where demand(row) != nil {
            inspect(name)
        }
    }

    /// The findings of a look under way may be from before or after what was answered.
    private mutating func voidLook(_ name: String) {
        if units[name]?.isInspecting == true { units[name]?.isLookVoid = true }
    }

    mutating func froze(_ name: String, _ outcome: Outcome, _ now: Duration) {
        guard units[name]?.step == .freezing else {
            // Asked for in the name of a unit that has ended, it met the next one of that name.
            if outcome == .done, units[name]?.isHeld != true { actions.append(.thaw(name)) }
            return
        }
        voidLook(name)
        switch outcome {
        case .gone: return forget(name)
        case .done, .unanswered:
            // Without an answer it may be frozen at any moment: as good as frozen.
            units[name]?.step = .frozen
            units[name]?.failures = 0
            units[name]?.failure = nil
            units[name]?.waits = 0
            if outcome == .done { note(.froze, name) } else { inspect(name) }
        case .busy:
            // Nothing stands still. A service that takes its time to start is waited for.
            units[name]?.step = .running
            wait(name, now)
            actions.append(.strike(name))
        case .failed(let reason):
            units[name]?.failure = reason
            units[name]?.failures += 1
            let failures = units[name]?.failures ?? 0
            if failures < Self.freezeTries {
                units[name]?.retryAt = now + .milliseconds(50 << (2 * (failures - 1)))
            } else if failures == Self.freezeTries {
                note(.notFrozen(reason), name)
            }
            // It may stand still half: what was refused is undone, for certain.
            units[name]?.step = .thawing
            actions.append(.thaw(name))
            return
        }
        see(to: name, now)
    }

    mutating func thawed(_ name: String, _ outcome: Outcome, _ now: Duration) {
        guard units[name]?.step == .thawing else { return }
        voidLook(name)
        switch outcome {
        case .gone: return forget(name)
        case .done:
            units[name]?.step = .running
            units[name]?.facts?.isFrozen = false
            actions.append(.strike(name))
            units[name]?.waits = 0
            if units[name]?.failure == nil {
                units[name]?.failures = 0
                units[name]?.retryAt = nil
                note(.thawed, name)
            }
        case .busy, .failed, .unanswered:
            // Nothing may stay frozen: it is tried for as long as it takes, and both ways. Whether
            // the kernel did it is seen by looking.
            actions.append(.force(name))
            if units[name]?.waits == 0, case .failed(let reason) = outcome {
                note(.notThawed(reason), name)
            }
            units[name]?.step = .frozen
            wait(name, now)
            inspect(name)
        }
        see(to: name, now)
    }

    /// Tries again after a while, which doubles up to half a minute.
    private mutating func wait(_ name: String, _ now: Duration) {
        let waits = min((units[name]?.waits ?? 0) + 1, 10)
        units[name]?.waits = waits
        units[name]?.retryAt = now + min(.milliseconds(50 << (waits - 1)), .seconds(30))
    }

    /// The manager has finished something with the unit: what it refused is tried at once.
    mutating func tryAgain(_ name: String, _ now: Duration) {
        guard units[name]?.retryAt != nil else { return }
        units[name]?.retryAt = nil
        see(to: name, now)
    }

    /// The manager's answers are lost; the next list of units says what is left.
    mutating func loseManager() {
        for (name, row) in units where row.isHeld || row.isInspecting {
            units[name]?.isInspecting = false
            if row.isHeld { units[name]?.step = .frozen }
        }
    }

    mutating func passTime(_ now: Duration) {
        let released = blocking.release(at: now)
        if !released.isEmpty { tellAbsence(released) }
        for (name, row) in units.sorted(by: { $0.key < $1.key }) {
            guard let deadline = row.deadline, deadline <= now else { continue }
            if let look = row.looks.first, look <= now {
                units[name]?.looks.removeAll { $0 <= now }
                inspect(name)
            }
            if let retry = row.retryAt, retry <= now { units[name]?.retryAt = nil }
            if case .ending(let killAt?) = row.step, killAt <= now { kill(name) }
        }
        seeToAll(now)
    }

    mutating func stop(_ now: Duration) {
        isStopping = true
        untold = []
        for target in told.keys.sorted() { takeBack(target) }
        // A unit that was never found is left to the kernel.
        for name in recorded.sorted() { actions.append(.release(name)) }
        recorded = []
        seeToAll(now)
    }
}
