import RuleModel

extension WeakeningFinder {
    /// The budgets that become weaker: on some of their days no budget of the target is as small
    /// afterwards, or the use of fewer of the target's pages counts (`uncountedPages`).
    func budgetWeakenings(_ uncounted: [String: SitePath]) -> [Weakening] {
        let kept = Dictionary(grouping: after.budgets, by: \.target)
        return before.budgets.compactMap { budget in
            guard targets.contains(budget.target) else { return nil }
            let others = kept[budget.target] ?? []
            let small = others.filter { isAsSmall($0, as: budget) }
            let missing = budget.days.subtracting(Weekdays(small.map(\.days)))
            if !missing.isEmpty { return weakening(of: budget, on: missing, others) }
            return uncounted[budget.target].map {
                Weakening("budgets.\(budget.key)", "the use of \($0.text)", isNoLonger: "counted")
            }
        }
    }

    /// True if a budget limits as much on its own days.
    private func isAsSmall(_ other: Budget, as budget: Budget) -> Bool {
        other.limit <= budget.limit && limitsEachPeriod(other, of: budget)
            && (other.isStrict || !budget.isStrict)
            && isSameZone(budget.timeZone, other.timeZone)
    }

    /// True if each period of a budget lies within one of the other's, of the same day.
    private func limitsEachPeriod(_ other: Budget, of budget: Budget) -> Bool {
        switch (budget.per, other.per) {
        case (.hour, .hour): true
        // A day from midnight on, or days without gaps, of whole hours.
        case (.hour, _): other.resets == 0 || other.days == .daily && other.resets % 60 == 0
        // The limit of a week also limits each of its days.
        case (.day, .day), (.day, .week), (.week, .week): other.resets == budget.resets
        case (.day, .hour), (.week, .hour), (.week, .day): false
        }
    }

    private func weakening(
        of budget: Budget, on missing: Weekdays, _ others: [Budget]
    ) -> Weakening {
        let path = "budgets.\(budget.key)"
        let target = budget.target
        guard let other = others.first(where: { $0.key == budget.key }) ?? others.first else {
            return Weakening(
                path, "\(target) no longer has this limit", "\(target) has a new limit")
        }
        if !isSameZone(budget.timeZone, other.timeZone) {
            return .undecided(path, zones(budget.timeZone, other.timeZone))
        }
        if other.resets != budget.resets, budget.per != .hour, other.per != .hour {
            let times = [budget.resets, other.resets].sorted().map(ClockText.time)
            return .undecided(
                path, "the budget resets at different times (\(times[0]) and \(times[1]))")
        }
        if isAsSmall(other, as: budget) {
            let days = ClockText.weekdays.enumerated().filter {
                missing.contains(weekday: $0.offset + 1)
            }.map(\.element).joined(separator: ", ")
            return Weakening(
                path, "\(target) no longer has this limit on \(days)",
                "\(target) has this limit on \(days) as well")
        }
        if other.limit <= budget.limit, limitsEachPeriod(other, of: budget) {
            return .notStrict(path)
        }
        let limits = [budget, other].map { budget in
            "\(budget.limit.words) \(budget.per == .hour ? "an" : "a") \(budget.per.rawValue)"
        }
        return Weakening(path, from: limits[0], to: limits[1]) {
            "\(target) may be used for \($1) instead of \($0)"
        }
    }
}

extension Weekdays {
    /// The days of several sets.
    fileprivate init(_ sets: [Weekdays]) { self = sets.reduce([]) { $0.union($1) } }
}
