import CEL

/// How long targets may be used.
extension Engine {
    /// The period of a budget that holds now: from one reset to the next.
    package func period(of budget: Budget) -> (from: Instant, until: Instant) {
        let zone = budget.timeZone ?? rules.timeZone ?? zone
        let local = LocalTime(now, in: zone)
        let today = local.date.daysSince1970
        var first = local.secondOfDay >= budget.resets * 60 ? today : today - 1
        var length = 1
        if budget.per == .week {
            // 1970-01-01 was a Thursday; weeks begin on Monday.
            first -= CivilDate.weekday(daysSince1970: first) - 1
            length = 7
        }
        func reset(_ day: Int) -> Instant {
            zone.instants(ofLocal: Int64(day) * 86400 + Int64(budget.resets) * 60).first
        }
        return (reset(first), reset(first + length))
    }

    /// How much of a budget is used.
    package func used(of budget: Budget) -> TimeSpan {
        used(budget.target, since: period(of: budget).from)
    }

    /// Begins and ends what budgets restrict.
    mutating func settleBudgets() {
        guard !rules.budgets.isEmpty || !state.budgets.isEmpty else { return }
        let known = Set(rules.budgets.map(\.key))
        for key in state.budgets.keys.sorted() where !known.contains(key) {
            record(.budgetReset(budget: key))
        }
        for (index, budget) in rules.budgets.enumerated() { settle(budget, index) }
    }

    /// The same, from the last time that it was asked for where that is still right.
    private mutating func period(_ index: Int) -> (from: Instant, until: Instant) {
        if let known = periods[index], known.from <= now, now < known.until { return known }
        let period = period(of: rules.budgets[index])
        periods[index] = period
        return period
    }

    private mutating func settle(_ budget: Budget, _ index: Int) {
        if let reach = state.budgets[budget.key] {
            // Whoever edits a budget has it looked at afresh.
            let holds = reach.until > now && reach.from <= now
            guard !holds || reach.fingerprint != budget.fingerprint else { return }
            record(.budgetReset(budget: budget.key))
            unsettled.add([reach.target, budget.target])
        }
        guard isMonitored(budget.target) else { return }
        let period = period(index)
        let used = used(budget.target, since: period.from)
        guard used >= budget.limit else { return }
        noteUse()
        record(
            .budgetReached(
                BudgetReach(
                    budget: budget.key, target: budget.target, used: used, from: period.from,
                    until: period.until, fingerprint: budget.fingerprint)))
        unsettled.add([budget.target])
    }

    /// The elapsed time at which a budget is used up if its target is used on, or is reset; nil
    /// where neither is in sight.
    func nextBudgetChange() -> TimeSpan? {
        guard !rules.budgets.isEmpty else { return nil }
        let running = uses.isIdle ? [] : uses.running
        return rules.budgets.compactMap { budget -> TimeSpan? in
            if let reach = state.budgets[budget.key] {
                return clock.last.elapsed + max(.zero, reach.until - now)
            }
            guard running.contains(budget.target) else { return nil }
            return clock.last.elapsed + max(.zero, budget.limit - used(of: budget))
        }.min()
    }

    /// The restrictions of the budgets that are used up.
    func budgetRestrictions(of target: String) -> [Restriction] {
        gates.budgets(of: target).compactMap { index in
            let budget = rules.budgets[index]
            guard let reach = state.budgets[budget.key] else { return nil }
            return Restriction(
                kind: .budget, rule: budget.key, name: budget.name, until: reach.until,
                isStrict: budget.isStrict)
        }
    }
}
