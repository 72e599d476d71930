import API

/// Handling of inputs.
extension Enforcer {
    mutating func apply(_ index: PlaceIndex, _ now: Duration) {
        places = index
        hasPlaces = true
        // A target that is gone or no longer monitored is not reported as open again.
        for target in informed.keys where index.targets[target] == nil { withdraw(target) }
        for name in units.keys.sorted() { match(name) }
        for target in blockedTargets.blocks.keys.sorted() { inspectUnassignedUnits(for: target) }
        updateAll(now)
    }

    mutating func apply(_ blocks: [String: BlockedTargets.Block], _ now: Duration) {
        let before = blockedTargets.blocks
        let hadGivenUp = blockedTargets.hasGivenUp
        let wasMissing = blockedTargets.missingSince != nil
        blockedTargets.replaceAll(with: blocks)
        if wasMissing { followRequestsAgain(now) }
        if hadGivenUp { actions.append(.withdraw(Self.absence)) }
        for target in before.keys where blocks[target] == nil { withdraw(target) }
        for (target, block) in blocks.sorted(by: { $0.key < $1.key })
        where before[target] != block {
            blockBegan(target, wasBlocked: before[target] != nil)
        }
        updateAll(now)
    }

    mutating func setBlock(of target: String, to block: BlockedTargets.Block?, _ now: Duration) {
        let wasBlocked = blockedTargets.blocks[target] != nil
        blockedTargets.set(target, to: block)
        if block == nil {
            withdraw(target)
        } else {
            blockBegan(target, wasBlocked: wasBlocked)
        }
        updateAll(now)
    }

    /// Handles a target that became blocked, or is blocked until another time.
    private mutating func blockBegan(_ target: String, wasBlocked: Bool) {
        if !wasBlocked || informed[target] != nil { uninformed.insert(target) }
        if !wasBlocked { inspectUnassignedUnits(for: target) }
    }

    /// Inspects units without a target: their programs may have changed since the last inspection.
    private mutating func inspectUnassignedUnits(for target: String) {
        guard places.namesExecutables(target) else { return }
        for name in units.keys.sorted() where units[name]?.targets.contains(target) == false {
            inspect(name)
        }
    }

    mutating func list(_ names: Set<String>) {
        for name in units.keys.sorted() where !names.contains(name) { forget(name) }
        // A unit that ended unnoticed needs no thaw any more.
        for name in recorded.subtracting(names).sorted() { actions.append(.release(name)) }
        recorded.formIntersection(names)
    }

    mutating func appear(_ unit: AppUnit, isNew: Bool, _ now: Duration) {
        if units[unit.name] == nil {
            var row = EnforcedUnit(unit: unit)
            row.isNew = isNew
            row.appearedAt = isNew ? now : nil
            row.hadWindow = front == unit.name
            if recorded.remove(unit.name) != nil {
                row.step = .frozen
                row.inspections = [start + BlockedTargets.absenceLimit]
            }
            if isNew, places.hasExecutables {
                row.inspections = Self.inspectionDelays.map { now + $0 }
            }
            units[unit.name] = row
        } else {
            units[unit.name]?.unit = unit
            // The manager may have been lost before it received the request, so the request is
            // repeated.
            let wasAsked = units[unit.name].map { $0.isEnding || $0.step == .killed } ?? false
            if wasAsked { units[unit.name]?.step = .running }
        }
        match(unit.name)
        let row = units[unit.name]
        // A unit that a previous run or connection left frozen may have been thawed since.
        if row?.step == .frozen || places.hasExecutables && row?.facts == nil { inspect(unit.name) }
        update(unit.name, now)
    }

    mutating func forget(_ name: String) {
        stopHolding(name)
        let wasRecorded = recorded.remove(name) != nil
        let row = units.removeValue(forKey: name)
        guard wasRecorded || row?.isHeld == true else { return }
        actions.append(.release(name))
    }

    mutating func apply(_ facts: UnitFacts?, to name: String, _ now: Duration) {
        guard let row = units[name] else { return }
        guard var facts else { return forget(name) }
        units[name]?.isInspecting = false
        if row.isInspectionVoid { return inspect(name) }
        if row.isHeld {
            // Somebody else may have thawed it, or the manager never received the freeze.
            if row.step == .frozen {
                if facts.isFrozen {
                    confirm(name)
                    hold(name, facts)
                } else {
                    foundRunning(name, now)
                }
            }
            facts.isFrozen = false
        } else if row.step == .foreign, !facts.isFrozen {
            units[name]?.step = .running
        }
        units[name]?.isFresh = true
        units[name]?.facts = facts
        match(name)
        update(name, now)
    }

    /// Inspects the units that run. One without a target may become an app of a blocked target,
    /// and the start of the program is then an attempt.
    mutating func programStarted(_ now: Duration) {
        for (name, row) in units where row.step == .running {
            if row.targets.isEmpty { units[name]?.isNew = true }
            guard let last = row.inspections.last else {
                units[name]?.inspections = Self.inspectionDelays.map { now + $0 }
                continue
            }
            // A file that is opened all the time costs one inspection a second.
            if last - now < Self.inspectionLead {
                units[name]?.inspections.append(last + .seconds(1))
            }
        }
    }

    mutating func reinspect(_ now: Duration) {
        for (name, row) in units.sorted(by: { $0.key < $1.key }) where demand(row) != nil {
            inspect(name)
        }
    }

    /// Marks a running inspection as void: its result may be older or newer than the answer.
    private mutating func invalidateInspection(_ name: String) {
        if units[name]?.isInspecting == true { units[name]?.isInspectionVoid = true }
    }

    mutating func froze(_ name: String, _ outcome: Outcome, _ now: Duration) {
        guard units[name]?.step == .freezing else {
            // The request was for a unit that has ended, and reached its successor of the same
            // name.
            if outcome == .done, units[name]?.isHeld != true { actions.append(.thaw(name)) }
            return
        }
        invalidateInspection(name)
        switch outcome {
        case .gone: return forget(name)
        case .done, .unanswered:
            // Without an answer the freeze can still happen at any time, so the unit counts as
            // frozen.
            units[name]?.step = .frozen
            units[name]?.isConfirmed = outcome == .done
            units[name]?.failures = 0
            units[name]?.failure = nil
            units[name]?.waits = 0
            // A loop that thaws must not fill the journal.
            let isReported = (units[name]?.thaws.count ?? 0) < Self.reportedThaws
            if outcome == .done { froze(start: name, now) } else { stopHolding(name) }
            if outcome != .done { inspect(name) } else if isReported { log(.froze, name) }
        case .busy:
            // Nothing is frozen. The manager is busy, for example with starting the service.
            units[name]?.step = .running
            wait(name, now)
            actions.append(.unrecord(name))
        case .failed(let reason):
            units[name]?.failure = reason
            units[name]?.failures += 1
            units[name]?.start = nil
            let failures = units[name]?.failures ?? 0
            if failures < Self.freezeTries {
                units[name]?.retryAt = now + .milliseconds(50 << (2 * (failures - 1)))
            } else if failures == Self.freezeTries {
                log(.notFrozen(reason), name)
            }
            // Some processes may be frozen, so a refused freeze is undone explicitly.
            units[name]?.step = .thawing
            actions.append(.thaw(name))
            return
        }
        update(name, now)
    }

    mutating func thawed(_ name: String, _ outcome: Outcome, _ now: Duration) {
        guard units[name]?.step == .thawing else { return }
        invalidateInspection(name)
        switch outcome {
        case .gone: return forget(name)
        case .done:
            units[name]?.step = .running
            units[name]?.facts?.isFrozen = false
            actions.append(.unrecord(name))
            units[name]?.waits = 0
            if units[name]?.failure == nil {
                units[name]?.failures = 0
                units[name]?.retryAt = nil
                log(.thawed, name)
            }
        case .busy, .failed, .unanswered:
            // Nothing may stay frozen: the thaw is retried without limit, through the manager and
            // the kernel. An inspection shows whether the kernel did it.
            actions.append(.force(name))
            if units[name]?.waits == 0, case .failed(let reason) = outcome {
                log(.notThawed(reason), name)
            }
            units[name]?.step = .frozen
            wait(name, now)
            inspect(name)
        }
        update(name, now)
    }

    /// Schedules a retry; the delay doubles up to 30 seconds.
    private mutating func wait(_ name: String, _ now: Duration) {
        let waits = min((units[name]?.waits ?? 0) + 1, 10)
        units[name]?.waits = waits
        units[name]?.retryAt = now + min(.milliseconds(50 << (waits - 1)), .seconds(30))
    }

    /// The manager has finished a job of the unit: retries at once what the manager refused.
    mutating func retry(_ name: String, _ now: Duration) {
        guard units[name]?.retryAt != nil else { return }
        units[name]?.retryAt = nil
        update(name, now)
    }

    /// Handles the loss of the manager: pending answers are lost, and the next list of units shows
    /// the state.
    mutating func managerDisconnected() {
        for (name, row) in units where row.isHeld || row.isInspecting {
            units[name]?.isInspecting = false
            stopHolding(name)
            if row.step == .frozen { continue }
            if row.isHeld {
                units[name]?.step = .frozen
                units[name]?.isConfirmed = false
            }
        }
    }

    mutating func handleDeadlines(_ now: Duration) {
        if blockedTargets.missingSince == nil { end(starts: heldStarts.due(at: now)) }
        let released = blockedTargets.release(at: now)
        if !released.isEmpty { informOfAbsence(released) }
        for (name, row) in units.sorted(by: { $0.key < $1.key }) {
            guard let deadline = row.deadline, deadline <= now else { continue }
            if let look = row.inspections.first, look <= now {
                units[name]?.inspections.removeAll { $0 <= now }
                inspect(name)
            }
            if let retry = row.retryAt, retry <= now { units[name]?.retryAt = nil }
            if let end = row.quitsBy, end <= now { endQuitting(name) }
            if case .ending(let killAt?) = row.step, killAt <= now { kill(name) }
        }
        updateAll(now)
    }

    mutating func stop(_ now: Duration) {
        isStopping = true
        uninformed = []
        for target in informed.keys.sorted() { withdraw(target) }
        // The kernel thaws a unit that was never found.
        for name in recorded.sorted() { actions.append(.release(name)) }
        recorded = []
        updateAll(now)
    }
}
