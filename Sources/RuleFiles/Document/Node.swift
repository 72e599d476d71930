/// A part of a rule file: YAML's three kinds, with the place where each was written.
package struct Node: Sendable {
    /// What it is.
    package var content: Content
    /// Where it begins.
    package var at: Position

    package enum Content: Sendable {
        case scalar(Scalar)
        case list([Node])
        case map(Mapping)
    }

    /// The text; nil of a list or a map.
    package var scalar: Scalar? {
        if case .scalar(let scalar) = content { scalar } else { nil }
    }

    /// The items; nil of what is no list.
    package var list: [Node]? {
        if case .list(let list) = content { list } else { nil }
    }

    /// The entries; nil of what is no map.
    package var map: Mapping? {
        if case .map(let map) = content { map } else { nil }
    }

    /// Whether it is a written `null` or `~`, which removes a key; an empty value is not.
    package var isNull: Bool {
        guard let scalar, scalar.style == .plain else { return false }
        return scalar.text == "null" || scalar.text == "~"
    }

    /// What was found, for a message that says what was expected instead.
    package var summary: String {
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
package struct Scalar: Sendable {
    /// The text without quotes and escapes.
    package var text: String
    /// How it was written.
    package var style: Style

    /// YAML's ways of writing a text.
    package enum Style: Sendable {
        case plain, singleQuoted, doubleQuoted, literal, folded
    }
}

/// A map in the order written; keys are unique.
package struct Mapping: Sendable {
    /// The entries in the order written.
    package var entries: [Entry]

    /// A key with its value.
    package struct Entry: Sendable {
        /// The key as written.
        package var key: String
        /// Where the key stands.
        package var keyAt: Position
        /// The value.
        package var value: Node
        /// Where a lower layer says it, which this one changes; nil where none does.
        package var replaced: Position?
    }

    /// The keys in the order written.
    package var keys: [String] { entries.map(\.key) }

    /// The entry of a key.
    package subscript(key: String) -> Entry? { entries.first { $0.key == key } }
}
