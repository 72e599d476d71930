/// A page that explains why there is no form.
struct RuleMessage {
    var notices: [Notice] = []
    let paragraphs: [String]
    /// The path of the link back, below the base, and its label.
    let back: String
    let backLabel: String
    /// The path of another helpful page, below the base; nil if there is none.
    var other: String?
    var otherLabel: String?

    func page(_ context: PageContext, title: String, status: Int = 200) -> PageResponse {
        context.show("rule-message", title: title, self, status: status)
    }
}

/// A page that asks whether an entry is to be removed.
struct RuleRemoval {
    let notices: [Notice]
    let paragraphs: [String]
    let revision: String
    /// The path of the form and of the link back, below the base.
    let action: String
    let back: String
    let keep: String
    let remove: String

    func page(_ context: PageContext, title: String, status: Int = 200) -> PageResponse {
        context.show("rule-removal", title: title, self, status: status)
    }
}
