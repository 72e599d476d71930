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
