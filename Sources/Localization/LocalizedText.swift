/// A text for people in English, the language of the sources, with the values in it.
///
/// Its key in a catalogue has numbered placeholders: `"\(name) is blocked until \(end)."` has the
/// key `{1} is blocked until {2}.`
package struct LocalizedText: ExpressibleByStringInterpolation, Sendable {
    /// The number that the text is about, as a value of it: `"\(.count) days"`.
    package enum Count: Sendable { case count }

    /// The text with a placeholder for each value.
    package let key: String
    /// The values, the first of them for `{1}`; nil for the count.
    private let values: [String?]

    package init(stringLiteral key: String) {
        self.key = key
        values = []
    }

    /// A text that stands in no catalogue, such as another program's message.
    package init(verbatim text: String) { self.init(stringLiteral: text) }

    package init(stringInterpolation parts: StringInterpolation) {
        key = parts.key
        values = parts.values
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var values: [String?] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            key.reserveCapacity(literalCapacity + 3 * interpolationCount)
            values.reserveCapacity(interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) { key += literal }

        package mutating func appendInterpolation<Value>(_ value: Value) { append("\(value)") }

        package mutating func appendInterpolation(_ count: Count) { append(nil) }

        @available(*, unavailable, message: "unwrap the value: no text shows an optional")
        package mutating func appendInterpolation<Value>(_ value: Value?) { append(nil) }

        private mutating func append(_ value: String?) {
            values.append(value)
            key += "{\(values.count)}"
        }
    }

    /// The text as it stands in the source, with its values.
    package var english: String { filling(key) }

    /// Puts the values, and the count if there is one, into a translation of the key. Braces in a
    /// value are kept, and so are those in the translation that enclose no value's number.
    func filling(_ translation: String, count: Int? = nil) -> String {
        guard !values.isEmpty else { return translation }
        var result = ""
        var rest = Substring(translation)
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            let inside = rest[rest.index(after: open)...]
            let digits = inside.prefix { $0 != "}" && $0.isNumber }
            if digits.endIndex < inside.endIndex, inside[digits.endIndex] == "}",
                let number = Int(digits), values.indices.contains(number - 1)
            {
                result += values[number - 1] ?? count.map { String($0) } ?? ""
                rest = inside[inside.index(after: digits.endIndex)...]
            } else {
                result.append("{")
                rest = inside
            }
        }
        return result + rest
    }
}

/// The text in the language of the translation in use.
package func localized(_ text: LocalizedText) -> String { Translation.current.text(text) }

/// The text for a count, in the language of the translation in use: in English the first one for 1,
/// the second for every other number.
package func localized(count: Int, one: LocalizedText, other: LocalizedText) -> String {
    Translation.current.text(count == 1 ? one : other, count: count)
}
