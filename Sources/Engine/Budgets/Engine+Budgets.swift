import CEL
import RuleModel

/// Budgets: limits on the use of targets.
extension Engine {
    /// The period of a budget at an instant, as things are now; nil: the present. `counts` is false
    /// on a day without the budget.
    package func period(
        of budget: Budget, at instant: Instant? = nil
    ) -> (from: Instant, until: Instant, counts: Bool) {
        budgets.period(of: budget, at: instant ?? now, in: entryZone)
    }

    /// The use of a budget's target in the present period, on all devices; none on a day without
    /// the budget.
    package func used(of budget: Budget) -> TimeSpan {
        let period = period(of: budget)
        return period.counts ? usedAnywhere(budget.target, since: period.from) : .zero
    }

    /// Begins and ends the restrictions of budgets. Checks the budgets whose targets were used, or
    /// all of them after a reset or another change.
    ///
    /// Returns true if a restriction began or ended.
    mutating func reevaluateBudgets() -> Bool {
        guard !rules.budgets.isEmpty else { return false }
        let before = state.budgets
        if budgets.areDue(at: now) {
            budgets.beginReview()
            for budget in rules.budgets { reevaluate(budget) }
            budgets.wait(until: state.budgets.values.lazy.map(\.until))
        } else if uses.hasNews {
            for target in uses.targets.keys.sorted() {
                for index in rules.budgets(of: target) { reevaluate(rules.budgets[index]) }
            }
        }
        return state.budgets != before
    }

    /// Ends the restrictions of budgets that the rules no longer have, and schedules a review of
    /// all.
    mutating func forgetBudgets() {
        let known = Set(rules.budgets.map(\.key))
        for key in state.budgets.keys.sorted() where !known.contains(key) {
            record(.budgetReset(budget: key))
        }
        budgets.keep(only: rules.budgets)
    }

    mutating func reviewBudgets() { budgets.review() }

    private mutating func reevaluate(_ budget: Budget) {
        if let reach = state.budgets[budget.key] {
            // An edited budget is checked again.
            let holds = reach.until > now && reach.from <= now
            guard !holds || reach.fingerprint != budget.fingerprint else { return }
            record(.budgetReset(budget: budget.key))
            markDirty([reach.target, budget.target])
        }
        guard isMonitored(budget.target) else { return }
        let period = period(of: budget)
        budgets.keep(period, of: budget)
        let used = used(of: budget)
        guard period.counts, used >= budget.limit else { return }
        recordUse()
        record(
            .budgetReached(
                BudgetReach(
                    budget: budget.key, target: budget.target, used: used, from: period.from,
                    until: period.until, fingerprint: budget.fingerprint)))
        budgets.wait(until: period.until)
        markDirty([budget.target])
    }

    /// The elapsed time of the next budget change, a reset or a limit reached by uses that
    /// continue; nil if there is none.
    func nextBudgetChange() -> TimeSpan? {
        guard !rules.budgets.isEmpty else { return nil }
        var next = budgets.due < .distantFuture ? max(.zero, budgets.due - now) : nil
        for target in uses.isIdle ? [] : uses.running {
            for index in rules.budgets(of: target) {
                let budget = rules.budgets[index]
                guard state.budgets[budget.key] == nil else { continue }
                let period = period(of: budget)
                // On a day without the budget, use counts from the next period on.
                var left =
                    period.counts
                    ? max(.zero, budget.limit - used(of: budget))
                    : period.until - now + budget.limit
                if isBucketFull(of: target) { left = max(left, Bucket(holding: now).end - now) }
                next = min(next ?? left, left)
            }
        }
        return next.map { clock.last.elapsed + $0 }
    }

    func budgetRestrictions(of target: String) -> [Restriction] {
        rules.budgets(of: target).compactMap { index in
            let budget = rules.budgets[index]
            guard let reach = state.budgets[budget.key] else { return nil }
            return Restriction(
                kind: .budget, rule: budget.key, name: budget.name, until: reach.until,
                isStrict: budget.isStrict)
        }
    }
}
