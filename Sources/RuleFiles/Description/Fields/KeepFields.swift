import RuleModel

/// The keys of `keep: …`.
enum KeepFields {
    // A month at least, because the risk score looks back 30 days.
    static let events = Field(
        "events", .timeSpan(within: .days(30) ... .days(100 * 365), in: .long),
        leftOut: "forever",
        "How long Soteria keeps events. Once a day, Soteria deletes older events, but keeps the "
            + "figures computed from these events.",
        example: "2y")

    static let shape = Shape("a map with \"events:\"", [events])
}
