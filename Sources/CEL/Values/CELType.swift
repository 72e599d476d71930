/// A type of the Common Expression Language, as the checker and `type()` see it; `description` is
/// the language's own text, such as `map(string, dyn)`.
public indirect enum CELType: Hashable, Sendable {
    /// Signed, of 64 bits.
    case int
    /// Unsigned, of 64 bits.
    case uint
    /// IEEE 754 binary64.
    case double
    /// A sequence of Unicode code points.
    case string
    case bytes
    case bool
    case null
    /// An instant of the years 1 to 9999 in nanoseconds; see ``Timestamp``.
    case timestamp
    /// A signed span of time in nanoseconds; see ``CELDuration``.
    case duration
    /// Any type, decided at evaluation.
    case dyn
    /// Of an expression with an issue; agrees with all, so that a mistake is reported once.
    case error
    case list(CELType)
    /// A map from keys (int, uint, bool, string) to values.
    case map(CELType, CELType)
    /// The type of a type value, such as the expression `int`.
    case type(CELType)
    /// A type parameter of a function's signature (`T` in `list(T)`).
    case parameter(String)
    /// A type that only a function's declaration names.
    case opaque(String, [CELType])

    /// True if nothing is known of the type before evaluation.
    var isDynamic: Bool { self == .dyn || self == .error }

    /// The name alone, without parameters: what `type(value)` yields and prints.
    var name: String {
        switch self {
        case .int: "int"
        case .uint: "uint"
        case .double: "double"
        case .string: "string"
        case .bytes: "bytes"
        case .bool: "bool"
        case .null: "null_type"
        case .timestamp: "google.protobuf.Timestamp"
        case .duration: "google.protobuf.Duration"
        case .dyn: "dyn"
        case .error: "*error*"
        case .list: "list"
        case .map: "map"
        case .type: "type"
        case .parameter(let name), .opaque(let name, _): name
        }
    }

    /// The types inside this one, in the order of the text.
    var parameters: [CELType] {
        switch self {
        case .list(let element): [element]
        case .map(let key, let value): [key, value]
        case .type(let inner): [inner]
        case .opaque(_, let parameters): parameters
        default: []
        }
    }

    /// Transforms the types directly inside this one.
    func mapParameters(_ transform: (CELType) -> CELType) -> CELType {
        switch self {
        case .list(let element): .list(transform(element))
        case .map(let key, let value): .map(transform(key), transform(value))
        case .type(let inner): .type(transform(inner))
        case .opaque(let name, let parameters): .opaque(name, parameters.map(transform))
        default: self
        }
    }
}

extension CELType: CustomStringConvertible {
    /// The type in the language's notation; a timestamp and a duration by their short names.
    public var description: String {
        switch self {
        case .timestamp: "timestamp"
        case .duration: "duration"
        case .type(.dyn): "type"
        default:
            parameters.isEmpty
                ? name
                : name + "(" + parameters.map(\.description).joined(separator: ", ") + ")"
        }
    }
}
