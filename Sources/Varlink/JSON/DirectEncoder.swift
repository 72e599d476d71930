extension JSONWriter {
    /// Writes the encoding of `value` (an empty object if it encodes nothing) and closes the
    /// containers that it left open: `Encodable` types do not say where they end.
    func write<Value: Encodable>(encoding value: Value) throws {
        // The casts cannot fail; the check of the type spares all other types a dynamic cast.
        if Value.self == JSONNumber.self, let number = value as? JSONNumber {
            return writeUnquoted(checked: number.literal)
        }
        if Value.self == String.self, let string = value as? String { return write(string) }
        let start = count
        let outer = level
        try value.encode(to: DirectEncoder(writer: self, level: outer))
        close(to: outer)
        if count == start { writeUnquoted("{}") }
    }
}

/// An `Encoder` that writes JSON text directly, without a tree in between.
///
/// Nil optionals of synthesized types are left out. Coding paths are not kept: an encoding error
/// names only the value.
struct DirectEncoder: Encoder {
    let writer: JSONWriter
    /// The number of containers that were open when this value began.
    let level: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        // A type may request a container twice, for example to encode a part of itself inline.
        if writer.isObject(at: level + 1) {
            writer.close(to: level + 1)
        } else {
            writer.openObject()
        }
        return KeyedEncodingContainer(MemberWriter<Key>(writer: writer, level: level + 1))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        writer.openArray()
        return ElementWriter(writer: writer, level: level + 1)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleValueWriter(writer: writer)
    }
}

extension JSONWriter {
    fileprivate func write(floating value: some BinaryFloatingPoint & LosslessStringConvertible)
        throws
    {
        guard value.isFinite else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "JSON cannot represent \(value)"))
        }
        writeUnquoted(checked: value.description)
    }
}

private struct MemberWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: JSONWriter
    let level: Int

    var codingPath: [any CodingKey] { [] }

    private func begin(_ key: Key) { writer.beginMember(key.stringValue, at: level) }

    func encodeNil(forKey key: Key) {
        begin(key)
        writer.writeUnquoted("null")
    }

    func encode(_ value: Bool, forKey key: Key) {
        begin(key)
        writer.write(value)
    }

    func encode(_ value: String, forKey key: Key) {
        begin(key)
        writer.write(value)
    }

    func encode(_ value: Double, forKey key: Key) throws {
        begin(key)
        try writer.write(floating: value)
    }

    func encode(_ value: Int, forKey key: Key) {
        begin(key)
        writer.write(value)
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        begin(key)
        try writer.write(encoding: value)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
        -> KeyedEncodingContainer<Nested>
    {
        begin(key)
        writer.openObject()
        return KeyedEncodingContainer(MemberWriter<Nested>(writer: writer, level: level + 1))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        begin(key)
        writer.openArray()
        return ElementWriter(writer: writer, level: level + 1)
    }

    func superEncoder() -> any Encoder {
        writer.beginMember("super", at: level)
        return DirectEncoder(writer: writer, level: level)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        begin(key)
        return DirectEncoder(writer: writer, level: level)
    }
}

private struct ElementWriter: UnkeyedEncodingContainer {
    let writer: JSONWriter
    let level: Int
    private(set) var count = 0

    var codingPath: [any CodingKey] { [] }

    private mutating func begin() {
        writer.beginElement(at: level)
        count += 1
    }

    mutating func encodeNil() {
        begin()
        writer.writeUnquoted("null")
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        begin()
        try writer.write(encoding: value)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type)
        -> KeyedEncodingContainer<Nested>
    {
        begin()
        writer.openObject()
        return KeyedEncodingContainer(MemberWriter<Nested>(writer: writer, level: level + 1))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        begin()
        writer.openArray()
        return ElementWriter(writer: writer, level: level + 1)
    }

    mutating func superEncoder() -> any Encoder {
        begin()
        return DirectEncoder(writer: writer, level: level)
    }
}

private struct SingleValueWriter: SingleValueEncodingContainer {
    let writer: JSONWriter

    var codingPath: [any CodingKey] { [] }

    func encodeNil() { writer.writeUnquoted("null") }
    func encode(_ value: Bool) { writer.write(value) }
    func encode(_ value: String) { writer.write(value) }
    func encode(_ value: Double) throws { try writer.write(floating: value) }
    func encode(_ value: Float) throws { try writer.write(floating: value) }
    func encode(_ value: Int) { writer.write(value) }
    func encode(_ value: Int8) { writer.write(value) }
    func encode(_ value: Int16) { writer.write(value) }
    func encode(_ value: Int32) { writer.write(value) }
    func encode(_ value: Int64) { writer.write(value) }
    func encode(_ value: UInt) { writer.write(value) }
    func encode(_ value: UInt8) { writer.write(value) }
    func encode(_ value: UInt16) { writer.write(value) }
    func encode(_ value: UInt32) { writer.write(value) }
    func encode(_ value: UInt64) { writer.write(value) }
    func encode<Value: Encodable>(_ value: Value) throws { try writer.write(encoding: value) }
}
