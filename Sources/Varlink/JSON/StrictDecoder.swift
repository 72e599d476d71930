extension JSON {
    /// Decodes the value strictly. A member without a key in the type (unless ignored), a missing
    /// one and one of another kind throw a `DecodingError` whose coding path ends at that member.
    /// Integers must be written as integers and fit; for optionals `null` and absent are the same.
    package func decode<Value: Decodable>(
        as type: Value.Type = Value.self, unknownMembers: UnknownMembers = .refused
    ) throws -> Value {
        try StrictDecoder.decode(type, from: self, path: [], unknownMembers)
    }

    /// Members of an object that the type has no key for.
    package enum UnknownMembers: Sendable {
        /// A service refuses them in a call, where they may be misspelt.
        case refused
        /// A client ignores them in a reply of a newer service.
        case ignored
    }
}

/// A decoder. It is a class so that it knows afterwards if the type read its members at all: a type
/// without properties does not, and then any member is unknown.
final class StrictDecoder: Decoder {
    private let value: JSON
    let codingPath: [any CodingKey]
    private let unknownMembers: JSON.UnknownMembers
    private var isConsulted = false

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ value: JSON, path: [any CodingKey], _ unknownMembers: JSON.UnknownMembers) {
        self.value = value
        codingPath = path
        self.unknownMembers = unknownMembers
    }

    static func decode<Value: Decodable>(
        _ type: Value.Type, from value: JSON, path: [any CodingKey],
        _ unknownMembers: JSON.UnknownMembers
    ) throws -> Value {
        let decoder = StrictDecoder(value, path: path, unknownMembers)
        let decoded = try Value(from: decoder)
        if !decoder.isConsulted {
            let members = try decoder.members()
            if let first = members.first, unknownMembers == .refused {
                throw decoder.unknown(first.name)
            }
        }
        return decoded
    }

    /// The value itself, for `JSON` and `JSONNumber`.
    func consumeValue() -> JSON {
        isConsulted = true
        return value
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        isConsulted = true
        let members = try members()
        if unknownMembers == .refused {
            for member in members where Key(stringValue: member.name) == nil {
                throw unknown(member.name)
            }
        }
        return KeyedDecodingContainer(
            MemberReader<Key>(
                members: members, codingPath: codingPath, unknownMembers: unknownMembers))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        isConsulted = true
        guard case .array(let elements) = value else { throw mismatch([JSON].self, "an array") }
        return ElementReader(
            elements: elements, codingPath: codingPath, unknownMembers: unknownMembers)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        isConsulted = true
        return ScalarReader(value: value, path: codingPath, unknownMembers: unknownMembers)
    }

    private func members() throws -> JSONObject {
        guard case .object(let members) = value else {
            throw mismatch(JSONObject.self, "an object")
        }
        return members
    }

    private func mismatch(_ type: any Any.Type, _ wanted: String) -> DecodingError {
        .typeMismatch(
            type,
            .init(
                codingPath: codingPath, debugDescription: "expected \(wanted), found \(value.kind)")
        )
    }

    private func unknown(_ name: String) -> DecodingError {
        .dataCorrupted(
            .init(codingPath: codingPath + [PathKey(name)], debugDescription: "an unknown member"))
    }
}

/// A step of a coding path: a member's name or an element's index.
struct PathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    init(index: Int) {
        stringValue = String(index)
        intValue = index
    }

    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init(index: intValue) }
}

extension DecodingError {
    /// The coding path in readable form, `filter.days[2]`; empty for the whole value.
    package var place: String {
        let path: [any CodingKey]
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            path = context.codingPath
        case .keyNotFound(let key, let context): path = context.codingPath + [key]
        @unknown default: path = []
        }
        var text = ""
        for key in path {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return text
    }
}
