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

    static let shape = Shape(
        "a map with \"grant:\", \"wait:\", \"categories:\" and \"moods:\"",
        [grant, wait, categories, moods])

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
        "The longest wait that `each_further` leads to. It shortens no other wait.",
        example: "5m")

    static let shape = Shape(
        "a map with \"planned:\", \"impulse:\", \"each_further:\" and \"at_most:\"",
        [planned, impulse, eachFurther, atMost])

    static let limits = TimeSpan.seconds(1) ... .hours(2)
}
