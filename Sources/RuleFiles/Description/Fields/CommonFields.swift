import RuleModel

/// Keys that several sections have.
enum CommonFields {
    static func name(example: Literal) -> Field<String> {
        Field(
            "name", .name(), leftOut: "its key in the rule file", "The name that Soteria shows.",
            example: example)
    }

    /// True if an active rule cannot be unblocked.
    static func strict(standard: Bool) -> Field<Bool> {
        Field(
            "strict", .truth, standard: standard,
            "`true` makes the rule strict. While a strict rule blocks its targets, you cannot "
                + "unblock them, their permissions end, and Soteria's tools cannot switch the rule "
                + "off.",
            example: .truth(!standard))
    }

    static let enabled = Field(
        "enabled", .truth, standard: true,
        "`false` switches the rule off but keeps it in the file.")

    /// The zone of the rule's own times; `what` names the rule in messages.
    static func zone(of what: String) -> Field<TimeZoneRules?> {
        Field(
            "time_zone", .localZone(of: what), leftOut: "the top-level `time_zone`",
            "The time zone of this rule's times. `local` is allowed only if the top-level "
                + "`time_zone` is `local`, too.",
            example: "Europe/London")
    }

    /// The targets that a rule blocks; the key is required.
    static func block(required use: String, _ summary: String) -> Field<[String]> {
        Field("block", .declaredTargets, required: use, summary, example: ["shopping"])
    }
}
