import API

enum BudgetText {
    static func list(_ budgets: [BudgetsAPI.Budget], now: Moment?, isTerminal: Bool, _ style: Style)
        -> String
    {
        budgets.blocks(
            none: """
                No budget is in force: no rule file defines one, or your plan does not include \
                budgets.

                """
        ) { one($0, now: now, isTerminal: isTerminal, style) }
    }

    private static func one(
        _ budget: BudgetsAPI.Budget, now: Moment?, isTerminal: Bool, _ style: Style
    ) -> String {
        let role: Style.Role = budget.reached ? .bad : .good
        let key = budget.budget + (budget.strict ? ", strict" : "")
        var text = style.heading(budget.reached, role, budget.name, key) + "\n"
        if isTerminal {
            let used = Bar.thousandths(budget.used, of: budget.limit)
            text += "  " + Bar.progress(used, columns: 30, role, style) + "\n"
        }
        let used = TimeWords.length(seconds: budget.used)
        let limit = TimeWords.length(seconds: budget.limit)
        var table = TextTable()
        let per = budget.per == .hour ? "an hour" : "a \(budget.per.rawValue)"
        table.add(name: "Used", "\(used) of \(limit) \(per)")
        table.add(name: "Left", left(budget, now: now), budget.reached ? .bad : nil)
        if let days = budget.days {
            table.add(name: "Days", days.map(\.rawValue).joined(separator: ", "))
        }
        table.add(name: "Resets", TimeWords.ahead(budget.until, now: now))
        return text + table.text(style, indent: 2)
    }

    private static func left(_ budget: BudgetsAPI.Budget, now: Moment?) -> String {
        guard budget.reached else {
            return budget.counts == false
                ? "no limit: the budget does not count today"
                : "\(TimeWords.length(seconds: budget.left)) of \(budget.target)"
        }
        guard let end = budget.grantedUntil else {
            return "nothing: \(budget.target) is blocked until the budget resets"
        }
        return "nothing: \(budget.target) is open by permission until "
            + TimeWords.ahead(end, now: now)
    }
}
