/// Uses of a desktop that tells which window is in front.
extension UsageTracker {
    /// Begins to follow other sources. What was used before ends, unless they go on telling what is
    /// in front.
    mutating func use(_ abilities: FocusAbilities, at now: Duration) -> [Action] {
        var actions: [Action] = []
        if abilities.reportsFront != absence.abilities.reportsFront {
            actions = units.keys.sorted().flatMap { drop($0) }
            front = nil
            isInterval = false
        }
        actions += updatePresence(at: now) { $0.use(abilities, at: now) }
        return isEstimated ? actions + estimate(running, at: now) : actions
    }

    mutating func bringToFront(_ unit: UsedUnit?, at now: Duration) -> [Action] {
        guard !isEstimated, unit != front else { return [] }
        var actions: [Action] = []
        if let front, front.name != unit?.name {
            if isReporting {
                units[front.name]?.basis = .window(endsAt: now + Self.glanceLimit)
            } else {
                actions = drop(front.name)
            }
        }
        front = unit
        return actions + useFront()
    }

    /// Opens the use of the unit in front if the person is there, and ends all if not.
    mutating func useFront() -> [Action] {
        guard !isEstimated else { return [] }
        if absence.isAway { return units.keys.sorted().flatMap { drop($0) } }
        guard let front else { return [] }
        // It may be reported under other names than before.
        let actions = units[front.name].map { $0.unit == front ? [] : drop(front.name) } ?? []
        if units[front.name] == nil {
            units[front.name] = TrackedUnit(front, .window(endsAt: nil))
        }
        units[front.name]?.basis = .window(endsAt: nil)
        return actions + open(front.name)
    }

    /// Ends the uses of units that no longer run or were frozen, at once. `known` are the names of
    /// those that ran: a window without a unit is no unit that has ended.
    mutating func end(
        _ known: Set<String>, except running: Set<UsedUnit>, at now: Duration
    ) -> [Action] {
        let ended = known.subtracting(running.map(\.name))
        if let front, ended.contains(front.name) { self.front = nil }
        return units.keys.sorted().flatMap { ended.contains($0) ? drop($0) : [] }
    }

    /// Ends the uses whose windows have not come back, and gives a sign of life for the others.
    mutating func endWhatIsDue(at now: Duration) -> [Action] {
        var actions = units.keys.sorted().flatMap { name in
            units[name]?.endsAt.map { $0 <= now } == true ? drop(name) : []
        }
        guard let moment = nextLook, moment <= now else { return actions }
        nextLook = now + Self.interval
        // One that could not be opened is tried again.
        actions += units.keys.sorted().flatMap { open($0) }
        let uses = openUses
        return actions + (uses.isEmpty ? [] : [.see(uses)])
    }

    /// Forgets the units whose windows are no longer in front, before a time without reports.
    mutating func dropWhatWasLeft() -> [Action] {
        units.keys.sorted().flatMap { units[$0]?.endsAt == nil ? [] : drop($0) }
    }
}
