/// A page that says why there is no form.
struct RuleMessage {
    var notices: [Notice] = []
    let paragraphs: [String]
    /// Where one came from, below the base, and what leads there.
    let back: String
    let backLabel: String
    /// Another page that helps, below the base; nil if there is none.
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
    /// Where the form goes and where one came from, below the base.
    let action: String
    let back: String
    let keep: String
    let remove: String

    func page(_ context: PageContext, title: String, status: Int = 200) -> PageResponse {
        context.show("rule-removal", title: title, self, status: status)
    }
}
