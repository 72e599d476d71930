extension RegexParser {
    /// A backslash and the characters after it.
    enum Escape {
        case scalar(Unicode.Scalar)
        case set(ScalarSet)
        case assertion(RegexNode.Assertion)
    }

    /// Reads what follows a backslash outside of a class.
    mutating func escape() throws(RegexError) -> Escape {
        switch peek {
        case "A": position += 1; return .assertion(.textStart)
        case "z": position += 1; return .assertion(.textEnd)
        case "b": position += 1; return .assertion(.wordBoundary)
        case "B": position += 1; return .assertion(.noWordBoundary)
        default: return try classEscape()
        }
    }

    /// Reads what follows a backslash where only code points and classes of them are allowed.
    private mutating func classEscape() throws(RegexError) -> Escape {
        let letter = try next()
        if let set = ScalarSet.perl(letter) { return .set(set) }
        switch letter {
        case "p", "P": return .set(try category(isNegated: letter == "P"))
        case "a": return .scalar("\u{07}")
        case "f": return .scalar("\u{0C}")
        case "n": return .scalar("\n")
        case "r": return .scalar("\r")
        case "t": return .scalar("\t")
        case "v": return .scalar("\u{0B}")
        case "x": return .scalar(try hexadecimal())
        case "0"..."7": return .scalar(try octal(letter))
        default:
            guard letter.isASCII, !UInt8(ascii: letter).isLetter || letter == "_",
                !UInt8(ascii: letter).isDigit
            else { throw RegexError("unknown escape '\\\(letter)'") }
            return .scalar(letter)
        }
    }

    private mutating func hexadecimal() throws(RegexError) -> Unicode.Scalar {
        var digits = ""
        if skip("{") {
            while peek != nil, !skip("}") { digits.unicodeScalars.append(try next()) }
        } else {
            for _ in 0..<2 { digits.unicodeScalars.append(try next()) }
        }
        guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
            throw RegexError("'\\x\(digits)' is not a valid code point")
        }
        return scalar
    }

    /// An octal code has a leading zero or three digits; else it would be a back reference.
    private mutating func octal(_ first: Unicode.Scalar) throws(RegexError) -> Unicode.Scalar {
        var value = first.value - 0x30
        var digits = 1
        while digits < 3, let digit = peek, (0x30...0x37).contains(digit.value) {
            value = value * 8 + digit.value - 0x30
            digits += 1
            position += 1
        }
        guard first == "0" || digits == 3, let scalar = Unicode.Scalar(value) else {
            throw RegexError("back references are not supported")
        }
        return scalar
    }

    private mutating func category(isNegated: Bool) throws(RegexError) -> ScalarSet {
        var name = ""
        var isNegated = isNegated
        if skip("{") {
            if skip("^") { isNegated.toggle() }
            while peek != nil, !skip("}") { name.unicodeScalars.append(try next()) }
        } else {
            name.unicodeScalars.append(try next())
        }
        guard let set = ScalarSet.category(name, isNegated: isNegated) else {
            throw RegexError("unknown character category '\(name)'")
        }
        return set
    }

    /// Reads a class after its opening bracket.
    mutating func bracketClass() throws(RegexError) -> ScalarSet {
        var set = ScalarSet()
        set.isNegated = skip("^")
        var isFirst = true
        while isFirst || peek != "]" {
            isFirst = false
            if skip("[:") {
                set.insert(try posixClass())
                continue
            }
            switch try classAtom() {
            case .set(let part): set.insert(part)
            case .scalar(let low):
                set.insert(low.value...(try rangeEnd(after: low)).value)
            case .assertion: throw RegexError("a character class cannot contain an assertion")
            }
        }
        position += 1
        return set
    }

    private mutating func classAtom() throws(RegexError) -> Escape {
        let scalar = try next()
        return scalar == "\\" ? try classEscape() : .scalar(scalar)
    }

    /// The upper end of `a-z`, the lower if there is no range.
    private mutating func rangeEnd(after low: Unicode.Scalar) throws(RegexError) -> Unicode.Scalar {
        let start = position
        guard skip("-"), peek != "]", peek != nil else {
            position = start
            return low
        }
        guard case .scalar(let high) = try classAtom(), low.value <= high.value else {
            throw RegexError("a range in a character class has its ends in the wrong order")
        }
        return high
    }

    private mutating func posixClass() throws(RegexError) -> ScalarSet {
        let isNegated = skip("^")
        var name = ""
        while peek != nil, !skip(":]") { name.unicodeScalars.append(try next()) }
        guard let ranges = ScalarSet.posix(name) else {
            throw RegexError("unknown character class '[:\(name):]'")
        }
        return ScalarSet(ranges, isNegated: isNegated)
    }
}
