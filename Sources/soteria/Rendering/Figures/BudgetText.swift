import API
import Localization

enum BudgetText {
    static func list(_ budgets: [BudgetsAPI.Budget], now: Moment?, isTerminal: Bool, _ style: Style)
        -> String
    {
        budgets.blocks(
            none: localized(
                """
                No budget is in force: no rule file defines one, or your plan does not include \
                budgets.

                """)
        ) { one($0, now: now, isTerminal: isTerminal, style) }
    }

    private static func one(
        _ budget: BudgetsAPI.Budget, now: Moment?, isTerminal: Bool, _ style: Style
    ) -> String {
        let role: Style.Role = budget.reached ? .bad : .good
        let key = budget.budget + (budget.strict ? localized(", strict") : "")
        var text = style.heading(budget.reached, role, budget.name, key) + "\n"
        if isTerminal {
            let used = Bar.thousandths(budget.used, of: budget.limit)
            text += "  " + Bar.progress(used, columns: 30, role, style) + "\n"
        }
        let used = TimeWords.length(seconds: budget.used)
        let limit = TimeWords.length(seconds: budget.limit)
        var table = TextTable()
        let share =
            switch budget.per {
            case .hour: localized("\(used) of \(limit) an hour")
            case .day: localized("\(used) of \(limit) a day")
            case .week: localized("\(used) of \(limit) a week")
            }
        table.add(name: localized("Used"), share)
        table.add(name: localized("Left"), left(budget, now: now), budget.reached ? .bad : nil)
        if let days = budget.days {
            table.add(name: localized("Days"), days.map(\.rawValue).joined(separator: ", "))
        }
        table.add(name: localized("Resets"), TimeWords.ahead(budget.until, now: now))
        return text + table.text(style, indent: 2)
    }

    private static func left(_ budget: BudgetsAPI.Budget, now: Moment?) -> String {
        guard budget.reached else {
            return budget.counts == false
                ? localized("no limit: the budget does not count today")
                : localized("\(TimeWords.length(seconds: budget.left)) of \(budget.target)")
        }
        guard let end = budget.grantedUntil else {
            return localized("nothing: \(budget.target) is blocked until the budget resets")
        }
        return localized(
            """
            nothing: \(budget.target) is open by permission until \(TimeWords.ahead(end, now: now))
            """)
    }
}
