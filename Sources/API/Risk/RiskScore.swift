import Varlink

/// A score or weight as it goes over the socket: a float of exactly three decimals, `0.400`.
package struct RiskScore: Hashable, Comparable, Sendable {
    /// Thousandths: 400 is 0.400.
    package var thousandths: Int

    /// A score of so many thousandths.
    package init(thousandths: Int) { self.thousandths = thousandths }

    /// Whether the left score is the lower one.
    package static func < (left: RiskScore, right: RiskScore) -> Bool {
        left.thousandths < right.thousandths
    }
}

extension RiskScore: Codable {
    /// Reads any number, rounded to thousandths.
    package init(from decoder: any Decoder) throws {
        let number = try JSONNumber(from: decoder)
        guard let value = number.doubleValue, abs(value) < 1e9 else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath, debugDescription: "a score is out of range"))
        }
        thousandths = Int((value * 1000).rounded())
    }

    /// Writes exactly three decimals.
    package func encode(to encoder: any Encoder) throws {
        try JSONNumber(thousandths: thousandths).encode(to: encoder)
    }
}

extension RiskScore: CustomStringConvertible {
    /// Always three decimals: `0.400`.
    package var description: String { JSONNumber(thousandths: thousandths).literal }
}
