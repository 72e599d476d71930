/// The stable 128-bit id of one kind of journal entry (`MESSAGE_ID`, sd_id128_t): what the message
/// catalog and `journalctl MESSAGE_ID=…` find it by.
package struct MessageID: Hashable, Sendable, LosslessStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// An id from its two halves, so that a constant of the source cannot fail.
    ///
    /// - Parameters:
    ///   - high: the first sixteen hexadecimal digits.
    ///   - low: the last sixteen.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// An id from its text form; nil unless that is exactly 32 hexadecimal digits.
    package init?(_ description: String) {
        let digits = Array(description.utf8)
        guard digits.count == 32,
            let high = Self.number(digits.prefix(16)), let low = Self.number(digits.suffix(16))
        else { return nil }
        self.init(high: high, low: low)
    }

    /// 32 lower-case hexadecimal digits, the form of sd_id128_to_string(3).
    package var description: String {
        Self.hexadecimal(high) + Self.hexadecimal(low)
    }

    /// UInt64's own parser would take a sign.
    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                value = value << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"):
                value = value << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"):
                value = value << 4 | UInt64(digit - UInt8(ascii: "A") + 10)
            default:
                return nil
            }
        }
        return value
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
