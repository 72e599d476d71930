/// A field of a form as it is shown: what stands in it, what it is called where the template does
/// not say so, and what is wrong with it. `field.mustache` is its markup.
struct Field {
    /// Unique on the page.
    let id: String
    /// The name by which the form sends it.
    let name: String
    let label: String?
    let value: String
    let hint: String?
    let hasHint: Bool
    let errors: [String]
    let hasErrors: Bool
    /// What describes the input: its hint and its errors, by their ids.
    let describedBy: String?
    let isInvalid: Bool
    /// Whether the page begins here.
    var hasFocus: Bool

    /// A field; its name is its id where none is given. One with a hint, in `hint` or in the
    /// template (`hasHint`), has it at the id with `-hint` behind it. `isInvalid` says that
    /// something is wrong that another field tells; `blank` what is said where nothing was typed
    /// and something is needed.
    init(
        _ id: String, name: String? = nil, label: String? = nil, _ value: String,
        errors: [String] = [], hint: String? = nil, hasHint: Bool = false, isInvalid: Bool = false,
        blank: String? = nil, hasFocus: Bool = false
    ) {
        self.id = id
        self.name = name ?? id
        self.label = label
        self.value = value
        self.hint = hint
        self.hasHint = hasHint || hint != nil
        let isBlank = !errors.isEmpty && value.allSatisfy(\.isWhitespace)
        self.errors = isBlank ? blank.map { [$0] } ?? errors : errors
        hasErrors = !errors.isEmpty
        self.isInvalid = isInvalid || !errors.isEmpty
        self.hasFocus = hasFocus
        let parts = [self.hasHint ? "\(id)-hint" : nil, errors.isEmpty ? nil : "\(id)-error"]
        let described = parts.compactMap(\.self).joined(separator: " ")
        describedBy = described.isEmpty ? nil : described
    }
}
