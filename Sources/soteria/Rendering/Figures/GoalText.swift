import API
import Localization

enum GoalText {
    static func list(_ goals: [GoalsAPI.Goal], now: Moment?, isTerminal: Bool, _ style: Style)
        -> String
    {
        goals.blocks(
            none: localized("No goals yet. Add one: soteria goals add NAME AMOUNT CURRENCY\n")
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
        table.add(
            name: localized("Saved"),
            localized("\(goal.saved) of \(goal.target) \(goal.currency)\(share)"))
        table.add(name: localized("Left"), state(goal, now: now), role)
        if goal.fromKept {
            table.add(
                name: localized("Added"),
                localized("what you expected to spend, two hours after you resist an impulse"))
        }
        return text + table.text(style, indent: 3)
    }

    private static func state(_ goal: GoalsAPI.Goal, now: Moment?) -> String {
        if goal.reached {
            let at = goal.reachedAt.map { TimeWords.at($0, now: now) }
            return at.map { localized("nothing, reached \($0)") } ?? localized("nothing, reached")
        }
        let left = "\(goal.left) \(goal.currency)"
        guard let by = goal.by else { return left }
        return goal.late == true
            ? localized("\(left), overdue since \(by)") : localized("\(left) by \(by)")
    }
}
