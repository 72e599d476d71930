/// A part of a rule file: one of YAML's three kinds, with its position.
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

    /// The items; nil if the node is not a list.
    package var list: [Node]? {
        if case .list(let list) = content { list } else { nil }
    }

    /// The entries; nil if the node is not a map.
    package var map: Mapping? {
        if case .map(let map) = content { map } else { nil }
    }

    /// True for a written `null` or `~`, which removes a key; an empty value does not.
    package var isNull: Bool {
        guard let scalar, scalar.style == .plain else { return false }
        return scalar.text == "null" || scalar.text == "~"
    }

    /// A description of the node, for a message that expected something else.
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

/// A text as written, never converted to a number, a date or a truth value.
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
        /// The position of the entry in a lower layer that this one replaces; nil if there is none.
        package var replaced: Position?
    }

    package var keys: [String] { entries.map(\.key) }

    package subscript(key: String) -> Entry? { entries.first { $0.key == key } }
}
