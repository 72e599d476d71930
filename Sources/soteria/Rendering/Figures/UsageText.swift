import API

enum GoalText {
    static func list(_ goals: [GoalsAPI.Goal], now: Moment?, isTerminal: Bool, _ style: Style)
        -> String
    {
        goals.blocks(
            none: "No goals yet. Add one: soteria goals add NAME AMOUNT CURRENCY\n"
        ) { one($0, now: now, isTerminal: isTerminal, style) }
    }

    private static func one(
        _ goal: GoalsAPI.Goal, now: Moment?, isTerminal: Bool, _ style: Style
    ) -> String {
        let role: Style.Role = goal.reached ? .good : goal.late == true ? .bad : .doubtful
        let percent = goal.progress.thousandths / 10
        var text = "\(goal.goal)  \(style.apply(.strong, Printable.text(goal.name)))\n"
        if isTerminal {
            text +=
                "   " + Bar.progress(goal.progress.thousandths, columns: 30, role, style)
                + "  \(percent)%\n"
        }
        let share = isTerminal ? "" : " (\(percent)%)"
        var table = TextTable()
        table.add(name: "Saved", "\(goal.saved) of \(goal.target) \(goal.currency)\(share)")
        table.add(name: "Left", state(goal, now: now), role)
        if goal.fromKept { table.add(name: "Credited", "the estimated cost of each kept impulse") }
        return text + table.text(style, indent: 3)
    }

    private static func state(_ goal: GoalsAPI.Goal, now: Moment?) -> String {
        if goal.reached {
            let at = goal.reachedAt.map { " " + TimeWords.at($0, now: now) }
            return "nothing, reached" + (at ?? "")
        }
        let by = goal.by.map { goal.late == true ? ", overdue since \($0)" : " by \($0)" } ?? ""
        return "\(goal.left) \(goal.currency)\(by)"
    }
}

enum UsageText {
    static func today(_ today: UsageAPI.Today.Reply, _ style: Style) -> String {
        if today.targets.isEmpty { return "No targets are tracked.\n" }
        var table = TextTable()
        for target in today.targets {
            table.add([
                .init(target.running ? "●" : "○", target.running ? .doubtful : .faint),
                .init(target.name, .strong),
                .init(target.seconds > 0 ? TimeWords.length(seconds: target.seconds) : "–"),
                .init(target.running ? "in use now" : ""),
            ])
        }
        let note = today.locked ? "The session is locked" : today.idle ? "You are idle" : nil
        return table.text(style) + (note.map { $0 + ", so no use is counted.\n" } ?? "")
    }

    /// The names that people see, by the targets' keys.
    struct Names {
        private let names: [String: String]
        private let width: Int
        private let places: [TargetsAPI.PlaceName]

        /// `names` of targets by key; `places` the sites and apps that the person named.
        init(_ names: [(String, String)], places: [TargetsAPI.PlaceName] = []) {
            self.names = Dictionary(names, uniquingKeysWith: { $1 })
            self.places = places
            width = names.map { Printable.columns($0.1) }.max() ?? 0
        }

        /// The person's name for a site or an app, else the site or the app itself.
        func place(_ place: UsageAPI.Place) -> String {
            places.first { $0.site == place.site && $0.app == place.app }?.name
                ?? place.site ?? place.app.map(PlaceText.app) ?? ""
        }

        /// The name, or the key if no rule defines the target any more, padded to the widest.
        func padded(_ key: String) -> (name: String, blanks: String) {
            let name = names[key] ?? key
            let blanks = String(repeating: " ", count: max(0, width - Printable.columns(name)))
            return (Printable.text(name), blanks)
        }
    }

    /// A stretch of use: `2026-11-21 23:18–23:31  Shopping  12 min  amazon.com (request 12)`.
    static func line(_ session: UsageAPI.Session, _ names: Names, _ style: Style) -> String {
        let start = Moment(session.at)
        let day = start.map { $0.day.description } ?? ""
        let until = session.until.flatMap { Moment($0) }.map(\.time) ?? "now"
        let time = "\(day) \(start?.time ?? session.at)–\(until)"
        let places = session.places.map(names.place).joined(separator: ", ")
        let numbers = session.requests.map(String.init).joined(separator: ", ")
        let under = session.requests.isEmpty ? "" : " (request \(numbers))"
        let (name, blanks) = names.padded(session.target)
        let length = TimeWords.length(seconds: session.seconds)
        let detail = Printable.text(places + under)
        let shownTime = style.apply(.faint, Printable.text(time))
        let shownName = style.apply(.strong, name)
        // As wide as an ongoing time.
        let pad = String(repeating: " ", count: max(0, 22 - Printable.columns(time)))
        let column = Printable.columns(time + pad + name + blanks + length) + 6
        guard column + narrowest <= style.width else {
            let lines =
                ["\(shownName)  \(length)"] + Paragraph.wrapped(detail, width: style.width - 2)
            return ([shownTime] + lines.map { "  " + $0 }).joined(separator: "\n") + "\n"
        }
        return shownTime + pad + "  " + shownName + blanks + "  " + length + "  " + detail + "\n"
    }

    /// The width below which places are put on lines of their own.
    private static let narrowest = 12
}

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
        table.add(name: "Used", "\(used) of \(limit) a \(budget.per.rawValue)")
        table.add(name: "Left", left(budget), budget.reached ? .bad : nil)
        table.add(name: "Resets", TimeWords.ahead(budget.until, now: now))
        return text + table.text(style, indent: 2)
    }

    private static func left(_ budget: BudgetsAPI.Budget) -> String {
        budget.reached
            ? "nothing: \(budget.target) is blocked until the budget resets"
            : "\(TimeWords.length(seconds: budget.left)) of \(budget.target)"
    }
}
