import API
import Engine
import Phrasing
import RuleModel

/// `org.soteria.budgets`.
extension Daemon: BudgetsAPI.Handlers {
    func list(_ call: TypedCall<BudgetsAPI.List>) {
        observe()
        call.reply(.init(budgets: engine.rules.budgets.map { .init($0, in: engine) }))
    }
}

extension BudgetsAPI.Budget {
    init(_ budget: Budget, in engine: Engine) {
        let clock = engine.localClock
        let reach = engine.state.budgets[budget.key]
        let period = engine.period(of: budget)
        let used = engine.used(of: budget)
        let per: BudgetsAPI.Period =
            switch budget.per {
            case .hour: .hour
            case .day: .day
            case .week: .week
            }
        let days: [BudgetsAPI.Weekday]? =
            budget.days == .daily
            ? nil
            : BudgetsAPI.Weekday.allCases.enumerated().filter {
                budget.days.contains(weekday: $0.offset + 1)
            }.map(\.element)
        self.init(
            budget: budget.key, name: budget.name, target: budget.target,
            limit: Int(budget.limit.seconds), used: Int(used.seconds),
            left: reach == nil ? (budget.limit - used).secondsLeft : 0,
            per: per,
            resets: ClockText.time(minute: budget.resets),
            from: clock.text(reach?.from ?? period.from),
            until: clock.text(reach?.until ?? period.until), reached: reach != nil,
            strict: budget.isStrict, days: days,
            counts: days == nil ? nil : reach != nil || period.counts,
            grantedUntil: reach == nil ? nil : clock.text(engine.grantEnd(of: budget.target)))
    }
}
