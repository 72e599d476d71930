/// The stable 128-bit id of a kind of journal entry (`MESSAGE_ID`, sd_id128_t), used by the message
/// catalog and `journalctl MESSAGE_ID=…`.
package struct MessageID: Hashable, Sendable, LosslessStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// Creates an id from its first and last sixteen digits, so that a constant in the source
    /// cannot fail.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Parses an id; nil unless it is exactly 32 hexadecimal digits.
    package init?(_ description: String) {
        // UInt64 alone would take a sign.
        guard description.utf8.count == 32, description.allSatisfy(\.isHexDigit),
            let high = UInt64(description.prefix(16), radix: 16),
            let low = UInt64(description.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    /// 32 lower-case hexadecimal digits, the form of sd_id128_to_string(3).
    package var description: String {
        Self.hexadecimal(high) + Self.hexadecimal(low)
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
