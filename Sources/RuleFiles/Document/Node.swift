/// A part of a rule file: YAML's three kinds, with the place where each was written.
struct Node: Sendable {
    /// What it is.
    var content: Content
    /// Where it begins.
    var at: Position

    /// The kinds of parts.
    enum Content: Sendable {
        case scalar(Scalar)
        case list([Node])
        case map(Mapping)
    }

    /// Whether it is a written `null` or `~`, which removes a key; an empty value is not.
    var isNull: Bool {
        guard case .scalar(let scalar) = content else { return false }
        return scalar.style == .plain && (scalar.text == "null" || scalar.text == "~")
    }

    /// Whether it is a map.
    var isMap: Bool {
        if case .map = content { return true }
        return false
    }

    /// Whether it is a map without entries.
    var isEmptyMap: Bool {
        guard case .map(let map) = content else { return false }
        return map.entries.isEmpty
    }

    /// What was found, for a message that says what was expected instead.
    var summary: String {
        switch content {
        case .list: return "a list"
        case .map: return "a map"
        case .scalar(let scalar):
            if isNull { return "null" }
            if scalar.style == .plain && scalar.text.isEmpty { return "nothing" }
            let short = scalar.text.prefix(40)
            return "\"\(short)\(short.count < scalar.text.count ? "…" : "")\""
        }
    }
}

/// A text as written: never turned into a number, a date or a truth value by its looks.
struct Scalar: Sendable {
    /// The text without quotes and escapes.
    var text: String
    /// How it was written.
    var style: Style

    /// YAML's ways of writing a text.
    enum Style: Sendable {
        case plain, singleQuoted, doubleQuoted, literal, folded
    }
}

/// A map in the order written; keys are unique.
struct Mapping: Sendable {
    /// The entries in the order written.
    var entries: [Entry]

    /// A key with its value.
    struct Entry: Sendable {
        /// The key as written.
        var key: String
        /// Where the key stands.
        var keyAt: Position
        /// The value.
        var value: Node
        /// Where a lower layer says it, which this one changes; nil where none does.
        var replaced: Position?
    }

    /// The keys in the order written.
    var keys: [String] { entries.map(\.key) }

    /// The entry of a key.
    subscript(key: String) -> Entry? { entries.first { $0.key == key } }
}
