/// A risk score or a weight: 0.000 to 1.000 in thousandths, never a binary fraction.
///
/// Weights such as 0.30, 0.15, 0.15, 0.10 and 0.10 add up to exactly 0.800.
package struct Score: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    /// Thousandths, 0 to 1000.
    package let thousandths: Int

    /// A score in thousandths, clamped to 0 to 1000.
    package init(thousandths: Int) {
        self.thousandths = min(max(thousandths, 0), 1000)
    }

    package static let zero = Score(thousandths: 0)
    package static let one = Score(thousandths: 1000)

    /// Reads a decimal numeral such as `0.4`, `1` or `0.125`: at most three decimals, 0 to 1.
    ///
    /// Returns nil for anything else; never goes through binary floating point.
    package init?(decimal text: some StringProtocol) {
        guard text.utf8.prefix(while: { $0 != UInt8(ascii: ".") }).count <= 4,
            let value = text.utf8.thousandths(limit: 1000), value <= 1000
        else { return nil }
        self.init(thousandths: Int(value))
    }

    /// The sum, at most 1.000.
    package static func + (left: Score, right: Score) -> Score {
        Score(thousandths: left.thousandths + right.thousandths)
    }
    package static func < (left: Score, right: Score) -> Bool {
        left.thousandths < right.thousandths
    }

    /// Always three decimals: `0.400`.
    package var description: String {
        let digits = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
    }

    package init(from decoder: any Decoder) throws {
        self.init(thousandths: try Int(from: decoder))
    }
    package func encode(to encoder: any Encoder) throws { try thousandths.encode(to: encoder) }
}

extension Collection<UInt8> {
    /// The thousandths of a decimal numeral such as `49.90`, `0` or `1000`: digits, at most one
    /// point, at most three decimals; nil for any other text. Above `limit`, returns some number
    /// above `limit`. Never goes through binary floating point.
    package func thousandths(limit: Int64) -> Int64? {
        let parts = split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let whole = parts.first, !whole.isEmpty, parts.count <= 2 else { return nil }
        let decimals = parts.count == 2 ? Array(parts[1]) : []
        guard parts.count == 1 || (1...3).contains(decimals.count) else { return nil }
        let zero = UInt8(ascii: "0")
        let padding = Array(repeating: zero, count: 3 - decimals.count)
        var value: Int64 = 0
        for digit in Array(whole) + decimals + padding {
            guard (zero...UInt8(ascii: "9")).contains(digit) else { return nil }
            // Above the limit, the rest is only checked for digits.
            if value <= limit { value = value * 10 + Int64(digit - zero) }
        }
        return value
    }
}
