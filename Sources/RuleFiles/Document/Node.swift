/// A part of a rule file: YAML's three kinds, with the place where each was written.
package struct Node: Sendable {
    package var content: Content
    package var at: Position

    package enum Content: Sendable {
        case scalar(Scalar)
        case list([Node])
        case map(Mapping)
    }

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

    /// True for a written `null` or `~`, which removes a key; an empty value does not.
    package var isNull: Bool {
        guard let scalar, scalar.style == .plain else { return false }
        return scalar.text == "null" || scalar.text == "~"
    }

    /// The words for what was found, for a message that says what was expected instead.
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
    package var style: Style

    package enum Style: Sendable {
        case plain, singleQuoted, doubleQuoted, literal, folded
    }
}

package struct Mapping: Sendable {
    /// The entries in the order written.
    package var entries: [Entry]

    package struct Entry: Sendable {
        package var key: String
        package var keyAt: Position
        package var value: Node
        /// Where a lower layer says it, which this one changes; nil where none does.
        package var replaced: Position?
    }

    package var keys: [String] { entries.map(\.key) }

    package subscript(key: String) -> Entry? { entries.first { $0.key == key } }
}
