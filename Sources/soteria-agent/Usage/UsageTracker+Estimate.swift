/// Uses that are guessed from CPU time.
extension UsageTracker {
    mutating func estimate(_ running: Set<UsedUnit>, at now: Duration) -> [Action] {
        let running = Dictionary(running.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        var actions: [Action] = []
        for name in units.keys.sorted() where running[name] != units[name]?.unit {
            actions += drop(name)
        }
        let new = running.values.filter { units[$0.name] == nil }
        for unit in new {
            units[unit.name] = TrackedUnit(
                unit, .estimate(Estimate(at: now, firstLook: now + Self.firstLook)))
        }
        return actions + look(at: new.map(\.name))
    }

    func look(at names: some Sequence<String>) -> [Action] {
        let units = names.sorted().compactMap { name in
            self.units[name].flatMap { $0.estimate == nil ? nil : $0.unit }
        }
        return units.isEmpty || !isReporting ? [] : [.look(units)]
    }

    mutating func looked(_ times: [String: Duration], at now: Duration) -> [Action] {
        var actions: [Action] = []
        for (name, time) in times.sorted(by: { $0.key < $1.key }) {
            guard units[name]?.estimate != nil else { continue }
            units[name]?.estimate?.look(time, at: now)
            actions += units[name]?.isUsed == true ? open(name) : close(name)
        }
        guard isInterval else { return actions }
        isInterval = false
        let uses = openUses
        return actions + (uses.isEmpty ? [] : [.see(uses)])
    }

    /// Takes the samples that are due.
    mutating func lookAtWhatIsDue(at now: Duration) -> [Action] {
        var names: Set<String> = []
        for (name, unit) in units {
            guard let moment = unit.estimate?.firstLook, moment <= now else { continue }
            units[name]?.estimate?.firstLook = nil
            names.insert(name)
        }
        if let moment = nextLook, moment <= now {
            isInterval = true
            nextLook = now + Self.interval
            names.formUnion(units.keys)
        }
        return look(at: names.filter { units[$0]?.isWorthReporting == true })
    }
}
