import API

/// Goals and how far they are, in words.
enum GoalText {
    /// Every goal; on a terminal with a bar.
    static func list(_ goals: [GoalsAPI.Goal], now: Moment?, isTerminal: Bool, _ style: Style)
        -> String
    {
        if goals.isEmpty {
            return "Nothing is saved for. Begin: soteria goals add NAME AMOUNT CURRENCY\n"
        }
        return goals.map { one($0, now: now, isTerminal: isTerminal, style) }
            .joined(separator: "\n")
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
                + "  \(percent) %\n"
        }
        var table = TextTable()
        let currency = Printable.text(goal.currency)
        let share = isTerminal ? "" : " (\(percent) %)"
        table.add(
            .init("Saved", .faint), .init("\(goal.saved) of \(goal.target) \(currency)\(share)"))
        table.add(.init("Left", .faint), .init(state(goal, currency, now: now), role))
        if goal.fromKept {
            table.add(.init("Credited", .faint), "what kept impulses would have cost")
        }
        return text + table.text(style, indent: 3)
    }

    private static func state(_ goal: GoalsAPI.Goal, _ currency: String, now: Moment?) -> String {
        if goal.reached {
            let at = goal.reachedAt.map { at in now.map { TimeWords.at(at, now: $0) } ?? at }
            return "nothing, reached" + (at.map { " \($0)" } ?? "")
        }
        let by = goal.by.map { goal.late == true ? ", wanted by \($0)" : " by \($0)" } ?? ""
        return "\(goal.left) \(currency)\(by)"
    }
}
