/// An incremental scanner of JSON (RFC 8259) that finds wanted members.
///
/// Numbers, truth values and the texts of `Name.texts` are collected. Every other text is skipped
/// byte by byte, so that no window title is kept. Several values may follow each other, as in a
/// stream of lines.
struct JSONMembers: Sendable {
    /// The member names that are recognised.
    enum Name: String, CaseIterable, Sendable {
        case address, change, container, focused, id, pid, success, window, windows
        case appID = "app_id"
        case className = "class"
        case error = "Err"
        case isFocused = "is_focused"
        case windowClosed = "WindowClosed"
        case windowFocusChanged = "WindowFocusChanged"
        case windowOpenedOrChanged = "WindowOpenedOrChanged"
        case windowProperties = "window_properties"
        case windowsChanged = "WindowsChanged"

        /// The names of the texts that are collected.
        static let texts: Set<Name> = [.address, .appID, .change, .className]
        fileprivate static let bytes = allCases.map { Array($0.rawValue.utf8) }
    }

    /// The value of a wanted member.
    enum Value: Hashable, Sendable {
        case text(String)
        case number(Int)
        case truth(Bool)
        case null
        /// A text that is not collected or is too long, a number that is not an Int, an object or
        /// an array.
        case other
    }

    /// An object that has ended.
    struct Object: Hashable, Sendable {
        /// The name of the member whose value this object, or the array around it, is.
        var name: Name?
        /// The number of objects that are open around its members, itself included.
        var depth: Int
        var members: [Name: Value] = [:]

        /// The text of a member; nil if it is none, or empty.
        func text(_ name: Name) -> String? {
            if case .text(let text)? = members[name], !text.isEmpty { text } else { nil }
        }

        func number(_ name: Name) -> Int? {
            if case .number(let number)? = members[name] { number } else { nil }
        }
    }

    enum Failure: Error {
        case syntax, nesting
    }

    private enum State {
        case value, valueOrEnd, nameOrEnd, name, colon, afterValue
        case text(TextPart), word(Word, Int), number
    }

    private enum Word: String {
        case null, `true`, `false`

        /// The byte at an index; nil beyond the end.
        subscript(index: Int) -> UInt8? { rawValue.utf8.dropFirst(index).first }

        var value: Value { self == .null ? .null : .truth(self == .true) }
    }

    private enum TextPart {
        case plain, escape
        case code(digits: Int)
    }

    private enum Container {
        case object(Object)
        case array(Name?)
    }

    /// The most objects and arrays inside each other.
    static let deepest = 256
    /// The longest text that is collected, in bytes.
    static let longestText = 256

    private var state = State.value
    private var open: [Container] = []
    private var depth = 0
    /// The name of the member whose value comes next.
    private var member: Name?

    /// Whether the text being read is a member's name.
    private var isName = false
    /// The index of the next byte of a name, and the names that fit so far, as a bit mask.
    private var position = 0
    private var fitting: UInt64 = 0

    private var isCollecting = false
    private var collected: [UInt8] = []
    private var code: UInt32 = 0
    private var highSurrogate: UInt32?

    private var digits = ScannedInteger()

    /// Whether no value has begun that has not ended.
    var isBetweenValues: Bool {
        guard open.isEmpty else { return false }
        switch state {
        case .value, .number: return true
        default: return false
        }
    }

    /// Reads a byte. Returns the object that ends with it. After an error, call it no more.
    mutating func read(_ byte: UInt8) throws(Failure) -> Object? {
        switch state {
        case .text(let part):
            try readText(byte, part)
            return nil
        case .word(let word, let index):
            guard byte == word[index] else { throw .syntax }
            if word[index + 1] == nil {
                end(with: word.value)
            } else {
                state = .word(word, index + 1)
            }
            return nil
        case .number:
            if digits.read(byte) { return nil }
            guard digits.isComplete else { throw .syntax }
            end(with: digits.value.map(Value.number) ?? .other)
            return try read(byte)
        case .value, .valueOrEnd, .nameOrEnd, .name, .colon, .afterValue:
            return try readStructure(byte)
        }
    }

    private mutating func readStructure(_ byte: UInt8) throws(Failure) -> Object? {
        if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { return nil }
        switch (state, byte) {
        case (.nameOrEnd, UInt8(ascii: "}")), (.afterValue, UInt8(ascii: "}")):
            return try closeObject()
        case (.valueOrEnd, UInt8(ascii: "]")), (.afterValue, UInt8(ascii: "]")):
            guard case .array? = open.popLast() else { throw .syntax }
            state = open.isEmpty ? .value : .afterValue
        case (.nameOrEnd, UInt8(ascii: "\"")), (.name, UInt8(ascii: "\"")):
            isName = true
            position = 0
            fitting = (1 << Name.bytes.count) - 1
            state = .text(.plain)
        case (.colon, UInt8(ascii: ":")):
            state = .value
        case (.afterValue, UInt8(ascii: ",")):
            if case .object? = open.last { state = .name } else { state = .value }
        case (.value, _), (.valueOrEnd, _):
            try begin(byte)
        default:
            throw .syntax
        }
        return nil
    }

    /// Begins a value with its first byte.
    private mutating func begin(_ byte: UInt8) throws(Failure) {
        switch byte {
        case UInt8(ascii: "{"):
            try enter(.object(Object(name: standing, depth: depth + 1)))
            depth += 1
            state = .nameOrEnd
        case UInt8(ascii: "["):
            try enter(.array(standing))
            state = .valueOrEnd
        case UInt8(ascii: "\""):
            isName = false
            isCollecting = member.map(Name.texts.contains) ?? false
            collected.removeAll(keepingCapacity: true)
            state = .text(.plain)
        case UInt8(ascii: "t"): state = .word(.true, 1)
        case UInt8(ascii: "f"): state = .word(.false, 1)
        case UInt8(ascii: "n"): state = .word(.null, 1)
        default:
            digits = ScannedInteger()
            guard digits.read(byte) else { throw .syntax }
            state = .number
        }
    }

    /// The name under which a container that begins now stands.
    private var standing: Name? {
        if case .array(let name)? = open.last { name } else { member }
    }

    private mutating func enter(_ container: Container) throws(Failure) {
        guard open.count < Self.deepest else { throw .nesting }
        note(.other)
        open.append(container)
        member = nil
    }

    private mutating func closeObject() throws(Failure) -> Object {
        guard case .object(let object)? = open.popLast() else { throw .syntax }
        depth -= 1
        state = open.isEmpty ? .value : .afterValue
        return object
    }

    /// Ends a value that is no container.
    private mutating func end(with value: Value) {
        note(value)
        member = nil
        state = open.isEmpty ? .value : .afterValue
    }

    /// Stores the value of a wanted member.
    private mutating func note(_ value: Value) {
        guard let member, case .object(var object)? = open.last else { return }
        object.members[member] = value
        open[open.count - 1] = .object(object)
    }
}

// MARK: - Texts

extension JSONMembers {
    private mutating func readText(_ byte: UInt8, _ part: TextPart) throws(Failure) {
        switch part {
        case .plain:
            switch byte {
            case UInt8(ascii: "\""): endText()
            case UInt8(ascii: "\\"): state = .text(.escape)
            default: add(byte)
            }
        case .escape:
            state = .text(.plain)
            switch byte {
            case UInt8(ascii: "u"):
                code = 0
                state = .text(.code(digits: 0))
            case UInt8(ascii: "b"): add(0x08)
            case UInt8(ascii: "f"): add(0x0C)
            case UInt8(ascii: "n"): add(0x0A)
            case UInt8(ascii: "r"): add(0x0D)
            case UInt8(ascii: "t"): add(0x09)
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): add(byte)
            default: throw .syntax
            }
        case .code(let count):
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw .syntax }
            code = code << 4 | UInt32(digit)
            state = .text(count == 3 ? .plain : .code(digits: count + 1))
            if count == 3 { addCode() }
        }
    }

    private mutating func add(_ byte: UInt8) {
        if isName {
            // Few names are left after the first byte.
            var candidates = fitting
            while candidates != 0 {
                let index = candidates.trailingZeroBitCount
                candidates &= candidates - 1
                let name = Name.bytes[index]
                if position >= name.count || name[position] != byte { fitting &= ~(1 << index) }
            }
            position += 1
        } else if isCollecting {
            isCollecting = collected.count < Self.longestText
            if isCollecting { collected.append(byte) }
        }
    }

    /// Adds the character of a `\u` escape, which may be half of a pair.
    private mutating func addCode() {
        defer { highSurrogate = 0xD800..<0xDC00 ~= code ? code : nil }
        guard isCollecting || isName else { return }
        var value = code
        if 0xDC00..<0xE000 ~= code, let highSurrogate {
            value = 0x10000 + (highSurrogate - 0xD800) << 10 + (code - 0xDC00)
        } else if 0xD800..<0xDC00 ~= code {
            return
        }
        for byte in String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8 { add(byte) }
    }

    /// The name that fits from the first to the last byte.
    private var fullyFitting: Name? {
        let index = Name.bytes.indices.first {
            fitting & (1 << $0) != 0 && Name.bytes[$0].count == position
        }
        return index.map { Name.allCases[$0] }
    }

    private mutating func endText() {
        highSurrogate = nil
        guard isName else {
            let value =
                isCollecting ? Value.text(String(decoding: collected, as: UTF8.self)) : .other
            isCollecting = false
            collected.removeAll(keepingCapacity: true)
            return end(with: value)
        }
        member = fitting == 0 ? nil : fullyFitting
        state = .colon
    }
}

/// An integer that arrives digit by digit; also skips other numbers.
private struct ScannedInteger: Sendable {
    private var isNegative = false
    private var magnitude: Int? = 0
    private var count = 0
    private(set) var isComplete = false

    var value: Int? { magnitude.map { isNegative ? -$0 : $0 } }

    /// Reads a byte of the number; false if it is none.
    mutating func read(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            isComplete = true
            guard let before = magnitude else { break }
            let (tenfold, overflows) = before.multipliedReportingOverflow(by: 10)
            let (sum, carries) = tenfold.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
            magnitude = overflows || carries ? nil : sum
        case UInt8(ascii: "-") where count == 0:
            isNegative = true
        case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"),
            UInt8(ascii: "-"):
            guard count > 0 else { return false }
            magnitude = nil
            isComplete = false
        default:
            return false
        }
        count = 1
        return true
    }
}
