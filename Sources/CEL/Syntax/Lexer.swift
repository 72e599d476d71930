/// Splits a source into tokens; mistakes become issues and `invalid` tokens.
struct Lexer {
    let bytes: [UInt8]
    var position = 0
    var issues: [Issue] = []

    init(_ source: String) {
        bytes = Array(source.utf8)
    }

    /// All tokens, the last of them `end`.
    mutating func tokens() -> [Token] {
        var tokens: [Token] = []
        while true {
            skipBlanks()
            let start = position
            let kind = next()
            tokens.append(Token(kind: kind, range: start..<position))
            if kind == .end { return tokens }
        }
    }

    /// The byte at a distance ahead; 0 beyond the end.
    func peek(_ ahead: Int = 0) -> UInt8 {
        position + ahead < bytes.count ? bytes[position + ahead] : 0
    }

    mutating func report(_ message: String, from start: Int) {
        issues.append(Issue(offset: start..<position, message: message))
    }

    private mutating func skipBlanks() {
        while position < bytes.count {
            switch bytes[position] {
            case .tab, .newline, .formFeed, .carriageReturn, .space:
                position += 1
            case .slash where peek(1) == .slash:
                while position < bytes.count, bytes[position] != .newline { position += 1 }
            default:
                guard skipUnusualBlank() else { return }
            }
        }
    }

    /// Skips blanks that are not ASCII, which look like a space or like nothing, with an issue.
    private mutating func skipUnusualBlank() -> Bool {
        let start = position
        var blank: Unicode.Scalar?
        while let scalar = scalar(), Lookalike.isBlank(scalar) {
            position += String(scalar).utf8.count
            blank = blank ?? scalar
        }
        guard let blank else { return false }
        report(Lookalike(offset: start, scalar: blank).message, from: start)
        return true
    }

    /// The character at the position; nil for one in ASCII.
    private func scalar() -> Unicode.Scalar? {
        guard peek() >= 0x80 else { return nil }
        let end = min(position + 4, bytes.count)
        return String(decoding: bytes[position..<end], as: UTF8.self).unicodeScalars.first
    }

    private mutating func next() -> Token.Kind {
        guard position < bytes.count else { return .end }
        let byte = bytes[position]
        if let literal = stringLiteral() { return literal }
        if byte.isDigit || (byte == .dot && peek(1).isDigit) { return number() }
        if byte.isLetter || isForeignLetter { return identifier() }
        if byte == .backquote { return escapedIdentifier() }
        return symbol()
    }

    private mutating func identifier() -> Token.Kind {
        let start = position
        let name = consume { $0.isLetter || $0.isDigit }
        if isForeignLetter { return foreignName(from: start) }
        return name == "in" ? .symbol(.in) : .identifier(name)
    }

    private var isForeignLetter: Bool {
        scalar().map { $0.properties.isAlphabetic } ?? false
    }

    /// The rest of a name with letters that are not ASCII, with an issue at the first of them. The
    /// name is read as it looks if that is a name.
    private mutating func foreignName(from start: Int) -> Token.Kind {
        let first = position
        let letter = scalar() ?? " "
        while peek().isLetter || peek().isDigit || isForeignLetter {
            position += scalar().map { String($0).utf8.count } ?? 1
        }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        let end = first + String(letter).utf8.count
        guard let lookalike = Lookalike.first(in: name) else {
            let message = "a name can contain only the letters a to z, digits and '_'"
            issues.append(Issue(offset: first..<end, message: "\(message), not '\(letter)'"))
            return .invalid
        }
        issues.append(Issue(offset: first..<end, message: lookalike.message))
        return .identifier(Lookalike.replaced(in: name))
    }

    private mutating func escapedIdentifier() -> Token.Kind {
        let start = position
        position += 1
        let name = consume { $0.isLetter || $0.isDigit || ".-/ ".utf8.contains($0) }
        guard peek() == .backquote, !name.isEmpty else {
            report("the name has no closing backquote", from: start)
            return .invalid
        }
        position += 1
        return .escapedIdentifier(name)
    }

    private mutating func symbol() -> Token.Kind {
        let start = position
        for length in [2, 1] where position + length <= bytes.count {
            let text = String(decoding: bytes[position..<position + length], as: UTF8.self)
            if let symbol = Token.Symbol(rawValue: text) {
                position += length
                return .symbol(symbol)
            }
        }
        position += 1
        while peek() & 0xC0 == 0x80 { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if let meant = Self.slips[text] {
            report("'\(text)' is not an operator; use '\(meant.rawValue)'", from: start)
            return .symbol(meant)
        }
        if "“”„‟‘’‚‛«»".contains(text) {
            report("'\(text)' is not a quotation mark of expressions; use \" or '", from: start)
            return .invalid
        }
        report("unexpected character '\(text)'", from: start)
        return .invalid
    }

    /// Common mistakes of people who know other languages; they are read as meant, so that the rest
    /// is checked too.
    private static let slips: [String: Token.Symbol] = ["=": .equal, "&": .and, "|": .or]
}

extension UInt8 {
    static let tab: UInt8 = 0x09
    static let newline: UInt8 = 0x0A
    static let formFeed: UInt8 = 0x0C
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let dot: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let backslash: UInt8 = 0x5C
    static let backquote: UInt8 = 0x60

    var isDigit: Bool { self >= 0x30 && self <= 0x39 }
    /// A–Z, a–z and the underscore.
    var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A || self == 0x5F }

    /// The value of a hexadecimal digit.
    var hexValue: UInt32? {
        switch self {
        case 0x30...0x39: UInt32(self) - 0x30
        case 0x41...0x46: UInt32(self) - 0x41 + 10
        case 0x61...0x66: UInt32(self) - 0x61 + 10
        default: nil
        }
    }
}
