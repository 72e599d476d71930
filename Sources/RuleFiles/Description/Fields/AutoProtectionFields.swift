import CEL
import RuleModel

/// The keys of `auto_protection: {KEY: …}`.
enum AutoProtectionFields {
    static let name = CommonFields.name(example: "Restless evening")
    static let when = Field(
        "when", ValueForm(.text(.condition)) { $0.automaticCondition($1) },
        required: "its condition",
        "When it protects; looked at every five minutes. It reads automatic variables only.",
        example: "risk.automatic >= 0.8")
    static let block = Field(
        "block",
        ValueForm(
            .list(of: .text(.target), count: 1...Limits.entries),
            read: { $0.blockedTargets($1) }),
        leftOut: "every target", "The targets that it blocks.", example: ["shopping"])
    static let length = Field(
        "for", .timeSpan(within: .minutes(1)...longest), standard: .hours(2),
        "How long it protects.", example: "1h")
    static let againAfter = Field(
        "again_after", .timeSpan(within: .zero...longest), standard: .minutes(30),
        "How long it leaves a target alone after a protection of it has ended.", example: "1h30m")
    static let strict = CommonFields.strict(standard: false)

    static let shape = Shape(
        "a map with when",
        [name, when, block, length, againAfter, CommonFields.enabled, strict])

    private static let longest = TimeSpan.days(7)
}
