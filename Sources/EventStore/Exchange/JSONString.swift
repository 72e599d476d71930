import Foundation

/// JSON strings (RFC 8259, section 7).
enum JSONString {
    /// Encodes a text, with quotes.
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
                result += "\\u00" + [UInt8(scalar.value)].hexadecimal
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Decodes a string with its quotes, whose syntax was checked; nil if it holds half a surrogate
    /// pair or invalid UTF-8.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""),
            bytes.last == UInt8(ascii: "\"")
        else { return nil }
        let text = bytes.dropFirst().dropLast()
        guard text.contains(UInt8(ascii: "\\")) else {
            return String(validating: text, as: UTF8.self)
        }
        return try? JSONDecoder().decode(String.self, from: Data(bytes))
    }
}
