import RuleModel

/// The keys of `usage: …`.
enum UsageFields {
    static let awayAfter = Field(
        "away_after", .timeSpan(within: .minutes(1) ... .minutes(30)),
        standard: RuleSet.standardAwayAfter,
        "How long you touch neither keyboard nor pointer before you count as away. Soteria counts "
            + "no use while you are away, and leaves out the time since you last touched anything. "
            + "While a video, a call or a game keeps the screen on, you do not count as away.",
        example: "5m")

    static let shape = Shape("a map with \"away_after:\"", [awayAfter])
}
