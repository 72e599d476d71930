import RuleModel

/// Keys that several sections have.
enum CommonFields {
    static func name(example: Literal) -> Field<String> {
        Field(
            "name", .name(), leftOut: "its key", "The name that you see.", example: example)
    }

    /// True if an active rule cannot be unblocked.
    static func strict(standard: Bool) -> Field<Bool> {
        Field(
            "strict", .truth, standard: standard,
            "While it holds, no request opens what it blocks, grants that run end, and the tools "
                + "do not switch it off.", example: .truth(!standard))
    }

    static let enabled = Field(
        "enabled", .truth, standard: true,
        "`false` switches the rule off and keeps it in the file.")

    /// The zone of the rule's own times; `what` names the rule in messages.
    static func zone(of what: String) -> Field<TimeZoneRules?> {
        Field(
            "time_zone", .localZone(of: what), leftOut: "the rules' `time_zone`",
            "The zone of its times. `local` is possible where the rules' own zone is, too.",
            example: "Europe/London")
    }

    /// The targets that a rule blocks; the key is required.
    static func block(required use: String, _ summary: String) -> Field<[String]> {
        Field("block", .declaredTargets, required: use, summary, example: ["shopping"])
    }
}
