import API

struct GoalsView {
    /// The goals, unreached ones first.
    let goals: [GoalView]
    let adding: Adding

    init(
        _ goals: [GoalsAPI.Goal], adding: GoalDraft, contributing: Contribution?,
        _ environment: PageEnvironment
    ) {
        let sorted = goals.filter { !$0.reached } + goals.filter(\.reached)
        self.goals = sorted.map { goal in
            GoalView(goal, contributing?.goal == goal.goal ? contributing : nil, environment)
        }
        self.adding = Adding(
            name: adding.name.shown("name"), amount: adding.amount.shown("amount"),
            currency: adding.currency.shown("currency", hasHint: true),
            by: adding.by.shown("by", hasHint: true), fromKept: adding.fromKept,
            refusal: adding.refusal)
    }

    struct Adding {
        let name: Field
        let amount: Field
        let currency: Field
        let by: Field
        let fromKept: Bool
        let refusal: String?
    }
}

struct GoalView {
    struct Badge {
        let kind: String
        let label: String
    }

    let number: Int
    let name: String
    let badge: Badge?
    /// The HTML of the chart.
    let meter: String
    /// Remarks about the goal, one per line.
    let lines: [String]
    let contribution: ContributionForm?

    struct ContributionForm {
        let currency: String
        let amount: Field
        let refusal: String?
    }

    init(_ goal: GoalsAPI.Goal, _ contribution: Contribution?, _ environment: PageEnvironment) {
        let texts = environment.texts
        number = goal.goal
        name = goal.name
        badge =
            goal.reached
            ? Badge(kind: "success", label: texts("goals.reached"))
            : goal.late == true ? Badge(kind: "warning", label: texts("goals.late")) : nil
        meter = Self.meter(goal, environment)
        lines = Self.lines(goal, environment)
        self.contribution =
            goal.reached && contribution == nil
            ? nil
            : ContributionForm(
                currency: goal.currency,
                amount: (contribution?.amount ?? TypedField()).shown(
                    "contribute-\(goal.goal)", name: "amount"),
                refusal: contribution?.refusal)
    }

    static func amounts(_ goal: GoalsAPI.Goal, _ environment: PageEnvironment) -> [String: String] {
        func money(_ amount: String) -> String { environment.formats.money(amount, goal.currency) }
        return ["saved": money(goal.saved), "target": money(goal.target), "left": money(goal.left)]
    }

    private static func meter(_ goal: GoalsAPI.Goal, _ environment: PageEnvironment) -> String {
        let texts = environment.texts
        let caption = ChartCaption(
            id: "goal-\(goal.goal)-meter", title: texts("goals.progress"),
            description: texts("goals.savedOf", amounts(goal, environment)),
            tableLabel: texts("goals.progress"), emptyText: texts("goals.progress"))
        return Meter(
            caption: caption, value: FiniteNumber(goal.progress),
            valueText: environment.formats.percent(goal.progress.thousandths, of: 1000)
        ).html
    }

    private static func lines(_ goal: GoalsAPI.Goal, _ environment: PageEnvironment) -> [String] {
        let (texts, formats) = (environment.texts, environment.formats)
        let amounts = amounts(goal, environment)
        let reachedAt = goal.reachedAt.flatMap { Moment($0) }.map { formats.day($0.day) }
        let day = goal.by.map { text in CalendarDay(text).map(formats.day) ?? text }
        return [
            texts("goals.savedOf", amounts),
            goal.reached ? nil : texts("goals.left", amounts),
            goal.reached ? reachedAt.map { texts("goals.reachedOn", ["day": $0]) } : nil,
            day.map { day in
                texts(goal.late == true ? "goals.byGone" : "goals.by", ["day": day])
            },
            texts(
                "goals.contributions", count: goal.contributions,
                ["count": formats.number(goal.contributions)]),
            goal.fromKept && !goal.reached ? texts("goals.fromKept") : nil,
        ].compactMap { $0 }
    }
}

struct GoalRemovalView {
    let number: Int
    let question: String
    let saved: String
    let problem: String?

    init(_ goal: GoalsAPI.Goal, problem: String?, _ environment: PageEnvironment) {
        number = goal.goal
        question = environment.texts("goals.removeQuestion", ["name": goal.name])
        saved = environment.texts("goals.savedOf", GoalView.amounts(goal, environment))
        self.problem = problem
    }
}
