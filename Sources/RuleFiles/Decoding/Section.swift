/// A top-level section of the rule files and its decoder.
///
/// A new section takes one entry here, its keys in `Description/Fields` and its decoder in
/// `Sections`. Sections are read in this order: each one comes after those that it refers to.
struct Section: Sendable {
    let description: FieldDescription
    let decode: @Sendable (inout Draft, Mapping.Entry) -> Void

    /// The example defaults to one made of the examples of the section's keys.
    init(
        _ key: String, _ kind: ValueKind, _ presence: Presence, _ summary: String,
        example: Literal? = nil,
        decode: @escaping @Sendable (inout Draft, Mapping.Entry) -> Void
    ) {
        description = FieldDescription(key, kind, presence, summary, example: example)
        self.decode = decode
    }

    var key: String { description.key }

    /// The first section with conditions; the sections whose variables they can read come before
    /// it.
    static let firstConditions = "features"

    static let all: [Section] = [
        Section(
            "time_zone", .text(.zone), .standard("local"),
            "The time zone of the times in all rules, unless a rule sets its own.",
            example: "Europe/Berlin"
        ) { $0.decodeTimeZone($1) },
        Section(
            "targets", .entries(TargetFields.shape, example: "shopping"), .leftOut("none"),
            "Groups of sites, apps and executables that are blocked together."
        ) { $0.decodeTargets($1) },
        Section(
            "quiet_hours", .entries(QuietHoursFields.shape, example: "nights"), .leftOut("none"),
            "Schedules that say when targets are blocked."
        ) { $0.decodeQuietHours($1) },
        Section(
            "check_ins", .entries(CheckInFields.shape, example: "morning"), .leftOut("none"),
            "Questions that Soteria asks every day."
        ) { $0.decodeCheckIns($1) },
        Section(
            "budgets", .entries(BudgetFields.shape, example: "shopping"), .leftOut("none"),
            "Limits on how long targets may be used."
        ) { $0.decodeBudgets($1) },
        Section(
            "features",
            .entries(.init(value: .text(.condition), keys: .featureName, example: "late")),
            .leftOut("none"),
            "Conditions with names. Other conditions, in any file, can use these names.",
            example: ["late": "local.hour >= 22 || local.hour < 2"]
        ) { $0.decodeFeatures($1) },
        Section(
            "risk", .map(RiskFields.shape), .leftOut("no factors"),
            "How the risk score is computed."
        ) { $0.decodeRisk($1) },
        Section(
            "auto_protection", .entries(AutoProtectionFields.shape, example: "restless"),
            .leftOut("none"), "Rules that let Soteria block targets on its own."
        ) { $0.decodeAutoProtection($1) },
        Section(
            "unblock", .map(UnblockFields.shape), .leftOut("see below"),
            "What happens when you ask to unblock a target."
        ) { $0.decodeUnblock($1) },
        Section(
            "notifications", .map(NotificationFields.shape), .leftOut("all"),
            "Which notifications Soteria sends. Questions about what is blocked right now have no "
                + "switch."
        ) { $0.decodeNotifications($1) },
        Section(
            "usage", .map(UsageFields.shape), .leftOut("see below"),
            "How the use of apps and sites is counted."
        ) { $0.decodeUsage($1) },
        Section(
            "keep", .map(KeepFields.shape), .leftOut("forever"),
            "How long Soteria keeps the record of events."
        ) { $0.decodeKeep($1) },
        Section(
            "edits", .map(EditsFields.shape), .leftOut("at once"),
            "When edits that weaken the rules take effect."
        ) { $0.decodeEdits($1) },
        Section(
            "debug", .truth, .standard(false),
            "`true` lets you open and reset check-ins at any time, to try them out.", example: true
        ) { $0.decodeDebug($1) },
        Section(
            "plans", .entries(PlanFields.shape, example: "mine"),
            .leftOut("only `premium`, a plan without limits"),
            "Plans that limit what your rules and Soteria's tools can do."
        ) { $0.decodePlans($1) },
        Section(
            "plan", .text(.plan), .standard("premium"), "The plan in force.",
            example: "mine"
        ) { $0.decodePlan($1) },
    ]
}
