import Glibc

/// A writer of compact JSON text: no white space, and characters beyond ASCII unescaped.
///
/// It is a class because an `Encoder` and all its containers write into the same text. The text is
/// raw memory because every reply is written here: an array in a class would have its exclusive
/// access and uniqueness checked for each byte. Memory is reserved before each write.
final class JSONWriter {
    private var text: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0
    /// The closing brackets that the open arrays and objects still need, outermost first.
    private var closers: UnsafeMutablePointer<UInt8>
    private var closerCapacity = 32
    private(set) var level = 0

    init(capacity: Int = 1024) {
        self.capacity = max(capacity, 64)
        text = .allocate(capacity: self.capacity)
        closers = .allocate(capacity: closerCapacity)
    }

    deinit {
        text.deallocate()
        closers.deallocate()
    }

    /// Valid until the next write.
    var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: text, count: count) }

    var bytes: [UInt8] { Array(written) }

    /// Empties the text and keeps its memory for the next one.
    func reset() {
        count = 0
        level = 0
    }

    @inline(__always)
    private func makeRoom(for more: Int) {
        if capacity - count < more { grow(by: more) }
    }

    @inline(never)
    private func grow(by more: Int) {
        let larger = max(capacity * 2, count + more)
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        copy.update(from: text, count: count)
        text.deallocate()
        text = copy
        capacity = larger
    }

    @inline(__always)
    private func append(_ byte: UInt8) {
        makeRoom(for: 1)
        text[count] = byte
        count += 1
    }

    @inline(__always)
    private func append(_ start: UnsafePointer<UInt8>, _ length: Int) {
        makeRoom(for: length)
        memcpy(text + count, start, length)
        count += length
    }
}

extension JSONWriter {
    /// Writes JSON text as it is: punctuation and words.
    @inline(__always)
    func writeUnquoted(_ text: StaticString) { append(text.utf8Start, text.utf8CodeUnitCount) }

    /// Writes JSON text as it is: a number's literal.
    func writeUnquoted(checked text: String) {
        var text = text
        text.withUTF8 { if let start = $0.baseAddress { append(start, $0.count) } }
    }

    /// True if the container at `level` (1 is the outermost) is open and an object.
    func isObject(at level: Int) -> Bool {
        level >= 1 && level <= self.level && closers[level - 1] == UInt8(ascii: "}")
    }

    func openObject() { open(UInt8(ascii: "{"), UInt8(ascii: "}")) }

    func openArray() { open(UInt8(ascii: "["), UInt8(ascii: "]")) }

    @inline(__always)
    private func open(_ opener: UInt8, _ closer: UInt8) {
        append(opener)
        if level == closerCapacity { growClosers() }
        closers[level] = closer
        level += 1
    }

    @inline(never)
    private func growClosers() {
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: closerCapacity * 2)
        copy.update(from: closers, count: level)
        closers.deallocate()
        closers = copy
        closerCapacity *= 2
    }

    /// Closes arrays and objects until only `outer` of them are open.
    @inline(__always)
    func close(to outer: Int) {
        while level > outer {
            completeMember()
            level -= 1
            append(closers[level])
        }
    }

    private var last: UInt8? { count == 0 ? nil : text[count - 1] }

    /// Completes a member whose value wrote nothing (a type without properties) with an empty
    /// object.
    @inline(__always)
    private func completeMember() {
        if last == UInt8(ascii: ":") { writeUnquoted("{}") }
    }

    /// Prepares for the next element of the container at `level`.
    @inline(__always)
    func beginElement(at level: Int) {
        close(to: level)
        completeMember()
        // Only an opening bracket can be the last byte here: strings end in a quote.
        if let last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") {
            append(UInt8(ascii: ","))
        }
    }

    /// Prepares for the value of the member `name` of the object at `level`.
    @inline(__always)
    func beginMember(_ name: String, at level: Int) {
        beginElement(at: level)
        write(name)
        append(UInt8(ascii: ":"))
    }
}

extension JSONWriter {
    func write(_ value: JSON) {
        switch value {
        case .null: writeUnquoted("null")
        case .bool(let value): write(value)
        case .integer(let value): write(value)
        case .number(let value): writeUnquoted(checked: value.literal)
        case .string(let value): write(value)
        case .array(let elements):
            openArray()
            let inner = level
            for element in elements {
                beginElement(at: inner)
                write(element)
            }
            close(to: inner - 1)
        case .object(let members): write(members)
        }
    }

    func write(_ object: JSONObject) {
        openObject()
        let inner = level
        for member in object.members {
            beginMember(member.name, at: inner)
            write(member.value)
        }
        close(to: inner - 1)
    }

    func write(_ value: Bool) {
        if value { writeUnquoted("true") } else { writeUnquoted("false") }
    }

    func write(_ value: some BinaryInteger) { writeUnquoted(checked: String(value)) }

    func write(_ string: String) {
        append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { if let start = $0.baseAddress { write(start, $0.count) } }
        append(UInt8(ascii: "\""))
    }

    @inline(__always)
    private func write(_ start: UnsafePointer<UInt8>, _ length: Int) {
        if Self.needsEscape(start, length) {
            for index in 0..<length { writeEscaped(start[index]) }
        } else {
            append(start, length)
        }
    }

    /// True if the bytes hold a control character, a quote or a backslash. Eight bytes are tested
    /// at a time: a byte below n has its high bit set when n is subtracted from all eight.
    @inline(__always)
    private static func needsEscape(_ start: UnsafePointer<UInt8>, _ length: Int) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var found: UInt64 = 0
        var index = 0
        while length - index >= 8 {
            let word = UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self)
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            found |= (word &- (ones &* 0x20)) & ~word
            found |= (quote &- ones) & ~quote
            found |= (backslash &- ones) & ~backslash
            index += 8
        }
        var needs = found & (ones &* 0x80) != 0
        while index < length {
            let byte = start[index]
            needs = needs || byte < 0x20 || byte == 0x22 || byte == 0x5C
            index += 1
        }
        return needs
    }

    private func writeEscaped(_ byte: UInt8) {
        switch byte {
        case 0x08: writeUnquoted("\\b")
        case 0x09: writeUnquoted("\\t")
        case 0x0A: writeUnquoted("\\n")
        case 0x0C: writeUnquoted("\\f")
        case 0x0D: writeUnquoted("\\r")
        case UInt8(ascii: "\""): writeUnquoted("\\\"")
        case UInt8(ascii: "\\"): writeUnquoted("\\\\")
        case ..<0x20:
            writeUnquoted(byte < 0x10 ? "\\u000" : "\\u001")
            let digit = byte & 15
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        default: append(byte)
        }
    }
}
