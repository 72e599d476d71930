import RuleModel

/// The keys of `quiet_hours: {KEY: …}`.
enum QuietHoursFields {
    static let name = CommonFields.name(example: "Quiet nights")
    static let block = CommonFields.block(
        required: "the targets to block",
        "The targets that are blocked while the schedule runs.")
    static let ranges = Field(
        "ranges",
        ValueForm(
            .list(of: .map(RangeFields.shape), count: 1...Limits.ranges),
            read: { $0.ranges($1) }),
        required: "the times at which the schedule runs",
        "The time ranges during which the schedule runs.",
        example: [
            ["days": "sun-thu", "time": "22:30-06:30", "except": ["2026-12-24"]],
            ["days": ["fri", "sat"], "time": "23:30-08:00"],
            ["dates": ["2026-11-27..2026-11-30"], "time": "00:00-24:00"],
        ])
    static let zone = CommonFields.zone(of: "schedule")
    static let strict = CommonFields.strict(standard: false)

    static let shape = Shape(
        "a map with \"block:\" and \"ranges:\"",
        [name, block, ranges, zone, CommonFields.enabled, strict])
}

/// The keys of a range of quiet hours.
enum RangeFields {
    static let days = Field(
        "days", ValueForm(.oneOrMore(of: .text(.days))) { $0.weekdays($1) }, standard: .daily,
        leftOut: "every day",
        "The days on which the range starts. A range that passes midnight continues on the next "
            + "day, even if that day is not listed.",
        example: "sun-thu")
    static let dates = Field<Dates>(
        "dates",
        ValueForm(.list(of: .text(.dates), count: 1...Int.max)) {
            $0.dates($1, mayBeEmpty: false)
        }, leftOut: "none",
        "The dates on which the range starts; it starts on no other day. Not allowed together with "
            + "`days`.",
        example: ["2026-11-27..2026-11-30"])
    static let time = Field(
        "time", ValueForm(.text(.clockRange)) { $0.clockRange($1) },
        required: "such as \"22:30-06:30\"", "The local times at which the range starts and ends.",
        example: "22:30-06:30")
    static let except = Field(
        "except",
        ValueForm(.list(of: .text(.dates), count: 0...Int.max)) {
            $0.dates($1, mayBeEmpty: true)
        }, standard: [],
        leftOut: "none", "Dates on which the range does not start.", example: ["2026-12-24"])

    static let shape = Shape("a map with \"days:\" and \"time:\"", [days, dates, time, except])
}
