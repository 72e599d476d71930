import RuleModel

/// The keys of `plans: {KEY: …}`.
enum PlanFields {
    static let entries = limit(
        "entries", 1_000_000,
        "How many sites, apps and executables all targets together can have.", 100)
    static let schedules = limit(
        "schedules", Limits.entries, "How many quiet-hours schedules can be in force.", 10)
    static let editSchedules = allowance(
        "edit_schedules",
        "`true` lets you edit and remove schedules with the tools: in the dashboard, and with "
            + "`soteria add` and `soteria remove`. `false` still lets you add schedules up to the "
            + "limit, and switch them on and off.")
    static let autoProtections = limit(
        "auto_protections", Limits.entries, "How many auto-protections can be in force.", 5)
    static let metrics = Field(
        "metrics",
        ValueForm<Set<Plan.MetricsRange>>(
            .list(
                of: .choice(
                    Plan.MetricsRange.allCases.map {
                        .init(word: $0.rawValue, meaning: meaning(of: $0))
                    }), count: 1...Int.max),
            read: { $0.metricsRanges($1) }),
        leftOut: "all of them", "The time ranges for which Soteria shows your figures.",
        example: ["today", "this_week"])
    static let predictiveAlerts = allowance(
        "predictive_alerts", "`true` makes Soteria tell you when one of your risky hours begins.")
    static let export = allowance("export", "`true` lets you export the record.")

    static let shape = Shape(
        "a map of limits, or {} for no limits",
        [
            entries, schedules, autoProtections, metrics, predictiveAlerts, export, editSchedules,
        ])

    private static func limit(
        _ key: String, _ highest: Int, _ summary: String, _ example: Int
    ) -> Field<Int> {
        Field(key, .count(0...highest), leftOut: "no limit", summary, example: .count(example))
    }

    private static func allowance(_ key: String, _ summary: String) -> Field<Bool> {
        Field(key, .truth, standard: true, summary, example: false)
    }

    private static func meaning(of range: Plan.MetricsRange) -> String {
        switch range {
        case .today: "since midnight, local time"
        case .thisWeek: "since Monday"
        case .thisMonth: "since the first of the month"
        case .all: "since the first event"
        case .custom: "between any two dates"
        }
    }
}
