import Varlink

/// A number with exactly three decimals on the socket: `0.400`.
package struct FixedPoint: Hashable, Comparable, Sendable {
    /// Thousandths: 400 is 0.400.
    package var thousandths: Int

    package init(thousandths: Int) { self.thousandths = thousandths }

    /// Creates a fraction, rounded to the nearest thousandth, halves away from zero; nil if the
    /// divisor is zero or the result overflows.
    package init?(_ dividend: Int, over divisor: Int) {
        let (scaled, isOver) = dividend.multipliedReportingOverflow(by: 1000)
        guard divisor != 0, !isOver else { return nil }
        let (quotient, isBeyond) = scaled.dividedReportingOverflow(by: divisor)
        guard !isBeyond else { return nil }
        let rest = scaled.remainderReportingOverflow(dividingBy: divisor).partialValue.magnitude
        // Away from zero if twice the rest reaches the divisor, computed without doubling.
        guard rest >= divisor.magnitude - rest else {
            thousandths = quotient
            return
        }
        thousandths = quotient + ((scaled < 0) == (divisor < 0) ? 1 : -1)
    }

    package static func < (left: FixedPoint, right: FixedPoint) -> Bool {
        left.thousandths < right.thousandths
    }
}

extension FixedPoint: Codable {
    /// Decodes any number, rounded to thousandths.
    package init(from decoder: any Decoder) throws {
        let number = try JSONNumber(from: decoder)
        guard let value = number.doubleValue, abs(value) < 1e9 else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath, debugDescription: "a number is out of range"))
        }
        thousandths = Int((value * 1000).rounded())
    }

    package func encode(to encoder: any Encoder) throws {
        try JSONNumber(thousandths: thousandths).encode(to: encoder)
    }
}

extension FixedPoint: CustomStringConvertible {
    /// Always three decimals: `0.400`.
    package var description: String { JSONNumber(thousandths: thousandths).literal }
}
