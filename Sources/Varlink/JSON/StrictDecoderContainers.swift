/// A reader of one JSON value as a Swift scalar.
struct ScalarReader: SingleValueDecodingContainer {
    let value: JSON
    let path: [any CodingKey]
    var key: (any CodingKey)?
    let unknownMembers: JSON.UnknownMembers

    /// The coding path, computed on demand: only errors and nested values need it.
    var codingPath: [any CodingKey] { key.map { path + [$0] } ?? path }

    private func mismatch(_ type: any Any.Type, _ wanted: String) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: "expected \(wanted), found \(value.kind)")
        return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    func decodeNil() -> Bool { value == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .bool(let bool) = value else { throw mismatch(type, "a bool") }
        return bool
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .string(let string) = value else { throw mismatch(type, "a string") }
        return string
    }

    func decode(_ type: Double.Type) throws -> Double {
        guard let double = value.doubleValue else { throw mismatch(type, "a float") }
        return double
    }

    func decode(_ type: Float.Type) throws -> Float {
        guard let double = value.doubleValue, Float(double).isFinite else {
            throw mismatch(type, "a float")
        }
        return Float(double)
    }

    private func integer<Value: FixedWidthInteger>() throws -> Value {
        guard case .integer(let integer) = value, let exact = Value(exactly: integer) else {
            throw mismatch(Value.self, "an integer of \(Value.bitWidth) bits")
        }
        return exact
    }

    func decode(_ type: Int.Type) throws -> Int { try integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try StrictDecoder.decode(type, from: value, path: codingPath, unknownMembers)
    }
}

/// A reader of the members of an object, for keyed types.
struct MemberReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: JSONObject
    let codingPath: [any CodingKey]
    let unknownMembers: JSON.UnknownMembers

    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    private func value(_ key: Key) throws -> JSON {
        guard let value = members[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "the member is missing"))
        }
        return value
    }

    private func reader(_ key: Key) throws -> ScalarReader {
        ScalarReader(
            value: try value(key), path: codingPath, key: key, unknownMembers: unknownMembers)
    }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key) == .null }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try reader(key).decode(type)
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try reader(key).decode(type)
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try reader(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    {
        try StrictDecoder(value(key), path: codingPath + [key], unknownMembers).container(
            keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try StrictDecoder(value(key), path: codingPath + [key], unknownMembers).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        StrictDecoder(
            members["super"] ?? .null, path: codingPath + [PathKey("super")], unknownMembers)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        StrictDecoder(try value(key), path: codingPath + [key], unknownMembers)
    }
}

/// A reader of the elements of an array.
struct ElementReader: UnkeyedDecodingContainer {
    let elements: [JSON]
    let codingPath: [any CodingKey]
    let unknownMembers: JSON.UnknownMembers
    private(set) var currentIndex = 0

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private var path: [any CodingKey] { codingPath + [PathKey(index: currentIndex)] }

    /// Reads the next element; it counts as read once `body` has accepted it.
    private mutating func next<Value>(_ body: (JSON, [any CodingKey]) throws -> Value) throws
        -> Value
    {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Value.self,
                .init(codingPath: path, debugDescription: "the array has too few elements"))
        }
        let value = try body(elements[currentIndex], path)
        currentIndex += 1
        return value
    }

    mutating func decodeNil() -> Bool {
        guard !isAtEnd, elements[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next { [unknownMembers] in
            try StrictDecoder.decode(type, from: $0, path: $1, unknownMembers)
        }
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
        -> KeyedDecodingContainer<Nested>
    {
        try next { [unknownMembers] in
            try StrictDecoder($0, path: $1, unknownMembers).container(keyedBy: type)
        }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { [unknownMembers] in
            try StrictDecoder($0, path: $1, unknownMembers).unkeyedContainer()
        }
    }

    mutating func superDecoder() throws -> any Decoder {
        try next { [unknownMembers] in StrictDecoder($0, path: $1, unknownMembers) }
    }
}
