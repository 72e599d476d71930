/// The value of a name, a goal or a setting that devices share.
package indirect enum SharedValue: Hashable, Sendable {
    /// Removed for ever.
    case removed
    case bool(Bool)
    case number(Int64)
    case text(String)
    case list([SharedValue])
    case map([String: SharedValue])

    var isRemoved: Bool { self == .removed }
}

/// Written as the value itself; null if it was removed.
extension SharedValue: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .removed
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([SharedValue].self) {
            self = .list(value)
        } else {
            self = .map(try container.decode([String: SharedValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .removed: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let values): try container.encode(values)
        case .map(let values): try container.encode(values)
        }
    }
}
