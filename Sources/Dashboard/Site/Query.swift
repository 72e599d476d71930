/// Encoding for addresses.
enum Query {
    /// The text with all but letters, digits and `-._~/` percent-encoded, as the value of a query.
    static func encoded(_ text: String, keepsSlashes: Bool = true) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                result.append(byte)
            case UInt8(ascii: "/") where keepsSlashes:
                result.append(byte)
            default:
                result += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

extension String {
    /// The text as one part of a path; slashes are encoded too.
    var asPathPart: String { Query.encoded(self, keepsSlashes: false) }
}
