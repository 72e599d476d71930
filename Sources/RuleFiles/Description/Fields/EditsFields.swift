import RuleModel

/// The keys of `edits: …`.
enum EditsFields {
    static let weakeningWaits = Field(
        "weakening_waits", .timeSpan(within: .zero ... .days(30)), standard: .zero,
        "How long an edit that weakens the rules waits before the edit takes effect. Until then, "
            + "the rules from before the edit apply as well. An edit that makes the rules stricter "
            + "takes effect at once. An edit that is less than ten minutes old can be undone "
            + "completely.",
        example: "24h")

    static let shape = Shape("a map with \"weakening_waits:\"", [weakeningWaits])
}
