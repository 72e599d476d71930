import API
import RuleModel
import Varlink

/// `org.soteria.budgets`.
extension Daemon: BudgetsAPI.Handlers {
    func list(_ call: TypedCall<BudgetsAPI.List>) throws(CallError<BudgetsAPI>) {
        observe()
        call.reply(BudgetsAPI.List.Reply(budgets: engine.rules.budgets.map(phrase)))
    }

    private func phrase(_ budget: Budget) -> BudgetsAPI.Budget {
        let reach = engine.state.budgets[budget.key]
        let period = engine.period(of: budget)
        let used = engine.used(of: budget)
        return BudgetsAPI.Budget(
            budget: budget.key, name: budget.name, target: budget.target,
            limit: Int(budget.limit.seconds), used: Int(used.seconds),
            left: reach == nil ? (budget.limit - used).secondsLeft : 0,
            per: budget.per == .day ? .day : .week, resets: clock(budget.resets),
            from: text(reach?.from ?? period.from), until: text(reach?.until ?? period.until),
            reached: reach != nil, strict: budget.isStrict)
    }
}
