/// A scanner for JSON (RFC 8259) on one line. Values are not decoded: it finds the bytes of each
/// member as written.
struct JSONLine {
    /// The deepest nesting; deeper texts are rejected.
    private static let depth = 200

    private let bytes: ArraySlice<UInt8>
    private var place: Int

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        place = bytes.startIndex
    }

    /// True if the text is one JSON object without a line break that can be embedded in a line byte
    /// for byte, which leading spaces prevent.
    static func isObject(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "{")
            && members(of: Array(text.utf8)[...], within: depth - 1) != nil
    }

    /// Returns the members of an object, each value as written; nil if the text is not one JSON
    /// object on one line. The last of equal names counts.
    static func members(
        of bytes: ArraySlice<UInt8>, within depth: Int = Self.depth
    ) -> [String: ArraySlice<UInt8>]? {
        var scanner = JSONLine(bytes)
        var members: [String: ArraySlice<UInt8>] = [:]
        let isWhole = scanner.object(within: depth) { name, value in
            members[name] = value
        }
        return isWhole && scanner.place == bytes.endIndex ? members : nil
    }

    private var next: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

    private mutating func consume(_ character: Character) -> Bool {
        guard next == character.asciiValue else { return false }
        place += 1
        return true
    }

    private mutating func skipSpaces() {
        while let byte = next, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
            place += 1
        }
    }

    private mutating func object(
        within depth: Int, _ member: (String, ArraySlice<UInt8>) -> Void = { _, _ in }
    ) -> Bool {
        skipSpaces()
        return list("{", "}", within: depth) { scanner in
            let start = scanner.place
            guard scanner.string(),
                let name = JSONString.decode(scanner.bytes[start..<scanner.place])
            else { return false }
            scanner.skipSpaces()
            guard scanner.consume(":") else { return false }
            scanner.skipSpaces()
            let begin = scanner.place
            guard scanner.value(within: depth - 1) else { return false }
            member(name, scanner.bytes[begin..<scanner.place])
            return true
        }
    }

    /// Consumes a list of elements between brackets, separated by commas.
    private mutating func list(
        _ begin: Character, _ end: Character, within depth: Int,
        _ element: (inout JSONLine) -> Bool
    ) -> Bool {
        guard depth > 0, consume(begin) else { return false }
        skipSpaces()
        if consume(end) { return true }
        repeat {
            skipSpaces()
            guard element(&self) else { return false }
            skipSpaces()
        } while consume(",")
        return consume(end)
    }

    private mutating func value(within depth: Int) -> Bool {
        switch next {
        case UInt8(ascii: "{"): object(within: depth)
        case UInt8(ascii: "["): list("[", "]", within: depth) { $0.value(within: depth - 1) }
        case UInt8(ascii: "\""): string()
        case UInt8(ascii: "t"): word("true")
        case UInt8(ascii: "f"): word("false")
        case UInt8(ascii: "n"): word("null")
        default: number()
        }
    }

    private mutating func word(_ word: String) -> Bool {
        guard bytes[place...].starts(with: word.utf8) else { return false }
        place += word.utf8.count
        return true
    }

    private mutating func digits() -> Bool {
        let start = place
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
        return place > start
    }

    private mutating func number() -> Bool {
        _ = consume("-")
        if !consume("0") { guard digits() else { return false } }
        if consume(".") { guard digits() else { return false } }
        if consume("e") || consume("E") {
            if !consume("+") { _ = consume("-") }
            return digits()
        }
        return true
    }

    private mutating func string() -> Bool {
        guard consume("\"") else { return false }
        while let byte = next {
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"):
                guard escape() else { return false }
            case 0..<0x20: return false
            default: break
            }
        }
        return false
    }

    private mutating func escape() -> Bool {
        guard let byte = next else { return false }
        place += 1
        guard byte == UInt8(ascii: "u") else {
            return "\"\\/bfnrt".utf8.contains(byte)
        }
        for _ in 0..<4 {
            guard let digit = next, Character(UnicodeScalar(digit)).isHexDigit else { return false }
            place += 1
        }
        return true
    }
}
