/// Strings as JSON writes them (RFC 8259, section 7).
enum JSONString {
    /// The text in quotes, with what has to be escaped escaped.
    static func encode(_ text: String) -> String {
        var result = "\""
        result.reserveCapacity(text.utf8.count + 2)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// The text of a string with its quotes, whose form was checked; nil where it holds half of a
    /// surrogate pair, or bytes that are no UTF-8.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""),
            bytes.last == UInt8(ascii: "\"")
        else { return nil }
        var rest = bytes.dropFirst().dropLast()
        guard rest.contains(UInt8(ascii: "\\")) else {
            return String(validating: rest, as: UTF8.self)
        }
        var text: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            guard let scalar = unescape(&rest) else { return nil }
            text += Array(String(scalar).utf8)
        }
        return String(validating: text, as: UTF8.self)
    }

    /// The character behind a backslash.
    private static func unescape(_ rest: inout ArraySlice<UInt8>) -> UnicodeScalar? {
        guard let byte = rest.popFirst() else { return nil }
        switch byte {
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let first = unit(&rest) else { return nil }
            guard (0xd800..<0xdc00).contains(first) else { return UnicodeScalar(first) }
            guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"),
                let second = unit(&rest), (0xdc00..<0xe000).contains(second)
            else { return nil }
            return UnicodeScalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
        default: return UnicodeScalar(byte)
        }
    }

    /// Four hexadecimal digits.
    private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
        guard rest.count >= 4 else { return nil }
        defer { rest.removeFirst(4) }
        return UInt32(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16)
    }
}
