/// A field of a form to be shown: what it is called, what stands in it, and what is wrong with it.
struct FormField {
    let name: String
    /// Unique on the page.
    let id: String
    let label: String
    let value: String
    let hint: String?
    let error: String?
    /// The ids of what describes it; nil where nothing does.
    let described: String?
    /// Whether the page opens with it.
    var isFocused: Bool

    init(
        _ name: String, id: String? = nil, label: String, value: String = "", hint: String? = nil,
        error: String? = nil, isFocused: Bool = false
    ) {
        let id = id ?? name
        let descriptions = [hint.map { _ in "\(id)-hint" }, error.map { _ in "\(id)-error" }]
            .compactMap(\.self)
        self.name = name
        self.id = id
        self.label = label
        self.value = value
        self.hint = hint
        self.error = error
        described = descriptions.isEmpty ? nil : descriptions.joined(separator: " ")
        self.isFocused = isFocused
    }
}

/// One of several answers to be shown, of which one is chosen.
struct FormChoice {
    /// Unique on the page.
    let id: String
    let value: String
    let label: String
    /// What is to be known of it; nil where nothing is.
    var about: String?
    var isChosen: Bool
    /// Whether the page opens with it.
    var isFocused = false
}

/// Something that stands above a page's content because of what was asked for.
struct PageNotice {
    /// `info`, `warning` or `error`.
    let level: String
    let text: String
}

extension PageRequest {
    /// What was typed into a field, or chosen of it; empty where nothing was.
    func typed(_ name: String) -> String { form[name]?.last ?? "" }
}
