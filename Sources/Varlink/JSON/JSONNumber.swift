/// A JSON number that is printed exactly as written, for numbers whose digits matter: a score with
/// three decimals, an integer beyond 64 bits.
package struct JSONNumber: Hashable, Sendable {
    /// The text, by the grammar of RFC 8259.
    package let literal: String

    /// Creates a number from its text; nil if it is not a JSON number.
    package init?(literal: String) {
        switch try? JSON(parsing: literal) {
        case .integer: self.literal = literal
        case .number(let number): self = number
        default: return nil
        }
    }

    /// A number of thousandths, printed with exactly three decimals: 437 is `0.437`.
    package init(thousandths: Int) {
        let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        let decimals = rest < 10 ? ".00" : rest < 100 ? ".0" : "."
        literal = (thousandths < 0 ? "-" : "") + String(whole) + decimals + String(rest)
    }

    /// The shortest text that reads back as `value`, or nil for infinities and NaN.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        literal = value.description
    }

    /// Creates a number from text that the scanner has checked.
    init(checked literal: String) { self.literal = literal }

    /// The nearest double, or nil beyond a double's range.
    package var doubleValue: Double? {
        guard let value = Double(literal), value.isFinite else { return nil }
        return value
    }
}

extension JSONNumber: Codable {
    /// Decodes a number with its text from `JSON.decode(as:)`, with a double's from elsewhere.
    package init(from decoder: any Decoder) throws {
        switch try JSON(from: decoder) {
        case .integer(let value): self.init(checked: String(value))
        case .number(let value): self = value
        case let other:
            throw DecodingError.typeMismatch(
                JSONNumber.self,
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "expected a number, found \(other.kind)"))
        }
    }

    /// Encodes the literal itself into a `JSONWriter`, a double into any other encoder.
    package func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? DirectEncoder {
            encoder.writer.writeUnquoted(checked: literal)
        } else {
            var container = encoder.singleValueContainer()
            try container.encode(doubleValue)
        }
    }
}
