import RuleModel

/// The keys of `keep: …`.
enum KeepFields {
    // A month at least: risk looks back as far.
    static let events = Field(
        "events", .timeSpan(within: .days(30) ... .days(100 * 365), in: .long),
        leftOut: "for ever",
        "Single events that are older are removed once a day; the figures made of them stay.",
        example: "2y")

    static let shape = Shape("a map with events", [events])
}

/// The keys of `edits: …`.
enum EditsFields {
    static let weakeningWaits = Field(
        "weakening_waits", .timeSpan(within: .zero ... .days(30)), standard: .zero,
        "How long what makes the rules weaker waits before it is in force; until then the rules "
            + "before it hold as well. What makes them stricter is in force at once. An edit of "
            + "less than ten minutes ago may be taken back in full.",
        example: "24h")

    static let shape = Shape("a map with weakening_waits", [weakeningWaits])
}
