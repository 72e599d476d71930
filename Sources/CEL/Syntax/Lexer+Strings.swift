extension Lexer {
    /// A string or bytes literal with its prefixes (`r`, `b`) and quotes; nil if none begins here.
    mutating func stringLiteral() -> Token.Kind? {
        var isRaw = false
        var isBytes = false
        var length = 0
        prefixes: while length < 2 {
            switch peek(length) | 0x20 {
            case 0x72 where !isRaw: isRaw = true
            case 0x62 where !isBytes: isBytes = true
            default: break prefixes
            }
            length += 1
        }
        return quoted(after: length, isRaw: isRaw, isBytes: isBytes)
    }

    private mutating func quoted(after prefix: Int, isRaw: Bool, isBytes: Bool) -> Token.Kind? {
        let quote = peek(prefix)
        guard quote == 0x22 || quote == 0x27 else { return nil }
        let start = position
        let isTriple = peek(prefix + 1) == quote && peek(prefix + 2) == quote
        position += prefix + (isTriple ? 3 : 1)
        var content: [UInt8] = []
        var isValid = true
        while true {
            guard position < bytes.count, isTriple || !isLineEnd else {
                report("the string has no closing quote", from: start)
                return .invalid
            }
            let byte = bytes[position]
            if byte == quote, !isTriple || (peek(1) == quote && peek(2) == quote) {
                position += isTriple ? 3 : 1
                break
            }
            if byte == .backslash, !isRaw {
                isValid = append(escapeTo: &content, isBytes: isBytes) && isValid
            } else {
                content.append(byte)
                position += 1
            }
        }
        guard isValid else { return .invalid }
        return isBytes ? .bytes(content) : .string(String(decoding: content, as: UTF8.self))
    }

    private var isLineEnd: Bool { peek() == .newline || peek() == .carriageReturn }

    /// Appends the meaning of one escape sequence: a byte in bytes, a code point in a string.
    /// Returns false and reports an issue if the sequence is invalid.
    private mutating func append(escapeTo content: inout [UInt8], isBytes: Bool) -> Bool {
        let start = position
        guard let value = escape(isBytes: isBytes) else { return false }
        if isBytes {
            content.append(UInt8(truncatingIfNeeded: value))
            return true
        }
        guard let scalar = Unicode.Scalar(value) else {
            report("the escape sequence is not a valid Unicode code point", from: start)
            return false
        }
        content.append(contentsOf: String(scalar).utf8)
        return true
    }

    private mutating func escape(isBytes: Bool) -> UInt32? {
        let start = position
        position += 2
        let letter = position <= bytes.count ? bytes[position - 1] : 0
        if let byte = Self.simpleEscapes[letter] { return byte }
        switch letter {
        case 0x78, 0x58: return hexValue(2, from: start)
        case 0x75 where !isBytes: return codePoint(from: start)
        case 0x55 where !isBytes: return hexValue(8, from: start)
        case 0x30...0x33: return octal(first: letter, from: start)
        default:
            position = min(position, bytes.count)
            report("unknown escape sequence", from: start)
            return nil
        }
    }

    private static let simpleEscapes: [UInt8: UInt32] = [
        0x61: 0x07, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09, 0x76: 0x0B,
        0x5C: 0x5C, 0x3F: 0x3F, 0x22: 0x22, 0x27: 0x27, 0x60: 0x60,
    ]

    private mutating func octal(first: UInt8, from start: Int) -> UInt32? {
        let digits = [first, peek(), peek(1)]
        guard digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x37 }) else {
            report("an octal escape needs three digits", from: start)
            return nil
        }
        position += 2
        return digits.reduce(0) { $0 * 8 + UInt32($1 - 0x30) }
    }

    /// Four digits; a pair of surrogates is one code point beyond those of four digits.
    private mutating func codePoint(from start: Int) -> UInt32? {
        guard let value = hexValue(4, from: start) else { return nil }
        guard (0xD800...0xDBFF).contains(value), peek() == .backslash, peek(1) == 0x75 else {
            return value
        }
        position += 2
        guard let low = hexValue(4, from: start) else { return nil }
        return (0xDC00...0xDFFF).contains(low)
            ? 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00) : value
    }

    private mutating func hexValue(_ count: Int, from start: Int) -> UInt32? {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let digit = peek().hexValue else {
                report("the escape sequence needs \(count) hexadecimal digits", from: start)
                return nil
            }
            value = value << 4 | digit
            position += 1
        }
        return value
    }
}
