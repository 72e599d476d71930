import RuleModel

/// The keys of `check_ins: {KEY: …}`.
enum CheckInFields {
    static let question = Field(
        "question", .name(of: "question"), required: "the question to ask",
        "The yes-or-no question that Soteria asks each day.",
        example: "Did you plan what to buy today?")
    static let welcome = Field(
        "welcome", .passage, leftOut: "none",
        "A greeting that is shown once, before the very first question.",
        example: "One question a day, before anything else.")
    static let opens = Field(
        "opens", .clockTime, standard: 4 * 60,
        "The local time at which Soteria asks the question again. Yesterday's answer then no "
            + "longer counts.",
        example: "05:00")
    static let reminder = Field(
        "reminder", .clockTime, leftOut: "none",
        "The local time at which Soteria reminds you to answer the question.",
        example: "09:30")
    static let texts = Field(
        "texts", .passages(of: "texts"), standard: [], leftOut: "none",
        "Texts of which Soteria shows one each day, in turn, once you have answered. After a no, "
            + "Soteria shows one of the texts under `on_no` instead, if there are any.",
        example: ["A list saves a walk.", "Sleep on it."])
    static let textAt = Field(
        "text_at", .clockTime, leftOut: "not at all",
        "The local time at which Soteria sends the text of the day as a notification, whether "
            + "you have answered or not.",
        example: "12:00")
    static let blocks = Field(
        "blocks", .declaredTargets, standard: [], leftOut: "nothing",
        "The targets that are blocked until you answer the question.", example: ["shopping"])
    static let onNo = Field(
        "on_no",
        .map(OnNoFields.shape, of: "on_no") { $0.onNo($1) }, standard: CheckIn.OnNo(),
        leftOut: "nothing",
        "What happens if you answer no, until Soteria asks again the next day.")
    static let strict = CommonFields.strict(standard: true)
    static let zone = CommonFields.zone(of: "check-in")

    static let shape = Shape(
        "a map with \"question:\"",
        [
            question, welcome, opens, reminder, texts, textAt, blocks, onNo, strict, zone,
        ])
}

/// The keys of a check-in's `on_no`.
enum OnNoFields {
    static let block = Field(
        "block", .declaredTargets, standard: [], leftOut: "nothing",
        "The targets that are blocked for the rest of the day.", example: ["shopping"])
    static let heading = Field(
        "heading", .name(of: "heading"), leftOut: "none", "The heading above the suggestions.",
        example: "Plan first")
    static let suggestions = Field(
        "suggestions", .passages(of: "suggestions"), standard: [], leftOut: "none",
        "Suggestions for what to do instead. Soteria shows all of them.",
        example: ["Write the list.", "Sleep on it."])
    static let texts = Field(
        "texts", .passages(of: "texts"), standard: [], leftOut: "none",
        "More texts. Soteria shows one of them each day, in turn.",
        example: ["What is not on the list can wait.", "Most urges pass within a day."])

    static let shape = Shape(
        "a map with \"block:\", \"heading:\" and \"texts:\"", [block, heading, suggestions, texts])
}
