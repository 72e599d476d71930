/// Reads JSON of any size piece by piece, and keeps nothing but the texts that are asked for.
struct JSONStream: ~Copyable {
    enum Problem: Error, Hashable {
        /// Another byte was expected there, counted from 0.
        case unexpected(at: Int)
        case cutOff
        case tooDeep(at: Int)
        /// The source could not be read; why not.
        case unreadable(String)
    }

    /// The most lists and maps within one another.
    private static let deepest = 100
    /// The longest key and number, in bytes.
    private static let longestToken = 100

    /// Returns the next bytes; none at the end.
    private let read: () throws(Problem) -> [UInt8]
    private var buffer: [UInt8] = []
    private var position = 0
    /// The bytes before the buffer.
    private var before = 0
    private var depth = 0

    init(_ read: @escaping () throws(Problem) -> [UInt8]) { self.read = read }

    private var offset: Int { before + position }

    // MARK: - Values

    /// Reads a map; `member` must read the value of each key. Keys that are too long are empty.
    mutating func readMap(
        _ member: (String, inout JSONStream) throws -> Void
    ) throws {
        try enter(UInt8(ascii: "{"))
        defer { depth -= 1 }
        if try take(UInt8(ascii: "}")) { return }
        repeat {
            guard try token() == UInt8(ascii: "\"") else { throw Problem.unexpected(at: offset) }
            let key = try text(atMost: Self.longestToken) ?? ""
            guard try take(UInt8(ascii: ":")) else { throw Problem.unexpected(at: offset) }
            try member(key, &self)
        } while try take(UInt8(ascii: ","))
        guard try take(UInt8(ascii: "}")) else { throw Problem.unexpected(at: offset) }
    }

    /// Reads a list; `element` must read each value.
    mutating func readList(_ element: (inout JSONStream) throws -> Void) throws {
        try enter(UInt8(ascii: "["))
        defer { depth -= 1 }
        if try take(UInt8(ascii: "]")) { return }
        repeat { try element(&self) } while try take(UInt8(ascii: ","))
        guard try take(UInt8(ascii: "]")) else { throw Problem.unexpected(at: offset) }
    }

    /// Reads a text; nil for a longer one, and for another value.
    mutating func readText(atMost limit: Int) throws -> String? {
        guard try token() == UInt8(ascii: "\"") else {
            try skip()
            return nil
        }
        return try text(atMost: limit)
    }

    /// Reads a number; nil for another value.
    mutating func readNumber() throws -> Double? {
        let first = try token()
        guard first == UInt8(ascii: "-") || (0x30...0x39).contains(first) else {
            try skip()
            return nil
        }
        return Double(try word())
    }

    /// Reads a truth value; nil for another value.
    mutating func readTruth() throws -> Bool? {
        let first = try token()
        guard first == UInt8(ascii: "t") || first == UInt8(ascii: "f") else {
            try skip()
            return nil
        }
        return Bool(try word())
    }

    /// Reads a value and forgets it.
    mutating func skip() throws {
        switch try token() {
        case UInt8(ascii: "{"): try readMap { _, stream in try stream.skip() }
        case UInt8(ascii: "["): try readList { try $0.skip() }
        case UInt8(ascii: "\""): _ = try text(atMost: 0)
        default: _ = try word()
        }
    }

    /// True for a map, false for anything else that follows.
    mutating func isMap() throws -> Bool { try token() == UInt8(ascii: "{") }

    /// Throws if anything but white space follows.
    mutating func end() throws {
        guard try peek(skippingBlanks: true) == nil else { throw Problem.unexpected(at: offset) }
    }

    // MARK: - Bytes

    private mutating func peek(skippingBlanks: Bool = false) throws(Problem) -> UInt8? {
        while true {
            if position == buffer.count {
                before += buffer.count
                position = 0
                buffer = try read()
                if buffer.isEmpty { return nil }
            }
            let byte = buffer[position]
            guard skippingBlanks, byte == 0x20 || (0x09...0x0d).contains(byte) else { return byte }
            position += 1
        }
    }

    private mutating func next() throws(Problem) -> UInt8 {
        guard let byte = try peek() else { throw .cutOff }
        position += 1
        return byte
    }

    /// The first byte of what follows.
    private mutating func token() throws(Problem) -> UInt8 {
        guard let byte = try peek(skippingBlanks: true) else { throw .cutOff }
        return byte
    }

    private mutating func take(_ byte: UInt8) throws(Problem) -> Bool {
        guard try token() == byte else { return false }
        position += 1
        return true
    }

    private mutating func enter(_ byte: UInt8) throws(Problem) {
        guard try take(byte) else { throw .unexpected(at: offset) }
        depth += 1
        guard depth <= Self.deepest else { throw .tooDeep(at: offset) }
    }

    /// A number, `true`, `false` or `null`.
    private mutating func word() throws(Problem) -> String {
        let start = offset
        var bytes: [UInt8] = []
        while let byte = try peek(), bytes.count < Self.longestToken,
            byte > 0x20, !",]}:{[\"".utf8.contains(byte)
        {
            bytes.append(byte)
            position += 1
        }
        let word = String(decoding: bytes, as: UTF8.self)
        let isValue = ["true", "false", "null"].contains(word) || Double(word) != nil
        guard isValue else { throw .unexpected(at: start) }
        return word
    }

    /// The text whose opening quote comes next; nil for a text of more bytes, which is skipped.
    private mutating func text(atMost limit: Int) throws(Problem) -> String? {
        position += 1
        var bytes: [UInt8] = []
        var isLonger = false
        while true {
            var byte = try next()
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") {
                byte = try next()
                guard byte != UInt8(ascii: "u") else {
                    let scalars = try escaped()
                    if bytes.count + scalars.utf8.count > limit { isLonger = true }
                    if !isLonger { bytes += scalars.utf8 }
                    continue
                }
                byte = Self.escapes[byte] ?? byte
            }
            if bytes.count >= limit { isLonger = true }
            if !isLonger { bytes.append(byte) }
        }
        return isLonger ? nil : String(decoding: bytes, as: UTF8.self)
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0a, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0d,
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0c,
    ]

    /// The character after `\u`; a half of a pair becomes U+FFFD.
    private mutating func escaped() throws(Problem) -> String {
        let first = try unit()
        guard UTF16.isLeadSurrogate(first), try peek() == UInt8(ascii: "\\") else {
            return String(decoding: [first], as: UTF16.self)
        }
        position += 1
        guard try next() == UInt8(ascii: "u") else { throw .unexpected(at: offset - 1) }
        return String(decoding: [first, try unit()], as: UTF16.self)
    }

    private mutating func unit() throws(Problem) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(try next())).hexDigitValue else {
                throw .unexpected(at: offset - 1)
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
