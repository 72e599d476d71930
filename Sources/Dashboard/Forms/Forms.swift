/// A form's field: value, errors, label if the template has none. Its markup: `field.mustache`.
struct Field {
    /// Unique on the page.
    let id: String
    /// The name under which the form sends the value.
    let name: String
    let label: String?
    let value: String
    let hint: String?
    let hasHint: Bool
    let errors: [String]
    /// The ids of the hint and the errors that describe the input.
    let describedBy: String?
    let isInvalid: Bool
    var hasFocus: Bool

    /// A field; its name defaults to its id. A field with a hint, in `hint` or in the template
    /// (`hasHint`), has the hint at the id with `-hint` appended. `isInvalid` says that another
    /// field shows the error; `blank` is the error for an empty field that is required.
    init(
        _ id: String, name: String? = nil, label: String? = nil, _ value: String,
        errors: [String?] = [], hint: String? = nil, hasHint: Bool = false,
        isInvalid: Bool = false, blank: String? = nil, hasFocus: Bool = false
    ) {
        let errors = errors.compactMap(\.self)
        self.id = id
        self.name = name ?? id
        self.label = label
        self.value = value
        self.hint = hint
        self.hasHint = hasHint || hint != nil
        let isBlank = !errors.isEmpty && value.allSatisfy(\.isWhitespace)
        self.errors = isBlank ? blank.map { [$0] } ?? errors : errors
        self.isInvalid = isInvalid || !errors.isEmpty
        self.hasFocus = hasFocus
        let parts = [self.hasHint ? "\(id)-hint" : nil, errors.isEmpty ? nil : "\(id)-error"]
        let described = parts.compactMap(\.self).joined(separator: " ")
        describedBy = described.isEmpty ? nil : described
    }
}

/// One of several choices, of which one is selected.
struct FormChoice {
    /// Unique on the page; empty for an option.
    var id = ""
    let value: String
    let label: String
    /// A remark about the choice; nil if there is none.
    var about: String?
    var isChosen: Bool
    var isFocused = false
}

struct CheckboxGroup {
    let name: String
    private(set) var ticks: [Tick]
    let errors: [String]
    let isInvalid: Bool

    struct Tick {
        let id: String
        let value: String
        let label: String
        /// The full name, if the label is shortened.
        let title: String?
        let isOn: Bool
        fileprivate(set) var hasFocus = false
    }

    /// A group; `blank` is the error if none is ticked and one is required.
    init(
        _ name: String, _ ticks: [(value: String, label: String, title: String?, isOn: Bool)],
        errors: [String], blank: String
    ) {
        self.name = name
        self.ticks = ticks.enumerated().map { index, tick in
            Tick(
                id: "\(name)-\(index)", value: tick.value, label: tick.label, title: tick.title,
                isOn: tick.isOn)
        }
        let isBlank = !errors.isEmpty && !ticks.contains(where: \.isOn)
        self.errors = isBlank ? [blank] : errors
        isInvalid = !errors.isEmpty
    }

    /// True if the first checkbox gets the focus.
    var hasFocus: Bool {
        get { ticks.first?.hasFocus ?? false }
        set {
            if !ticks.isEmpty { ticks[0].hasFocus = newValue }
        }
    }
}

struct LabelledValue {
    let label: String
    let value: String
}
