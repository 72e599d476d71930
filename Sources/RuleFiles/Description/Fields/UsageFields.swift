import RuleModel

/// The keys of `usage: …`.
enum UsageFields {
    static let awayAfter = Field(
        "away_after", .timeSpan(within: .minutes(1) ... .minutes(30)),
        standard: RuleSet.standardAwayAfter,
        "How long you touch neither keyboard nor pointer before you count as away. Nothing is "
            + "counted while you are away, and this time is not counted either. While a video, a "
            + "call or a game keeps the screen on, you do not count as away.",
        example: "5m")

    static let shape = Shape("a map with \"away_after:\"", [awayAfter])
}
