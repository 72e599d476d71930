import RuleModel

/// The keys of `budgets: {KEY: …}`.
enum BudgetFields {
    static let name = CommonFields.name(example: "Shopping a day")
    static let target = Field(
        "target", .declaredTarget, required: "the target whose use is counted",
        "The target whose use is counted. When the budget is used up, Soteria blocks this target.",
        example: "shopping")
    static let limit = Field(
        "limit", .timeSpan(within: .minutes(1) ... .days(7)), required: "such as 45m",
        "How long the target may be used in each period.", example: "45m")
    static let period = Field(
        "per", .choice(meaning) { $0.period($1) }, standard: .day,
        "The period that the limit applies to.",
        example: "day")
    static let days = Field(
        "days", ValueForm(.oneOrMore(of: .text(.days))) { $0.weekdays($1) }, standard: .daily,
        leftOut: "every day",
        "The days on which the budget applies. A day lasts from one reset to the next; with `per: "
            + "hour`, an hour belongs to the day on which it begins. Not allowed with `per: week`.",
        example: "weekdays")
    static let resets = Field(
        "resets", .clockTime, standard: 0,
        "The local time at which a new period begins. Not allowed with `per: hour`.",
        example: "04:00")
    static let strict = CommonFields.strict(standard: false)
    static let zone = CommonFields.zone(of: "budget")

    static let shape = Shape(
        "a map with \"target:\" and \"limit:\"",
        [name, target, limit, period, days, resets, strict, zone])

    private static func meaning(of period: Budget.Period) -> String {
        switch period {
        case .hour: "from one full hour of the local clock to the next"
        case .day: "from the reset time of one day to that of the next day"
        case .week: "from the reset time on Monday to that on the next Monday"
        }
    }
}
