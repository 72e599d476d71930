/// A JSON value (RFC 8259) as it travels over a Varlink socket.
///
/// Integers are exact (`Int64`); every other number keeps its literal text, so nothing is rounded
/// on the way through. Members of objects keep their order.
package enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A number without fraction or exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number, with the text it was written with.
    case number(JSONNumber)
    case string(String)
    case array([JSON])
    case object(JSONObject)
}

extension JSON {
    /// Parses UTF-8 text, which must hold exactly one JSON value.
    ///
    /// The parser is stricter than RFC 8259 where that leaves a choice: a repeated name in an
    /// object, lone surrogates, and nesting deeper than `maximumDepth` are errors.
    package init(parsing text: some Sequence<UInt8>) throws(JSONSyntaxError) {
        let contiguous = text.withContiguousStorageIfAvailable {
            JSONScanner.parse(UnsafeRawBufferPointer($0))
        }
        let outcome = contiguous ?? Array(text).withUnsafeBytes { JSONScanner.parse($0) }
        self = try outcome.get()
    }

    package init(parsing text: String) throws(JSONSyntaxError) { try self.init(parsing: text.utf8) }

    /// Creates the value that an `Encodable` encodes; throws the errors of its `encode(to:)`.
    package init(encoding value: some Encodable) throws {
        let writer = JSONWriter()
        try writer.write(encoding: value)
        try self.init(parsing: writer.bytes)
    }

    /// The deepest nesting of arrays and objects.
    package static let maximumDepth = 128

    package var bytes: [UInt8] {
        let writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }

    /// The value as compact text: no white space, members in their order.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The member `name`; nil if there is none, or if this is not an object.
    package subscript(name: String) -> JSON? { objectValue?[name] }

    package subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    package var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    package var intValue: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    /// The nearest double of any number, or nil for another kind or beyond a double's range.
    package var doubleValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value.doubleValue
        default: nil
        }
    }

    package var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    package var arrayValue: [JSON]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    package var objectValue: JSONObject? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    /// The kind of the value in words, for messages.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .integer: "int"
        case .number: "float"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

extension JSON: CustomStringConvertible {
    package var description: String { text }
}

/// A syntax error in JSON text, with its position.
package struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Bytes from the start of the text.
    package let offset: Int
    package let reason: String

    package var description: String { "\(reason) at byte \(offset)" }
}
