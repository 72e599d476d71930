import RuleModel

/// An amount of money in thousandths of a unit, never a binary fraction.
package struct Money: Hashable, Sendable, Codable {
    /// Thousandths of the currency's unit, 0 to 10^12.
    package let thousandths: Int64
    /// Three capital letters as in ISO 4217; nil if none was named.
    package let currency: String?

    /// The greatest amount: a thousand million units.
    package static let limit: Int64 = 1_000_000_000_000

    package enum Problem: Error, Hashable, Sendable {
        case negative
        /// The amount is more than `limit`.
        case enormous
        /// The text is not a decimal number with at most three decimals.
        case notDecimal
        /// The currency is not three capital letters.
        case notACurrency
    }

    /// An amount in thousandths; nil outside 0 to `limit`.
    package init?(thousandths: Int64, currency: String? = nil) {
        guard (0...Self.limit).contains(thousandths) else { return nil }
        self.thousandths = thousandths
        self.currency = currency
    }

    /// Reads a decimal numeral such as `49.90`, `0` or `1000`: digits, at most one point, at most
    /// three decimals.
    package init(decimal text: String, currency: String? = nil) throws(Problem) {
        if let currency {
            let isCode =
                currency.utf8.count == 3
                && currency.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")) ~= $0 }
            guard isCode else { throw .notACurrency }
        }
        var digits = text.utf8[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits.removeFirst() }
        guard let value = digits.thousandths(limit: Self.limit) else { throw .notDecimal }
        if isNegative, value > 0 { throw .negative }
        guard value <= Self.limit else { throw .enormous }
        thousandths = value
        self.currency = currency
    }

    /// The amount with two decimals, or with three if needed: `49.90`.
    package var decimal: String {
        let fraction = String(thousandths % 1000 + 1000).dropFirst()
        return "\(thousandths / 1000)." + (fraction.last == "0" ? fraction.dropLast() : fraction)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard
            let money = Money(
                thousandths: try container.decode(Int64.self, forKey: .thousandths),
                currency: try container.decodeIfPresent(String.self, forKey: .currency))
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .thousandths, in: container, debugDescription: "not an amount of money")
        }
        self = money
    }
}
