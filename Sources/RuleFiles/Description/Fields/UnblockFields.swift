import RuleModel

/// The keys of `unblock: …`.
enum UnblockFields {
    static let grant = Field(
        "grant", .timeSpan(within: grants),
        standard: UnblockRules.standard.grant,
        "The longest time that an unblocked target stays open. It stays open for the minutes that "
            + "you name, or for this time if you name none.", example: "10m")
    static let wait = Field(
        "wait", .map(WaitFields.shape, of: "wait") { $0.waits($1) },
        standard: (
            UnblockRules.standard.plannedWait, UnblockRules.standard.impulseWait,
            UnblockRules.standard.eachFurther, UnblockRules.standard.longestWait
        ),
        leftOut: "see below", "How long you wait before a target opens.")
    static let categories = Field(
        "categories", .texts(.word, of: "categories") { $0.word($1) },
        standard: UnblockRules.standard.categories,
        "The categories that you can choose from for a planned purchase. Your list replaces the "
            + "standard list.",
        example: ["necessity", "gift"])
    static let moods = Field(
        "moods", .texts(.word, of: "moods") { $0.word($1) },
        standard: UnblockRules.standard.moods,
        "The moods that you can choose from. Your list replaces the standard list.",
        example: ["tired", "bored", "fine"])
    static let emergency = Field(
        "emergency", .map(EmergencyFields.shape, of: "emergency") { $0.emergency($1) },
        leftOut: "no emergencies",
        "How often, and after what wait, you may open a target in an emergency even though a "
            + "strict rule blocks it. Each emergency gives one permission. A strict check-in never "
            + "opens this way.")

    static let shape = Shape(
        "a map with \"grant:\", \"wait:\", \"categories:\", \"moods:\" and \"emergency:\"",
        [grant, wait, categories, moods, emergency])

    static let grants = TimeSpan.seconds(1) ... .hours(24)

    typealias Waits = (
        planned: TimeSpan, impulse: TimeSpan, eachFurther: TimeSpan, longest: TimeSpan
    )
}

/// The keys of `unblock: {wait: …}`.
enum WaitFields {
    static let planned = Field(
        "planned", .timeSpan(within: limits), standard: UnblockRules.standard.plannedWait,
        "The wait before a planned unblock.", example: "10s")
    static let impulse = Field(
        "impulse", .timeSpan(within: limits), standard: UnblockRules.standard.impulseWait,
        "The wait before an impulse unblock. During an auto-protection, every unblock waits at "
            + "least this long.", example: "2m")

    static let eachFurther = Field(
        "each_further", .timeSpan(within: .zero...limits.upperBound),
        standard: UnblockRules.standard.eachFurther,
        "How much longer you wait for each earlier request of the day about the same target. The "
            + "day begins at 04:00. A pause counts only if it opened the target.", example: "15s")
    static let atMost = Field(
        "at_most", .timeSpan(within: limits), standard: UnblockRules.standard.longestWait,
        "The longest wait that `each_further` can lead to. A wait that is longer anyway stays as "
            + "it is.",
        example: "5m")

    static let shape = Shape(
        "a map with \"planned:\", \"impulse:\", \"each_further:\" and \"at_most:\"",
        [planned, impulse, eachFurther, atMost])

    static let limits = TimeSpan.seconds(1) ... .hours(2)
}

/// The keys of `unblock: {emergency: …}`.
enum EmergencyFields {
    static let count = Field(
        "count", .count(1...EmergencyRules.most), standard: 1,
        "How many emergencies you have in each period. An emergency counts once it has opened a "
            + "target.",
        example: 2)
    static let period = Field(
        "per", .choice(meaning) { $0.period($1) }, standard: .standard,
        "The period that the count applies to, in the time zone of the rules.", example: "week")
    static let wait = Field(
        "wait", .timeSpan(within: WaitFields.limits),
        standard: EmergencyRules(count: 1, per: .standard).wait,
        "How long you wait before an emergency opens a target, but never less than the usual wait.",
        example: "10m")

    static let shape = Shape(
        "a map with \"count:\", \"per:\" and \"wait:\"", [count, period, wait])

    private static func meaning(of period: EmergencyRules.Period) -> String {
        switch period {
        case .day: "from one midnight to the next"
        case .week: "from Monday to Sunday"
        case .month: "from the first day of a month to the last"
        }
    }
}
