/// A character that readers take for an ASCII letter or an ordinary space, or do not see at all.
package struct Lookalike: Hashable, Sendable {
    /// The number of UTF-8 bytes before it in the text.
    package let offset: Int
    package let scalar: Unicode.Scalar

    package init(offset: Int, scalar: Unicode.Scalar) {
        self.offset = offset
        self.scalar = scalar
    }

    /// The character's code, and the remedy.
    package var message: String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return switch Self.plain(scalar) {
        case " ": "this character is \(code), not an ordinary space; type a space instead"
        case "": "here is an invisible character (\(code)); delete it"
        case let plain?: "this character is \(code), not an ordinary \(plain)"
        case nil: "this character is \(code)"
        }
    }

    /// The first such character of a text; nil if the text without them would not be ASCII, since
    /// they then are what the person meant.
    package static func first(in text: some StringProtocol) -> Lookalike? {
        var found: Lookalike?
        var offset = 0
        for scalar in text.unicodeScalars {
            if !scalar.isASCII {
                guard plain(scalar) != nil else { return nil }
                found = found ?? Lookalike(offset: offset, scalar: scalar)
            }
            offset += String(scalar).utf8.count
        }
        return found
    }

    /// The text with the characters that were probably meant.
    static func replaced(in text: String) -> String {
        text.unicodeScalars.map { plain($0) ?? String($0) }.joined()
    }

    /// The ASCII character that a character looks like; empty if it is invisible, nil if it looks
    /// like none.
    package static func plain(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0xa0, 0x1680, 0x2000...0x200a, 0x202f, 0x205f, 0x3000: " "
        case 0xad, 0x200b...0x200f, 0x202a...0x202e, 0x2060...0x2069, 0xfeff: ""
        // The full-width forms are in the order of ASCII.
        case 0xff01...0xff5e: Unicode.Scalar(scalar.value - 0xfee0).map { String($0) }
        default: letters[scalar]
        }
    }

    /// True for spaces that are not ASCII and invisible characters.
    package static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && (plain(scalar).map { $0 == " " || $0.isEmpty } ?? false)
    }

    /// Cyrillic and Greek letters, with the Latin letters that they look like.
    private static let letters = Dictionary(
        uniqueKeysWithValues: zip(
            "АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρ".unicodeScalars,
            "ABESIJKMHOPCTYXaesijopcyxhdqwABEZHIKMNOPTYXovp".map { String($0) }))
}
