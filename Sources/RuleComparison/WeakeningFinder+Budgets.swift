import RuleModel

extension WeakeningFinder {
    /// The budgets whose target has no budget as small after.
    var budgetWeakenings: [Weakening] {
        let kept = Dictionary(grouping: after.budgets, by: \.target)
        return before.budgets.compactMap { budget in
            guard targets.contains(budget.target) else { return nil }
            let others = kept[budget.target] ?? []
            if others.contains(where: { isAsSmall($0, as: budget) }) { return nil }
            return weakening(of: budget, others)
        }
    }

    private func isAsSmall(_ other: Budget, as budget: Budget) -> Bool {
        // The limit of a week also limits each of its days.
        other.limit <= budget.limit && (other.per == budget.per || other.per == .week)
            && other.resets == budget.resets && (other.isStrict || !budget.isStrict)
            && isSameZone(budget.timeZone, other.timeZone)
    }

    private func weakening(of budget: Budget, _ others: [Budget]) -> Weakening {
        let path = "budgets.\(budget.key)"
        let target = budget.target
        guard let other = others.first(where: { $0.key == budget.key }) ?? others.first else {
            return Weakening(
                path, "\(target) no longer has this limit", "\(target) has a new limit")
        }
        if !isSameZone(budget.timeZone, other.timeZone) {
            return .undecided(path, zones(budget.timeZone, other.timeZone))
        }
        if other.resets != budget.resets {
            let times = [budget.resets, other.resets].sorted().map(ClockText.time)
            return .undecided(
                path, "the budget resets at different times (\(times[0]) and \(times[1]))")
        }
        if other.limit <= budget.limit, other.per == budget.per || other.per == .week {
            return .notStrict(path)
        }
        let limits = [budget, other].map { "\($0.limit.words) a \($0.per.rawValue)" }
        return Weakening(path, from: limits[0], to: limits[1]) {
            "\(target) may be used for \($1) instead of \($0)"
        }
    }
}
