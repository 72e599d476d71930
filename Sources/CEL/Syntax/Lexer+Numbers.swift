extension Lexer {
    /// `12`, `0x1F`, `12u`, `1.5`, `.5`, `1e-3`.
    mutating func number() -> Token.Kind {
        let start = position
        if peek() == 0x30, peek(1) | 0x20 == 0x78, peek(2).hexValue != nil {
            position += 2
            let digits = consume { $0.hexValue != nil }
            return integer(digits, radix: 16, from: start)
        }
        let digits = consume(\.isDigit)
        var isDouble = false
        if peek() == .dot, peek(1).isDigit {
            isDouble = true
            position += 1
            _ = consume(\.isDigit)
        }
        if peek() | 0x20 == 0x65, exponentFollows {
            isDouble = true
            position += 2
            _ = consume(\.isDigit)
        }
        guard isDouble else { return integer(digits, radix: 10, from: start) }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard !endsInLetter(from: start),
            let value = Double(text.utf8.first == .dot ? "0" + text : text)
        else { return .invalid }
        return .double(value)
    }

    private var exponentFollows: Bool {
        let sign = peek(1) == 0x2B || peek(1) == 0x2D
        return sign ? peek(2).isDigit : peek(1).isDigit
    }

    private mutating func integer(_ digits: String, radix: Int, from start: Int) -> Token.Kind {
        if peek() | 0x20 == 0x75 {
            position += 1
            guard !endsInLetter(from: start) else { return .invalid }
            guard let value = UInt64(digits, radix: radix) else {
                report("the number is out of range for the type uint", from: start)
                return .invalid
            }
            return .uint(value)
        }
        return endsInLetter(from: start) ? .invalid : .int(digits: digits, radix: radix)
    }

    /// `30m` is an easy slip for a duration.
    private mutating func endsInLetter(from start: Int) -> Bool {
        guard peek().isLetter else { return false }
        _ = consume { $0.isLetter || $0.isDigit }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        let hint = CELDuration(text) == nil ? "" : "; write a duration as duration(\"\(text)\")"
        report("'\(text)' is not a number" + hint, from: start)
        return true
    }

    mutating func consume(_ matches: (UInt8) -> Bool) -> String {
        let start = position
        while position < bytes.count, matches(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }
}
