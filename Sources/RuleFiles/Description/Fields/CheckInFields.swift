import RuleModel

/// The keys of `check_ins: {KEY: …}`.
enum CheckInFields {
    static let question = Field(
        "question", .name(of: "question"), required: "what is asked",
        "What is asked each day; the answer is yes or no.",
        example: "Did you plan what to buy today?")
    static let welcome = Field(
        "welcome", .passage, leftOut: "none", "Shown once, before the very first question.",
        example: "One question a day, before anything else.")
    static let opens = Field(
        "opens", .clockTime, standard: 4 * 60,
        "When the new day begins for it: from then on it asks, and yesterday's answer is over.",
        example: "05:00")
    static let reminder = Field(
        "reminder", .clockTime, leftOut: "none", "When an open question is told again.",
        example: "09:30")
    static let blocks = Field(
        "blocks", .declaredTargets, standard: [], leftOut: "nothing",
        "What it blocks until it is answered.", example: ["shopping"])
    static let onNo = Field(
        "on_no",
        .map(OnNoFields.shape, of: "on_no") { $0.onNo($1) }, standard: CheckIn.OnNo(),
        leftOut: "nothing", "What holds after a no, until the next day's opening.")
    static let strict = CommonFields.strict(standard: true)
    static let zone = CommonFields.zone(of: "check-in")

    static let shape = Shape(
        "a map with question",
        [question, welcome, opens, reminder, blocks, onNo, strict, zone])
}

/// The keys of a check-in's `on_no`.
enum OnNoFields {
    static let block = Field(
        "block", .declaredTargets, standard: [], leftOut: "nothing",
        "What is blocked for the rest of the day.", example: ["shopping"])
    static let heading = Field(
        "heading", .name(of: "heading"), leftOut: "none", "What stands above the suggestions.",
        example: "Plan first")
    static let suggestions = Field(
        "suggestions", .passages(of: "suggestions"), standard: [], leftOut: "none",
        "What to do instead; all of them are shown.",
        example: ["Write the list.", "Sleep on it."])
    static let texts = Field(
        "texts", .passages(of: "texts"), standard: [], leftOut: "none",
        "Texts of which one is shown; each day it is the next one's turn.",
        example: ["What is not on the list can wait.", "A want passes in a day."])

    static let shape = Shape(
        "a map with block, heading and texts", [block, heading, suggestions, texts])
}
