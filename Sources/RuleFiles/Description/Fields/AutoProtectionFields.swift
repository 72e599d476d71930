import CEL
import RuleModel

/// The keys of `auto_protection: {KEY: …}`.
enum AutoProtectionFields {
    static let name = CommonFields.name(example: "Restless evening")
    static let when = Field(
        "when", ValueForm(.text(.condition)) { $0.automaticCondition($1) },
        required: "the condition that starts the block",
        "The condition that starts the block. Soteria checks the condition every five minutes. The "
            + "condition can read only automatic variables.",
        example: "risk.automatic >= 0.8")
    static let block = Field(
        "block",
        ValueForm(
            .list(of: .text(.target), count: 1...Limits.entries),
            read: { $0.blockedTargets($1) }),
        leftOut: "every target", "The targets that the rule blocks.", example: ["shopping"])
    static let length = Field(
        "for", .timeSpan(within: .minutes(1)...longest), standard: .hours(2),
        "How long the block lasts.", example: "1h")
    static let againAfter = Field(
        "again_after", .timeSpan(within: .zero...longest), standard: .minutes(30),
        "How long the rule waits after a block ends before it can block the same target again.",
        example: "1h30m")
    static let strict = CommonFields.strict(standard: false)

    static let shape = Shape(
        "a map with \"when:\"",
        [name, when, block, length, againAfter, CommonFields.enabled, strict])

    private static let longest = TimeSpan.days(7)
}
