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
    /// The ids of the hint and the errors that describe the input.
    let describedBy: String?
    let isInvalid: Bool
    var hasFocus: Bool

    /// A field; its name is its id where none is given. One with a hint, in `hint` or in the
    /// template (`hasHint`), has it at the id with `-hint` behind it. `isInvalid` says that
    /// something is wrong that another field tells; `blank` what is said where nothing was typed
    /// and something is needed.
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

/// One of several answers, of which one is chosen.
struct FormChoice {
    /// Unique on the page; empty of an option.
    var id = ""
    let value: String
    let label: String
    /// A remark about the choice; nil if there is none.
    var about: String?
    var isChosen: Bool
    var isFocused = false
}

/// Things of which any can be ticked.
struct CheckboxGroup {
    let name: String
    private(set) var ticks: [Tick]
    let errors: [String]
    let isInvalid: Bool

    struct Tick {
        let id: String
        let value: String
        let label: String
        /// The whole name, where the label is a short one.
        let title: String?
        let isOn: Bool
        fileprivate(set) var hasFocus = false
    }

    /// A group; `blank` is what is said where none is ticked and one is needed.
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

    /// Whether the page begins with the first of them.
    var hasFocus: Bool {
        get { ticks.first?.hasFocus ?? false }
        set {
            if !ticks.isEmpty { ticks[0].hasFocus = newValue }
        }
    }
}

struct Fact {
    let label: String
    let value: String
}
