/// Units that somebody else thaws while they are blocked.
extension Enforcer {
    /// Inspects a watched unit whose control group has changed. An inspection that runs may have
    /// read the group before.
    mutating func stirred(_ name: String) {
        guard let row = units[name], row.step == .frozen else { return }
        // It may have run for a moment.
        stopHolding(name)
        if row.isInspecting { units[name]?.isInspectionVoid = true } else { inspect(name) }
    }

    /// Handles a process that somebody moved out of a frozen unit, and that was moved back.
    mutating func moved(_ name: String, _ now: Duration) {
        guard units[name]?.step == .frozen else { return }
        stopHolding(name)
        thawedByOthers(name, now)
        update(name, now)
    }

    /// Handles the sight of a unit that is frozen and has to be: only somebody else can thaw it.
    mutating func confirm(_ name: String) {
        guard let row = units[name], demand(row) == .freeze else { return }
        units[name]?.isConfirmed = true
    }

    /// Handles a unit that should be frozen and is not.
    mutating func foundRunning(_ name: String, _ now: Duration) {
        // After its start was ended, it is the manager that has started it again.
        let isThawed = units[name]?.isConfirmed == true && units[name]?.isDiscarded == false
        unwatch(name)
        stopHolding(name)
        units[name]?.isDiscarded = false
        units[name]?.step = .running
        actions.append(.unrecord(name))
        if isThawed { thawedByOthers(name, now) }
    }

    /// Ends the watch of a unit.
    mutating func unwatch(_ name: String) {
        units[name]?.isConfirmed = false
        guard units[name]?.isUnderWatch == true else { return }
        units[name]?.isUnderWatch = false
        actions.append(.unwatch(name))
    }

    /// Counts a thaw by somebody else as an attempt; the unit is frozen again, or asked to end.
    private mutating func thawedByOthers(_ name: String, _ now: Duration) {
        guard let row = units[name], demand(row) == .freeze else { return }
        let recent = row.thaws.filter { $0 > now - Self.thawWindow }
        units[name]?.thaws = recent
        guard recent.count < Self.reportedThaws else { return }
        units[name]?.thaws.append(now)
        log(.thawedByOthers, name)
        attempt(row, isThawed: true)
        let isStopped = blocked(row).contains { places.targets[$0]?.isStoppedWhenThawed == true }
        guard isStopped, (recent.count + 1) % Self.thawLimit == 0 else { return }
        units[name]?.quitsBy = now + Self.grace
        uninformed.formUnion(blocked(row))
    }

    /// Ends the time that a unit had to quit; it is frozen again.
    mutating func endQuitting(_ name: String) {
        guard let row = units[name] else { return }
        units[name]?.quitsBy = nil
        uninformed.formUnion(blocked(row))
    }
}
