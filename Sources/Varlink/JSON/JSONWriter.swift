/// Compact JSON text in the making: no white space, everything beyond ASCII as it is.
///
/// It is a class because an `Encoder` and all its containers write into the same text.
final class JSONWriter {
    private(set) var bytes: [UInt8] = []
    /// The closing brackets that the open arrays and objects still need, outermost first.
    private var closers: [UInt8] = []

    init(capacity: Int = 1024) { bytes.reserveCapacity(capacity) }

    /// The text of any `Encodable`; throws what its `encode(to:)` throws.
    static func text(of value: some Encodable) throws -> [UInt8] {
        let writer = JSONWriter()
        try writer.write(encoding: value)
        return writer.bytes
    }

    /// Empties the text and keeps its memory for the next one.
    func reset() {
        bytes.removeAll(keepingCapacity: true)
        closers.removeAll(keepingCapacity: true)
    }

    /// How many arrays and objects are open.
    var level: Int { closers.count }

    /// Whether the innermost open container at `level` (1 is the outermost) is an object.
    func isObject(at level: Int) -> Bool {
        level >= 1 && level <= closers.count && closers[level - 1] == UInt8(ascii: "}")
    }

    func append(_ byte: UInt8) { bytes.append(byte) }

    /// Text that is JSON already: punctuation, a number's literal, a value encoded before.
    func writeUnquoted(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Bytes that are JSON already.
    func writeUnquoted(_ text: [UInt8]) { bytes.append(contentsOf: text) }

    func openObject() {
        bytes.append(UInt8(ascii: "{"))
        closers.append(UInt8(ascii: "}"))
    }

    func openArray() {
        bytes.append(UInt8(ascii: "["))
        closers.append(UInt8(ascii: "]"))
    }

    /// Closes arrays and objects until only `level` of them are open.
    func close(to level: Int) {
        while closers.count > level, let closer = closers.popLast() {
            completeMember()
            bytes.append(closer)
        }
    }

    /// A name whose value wrote nothing (a type without properties) stands for an empty object.
    private func completeMember() {
        if bytes.last == UInt8(ascii: ":") { bytes.append(contentsOf: "{}".utf8) }
    }

    /// Makes ready for the next element of the container at `level`.
    func beginElement(at level: Int) {
        close(to: level)
        completeMember()
        // Only an opening bracket leaves one as the last byte: strings end in a quote.
        if let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") {
            bytes.append(UInt8(ascii: ","))
        }
    }

    /// Makes ready for the value of the member `name` of the object at `level`.
    func beginMember(_ name: String, at level: Int) {
        beginElement(at: level)
        write(name)
        bytes.append(UInt8(ascii: ":"))
    }
}

extension JSONWriter {
    func write(_ value: JSON) {
        switch value {
        case .null: writeUnquoted("null")
        case .bool(let value): write(value)
        case .integer(let value): write(value)
        case .number(let value): writeUnquoted(value.literal)
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

    func write(_ value: Bool) { writeUnquoted(value ? "true" : "false") }

    func write(_ value: some BinaryInteger) { writeUnquoted(String(value)) }

    func write(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        let isContiguous: Void? = string.utf8.withContiguousStorageIfAvailable(appendEscaped)
        if isContiguous == nil { Array(string.utf8).withUnsafeBufferPointer(appendEscaped) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends stretches that need no escape whole, which is all of nearly every string.
    private func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for index in text.indices {
            let byte = text[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
                continue
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            appendEscape(byte)
            start = index + 1
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }

    private func appendEscape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        default:
            bytes.append(contentsOf: "u00".utf8)
            for digit in [byte >> 4, byte & 15] {
                bytes.append(
                    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }
}
