/// The symbols of phrases and codes: Crockford's base 32, and five more for checks.
enum Symbols {
    static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    static let checks = alphabet + Array("*~$=U".utf8)

    /// Symbols that are drawn, five bits each.
    static func drawn(
        _ count: Int, using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        generator.bytes(count).map { alphabet[Int($0 & 31)] }
    }

    /// The symbols of what a person typed: in upper case, O as 0, I and L as 1, without white space
    /// and hyphens. Throws `symbols` for another number of them, or one that is in no alphabet.
    static func read(
        _ text: String, count: Int, of alphabet: [UInt8] = alphabet
    ) throws(Refusal) -> [UInt8] {
        var symbols: [UInt8] = []
        for scalar in text.unicodeScalars where !isSeparator(scalar) {
            guard scalar.isASCII, symbols.count < count else { throw .symbols }
            let symbol = symbol(UInt8(scalar.value))
            guard alphabet.contains(symbol) else { throw .symbols }
            symbols.append(symbol)
        }
        guard symbols.count == count else { throw .symbols }
        return symbols
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .dashPunctuation
    }

    private static func symbol(_ typed: UInt8) -> UInt8 {
        let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(typed)
        return switch isLower ? typed & 0xDF : typed {
        case UInt8(ascii: "O"): UInt8(ascii: "0")
        case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
        case let other: other
        }
    }
}
