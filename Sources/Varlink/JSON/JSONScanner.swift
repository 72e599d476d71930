/// A parser that makes a `JSON` value of UTF-8 text in one pass.
///
/// It reads through a raw buffer because it runs once for every call. Each read is guarded by a
/// comparison with `end`, so that it never reads beyond the text.
struct JSONScanner {
    private let text: UnsafeRawBufferPointer
    private(set) var offset = 0
    private var depth = JSON.maximumDepth

    private var end: Int { text.count }

    private init(_ text: UnsafeRawBufferPointer) { self.text = text }

    /// Parses the one value in `text`; throws the position and the reason of an error.
    static func parse(_ text: UnsafeRawBufferPointer) -> Result<JSON, JSONSyntaxError> {
        var scanner = JSONScanner(text)
        do throws(JSONSyntaxError) {
            scanner.skipSpace()
            let value = try scanner.value()
            scanner.skipSpace()
            guard scanner.offset == scanner.end else {
                throw scanner.failure("text after the value")
            }
            return .success(value)
        } catch {
            return .failure(error)
        }
    }

    private func failure(_ reason: String, at offset: Int? = nil) -> JSONSyntaxError {
        JSONSyntaxError(offset: offset ?? self.offset, reason: reason)
    }

    private func peek() -> UInt8? { offset < end ? text[offset] : nil }

    private mutating func skipSpace() {
        while offset < end {
            switch text[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    private mutating func value() throws(JSONSyntaxError) -> JSON {
        guard let byte = peek() else { throw failure("the text ends where a value is expected") }
        switch byte {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw failure("expected a value")
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONSyntaxError) -> JSON
    {
        let length = word.utf8CodeUnitCount
        guard length <= end - offset else { throw failure("expected a value") }
        for index in 0..<length where text[offset + index] != word.utf8Start[index] {
            throw failure("expected a value")
        }
        offset += length
        return value
    }

    private mutating func open() throws(JSONSyntaxError) {
        guard depth > 0 else { throw failure("nested too deeply") }
        depth -= 1
        offset += 1
        skipSpace()
    }

    /// Consumes a closing bracket if it comes next.
    private mutating func close(_ bracket: UInt8) -> Bool {
        guard peek() == bracket else { return false }
        depth += 1
        offset += 1
        return true
    }

    private mutating func array() throws(JSONSyntaxError) -> [JSON] {
        try open()
        var elements: [JSON] = []
        if close(UInt8(ascii: "]")) { return elements }
        while true {
            elements.append(try value())
            skipSpace()
            if close(UInt8(ascii: "]")) { return elements }
            guard peek() == UInt8(ascii: ",") else { throw failure("expected `,` or `]`") }
            offset += 1
            skipSpace()
        }
    }

    private mutating func object() throws(JSONSyntaxError) -> JSONObject {
        try open()
        var members: [JSONObject.Member] = []
        var names: Set<String> = []
        if close(UInt8(ascii: "}")) { return JSONObject() }
        while true {
            let start = offset
            guard peek() == UInt8(ascii: "\"") else { throw failure("expected a name") }
            let name = try string()
            guard isNew(name, among: members, &names) else {
                throw failure("a duplicate name", at: start)
            }
            skipSpace()
            guard peek() == UInt8(ascii: ":") else { throw failure("expected `:`") }
            offset += 1
            skipSpace()
            members.append(JSONObject.Member(name: name, value: try value()))
            skipSpace()
            if close(UInt8(ascii: "}")) { return JSONObject(distinct: members) }
            guard peek() == UInt8(ascii: ",") else { throw failure("expected `,` or `}`") }
            offset += 1
            skipSpace()
        }
    }

    /// Detects repeated names: by comparison in typical objects with a few members, by hashing if a
    /// peer sends very many.
    private func isNew(
        _ name: String, among members: [JSONObject.Member], _ names: inout Set<String>
    ) -> Bool {
        if members.count < 16 { return !members.contains { $0.name == name } }
        if names.isEmpty { names = Set(members.map(\.name)) }
        return names.insert(name).inserted
    }
}

extension JSONScanner {
    private mutating func digits() throws(JSONSyntaxError) {
        let start = offset
        while offset < end, text[offset] &- UInt8(ascii: "0") <= 9 { offset += 1 }
        guard offset > start else { throw failure("expected a digit") }
    }

    private mutating func number() throws(JSONSyntaxError) -> JSON {
        let start = offset
        let isNegative = peek() == UInt8(ascii: "-")
        if isNegative { offset += 1 }
        let first = offset
        try digits()
        if text[first] == UInt8(ascii: "0"), offset > first + 1 {
            throw failure("a number with a leading zero", at: first)
        }
        let last = offset
        var isInteger = true
        if peek() == UInt8(ascii: ".") {
            isInteger = false
            offset += 1
            try digits()
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
            isInteger = false
            offset += 1
            if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { offset += 1 }
            try digits()
        }
        if isInteger, let value = integer(first..<last, isNegative: isNegative) {
            return .integer(value)
        }
        return .number(JSONNumber(checked: String(decoding: text[start..<offset], as: UTF8.self)))
    }

    /// The value of digits, computed as a negative number because that range is larger; nil if it
    /// is too large.
    private func integer(_ range: Range<Int>, isNegative: Bool) -> Int64? {
        var value: Int64 = 0
        for index in range {
            let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
            let digit = Int64(text[index] &- UInt8(ascii: "0"))
            let (next, below) = tens.subtractingReportingOverflow(digit)
            if overflow || below { return nil }
            value = next
        }
        if isNegative { return value }
        return value == .min ? nil : -value
    }
}

extension JSONScanner {
    private mutating func string() throws(JSONSyntaxError) -> String {
        offset += 1
        let start = offset
        // Nearly every string is plain to its end, so its bytes are only scanned at first.
        let (text, end) = (text, end)
        var place = start
        var all: UInt8 = 0
        while place < end {
            let byte = text[place]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            all |= byte
            place += 1
        }
        offset = place
        guard place < end else { throw failure("the text ends within a string") }
        switch text[place] {
        case UInt8(ascii: "\""):
            let slice = UnsafeRawBufferPointer(rebasing: text[start..<place])
            offset += 1
            if all < 0x80 { return String(decoding: slice, as: UTF8.self) }
            return try checked(slice, at: start)
        case UInt8(ascii: "\\"): return try escapedString(from: start)
        default: throw failure("a control character in a string")
        }
    }

    private func checked(_ bytes: some Sequence<UInt8>, at start: Int) throws(JSONSyntaxError)
        -> String
    {
        guard let string = String(validating: bytes, as: UTF8.self) else {
            throw failure("a string is not UTF-8", at: start)
        }
        return string
    }

    /// Consumes the rest of a string with escapes: plain runs are copied, escapes replaced.
    private mutating func escapedString(from start: Int) throws(JSONSyntaxError) -> String {
        var bytes = [UInt8](text[start..<offset])
        while offset < end {
            let byte = text[offset]
            offset += 1
            switch byte {
            case UInt8(ascii: "\""): return try checked(bytes, at: start)
            case UInt8(ascii: "\\"): try escape(into: &bytes)
            case ..<0x20: throw failure("a control character in a string", at: offset - 1)
            default: bytes.append(byte)
            }
        }
        throw failure("the text ends within a string")
    }

    private mutating func escape(into bytes: inout [UInt8]) throws(JSONSyntaxError) {
        guard let byte = peek() else { throw failure("the text ends within a string") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(byte)
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "u"): bytes.append(contentsOf: Character(try scalar()).utf8)
        default: throw failure("an unknown escape", at: offset - 2)
        }
    }

    /// Consumes `\uXXXX`, or two of them that form a surrogate pair.
    private mutating func scalar() throws(JSONSyntaxError) -> Unicode.Scalar {
        let start = offset - 2
        let first = try fourHexDigits()
        var code = UInt32(first)
        if UTF16.isLeadSurrogate(first) {
            guard offset + 1 < end, text[offset] == UInt8(ascii: "\\"),
                text[offset + 1] == UInt8(ascii: "u")
            else { throw failure("half of a surrogate pair", at: start) }
            offset += 2
            let second = try fourHexDigits()
            guard UTF16.isTrailSurrogate(second) else {
                throw failure("half of a surrogate pair", at: start)
            }
            code = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else {
            throw failure("half of a surrogate pair", at: start)
        }
        return scalar
    }

    private mutating func fourHexDigits() throws(JSONSyntaxError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
                byte < 0x80
            else { throw failure("expected four hexadecimal digits") }
            value = value << 4 | UInt16(digit)
            offset += 1
        }
        return value
    }
}
