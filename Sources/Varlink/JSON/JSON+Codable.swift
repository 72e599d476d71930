extension JSON: Codable {
    /// Decodes a value: as a whole from `JSON.decode(as:)`, kind by kind from other decoders.
    package init(from decoder: any Decoder) throws {
        if let decoder = decoder as? StrictDecoder {
            self = decoder.consumeValue()
        } else if let container = try? decoder.container(keyedBy: MemberName.self) {
            self = .object(
                JSONObject(
                    try container.allKeys.map {
                        ($0.stringValue, try container.decode(JSON.self, forKey: $0))
                    }))
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSON] = []
            while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
            self = .array(elements)
        } else {
            self = try JSON(scalarFrom: decoder.singleValueContainer())
        }
    }

    private init(scalarFrom container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self), let number = JSONNumber(value) {
            self = .number(number)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    /// Encodes the value: as a whole into a `JSONWriter`, kind by kind into other encoders.
    package func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? DirectEncoder {
            encoder.writer.write(self)
            return
        }
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: MemberName.self)
            for member in members {
                try container.encode(member.value, forKey: MemberName(member.name))
            }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        default:
            var container = encoder.singleValueContainer()
            try encodeScalar(into: &container)
        }
    }

    private func encodeScalar(into container: inout any SingleValueEncodingContainer) throws {
        switch self {
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value.doubleValue)
        case .string(let value): try container.encode(value)
        case .null, .array, .object: try container.encodeNil()
        }
    }
}

extension JSONObject: Codable {
    package init(from decoder: any Decoder) throws {
        guard case .object(let members) = try JSON(from: decoder) else {
            throw DecodingError.typeMismatch(
                JSONObject.self,
                .init(codingPath: decoder.codingPath, debugDescription: "expected an object"))
        }
        self = members
    }

    package func encode(to encoder: any Encoder) throws {
        try JSON.object(self).encode(to: encoder)
    }
}

/// A coding key with any name.
private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
