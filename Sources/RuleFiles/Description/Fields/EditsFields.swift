import RuleModel

/// The keys of `edits: …`.
enum EditsFields {
    static let weakeningWaits = Field(
        "weakening_waits", .timeSpan(within: .zero ... .days(30)), standard: .zero,
        "How long an edit that weakens the rules waits before it takes effect. Until then, the old "
            + "rules apply as well. An edit that makes the rules stricter takes effect at once. "
            + "For \(RuleSet.revocability.minutes) minutes, you can undo any edit without waiting.",
        example: "24h")

    static let shape = Shape("a map with \"weakening_waits:\"", [weakeningWaits])
}
