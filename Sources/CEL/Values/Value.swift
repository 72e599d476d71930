/// A value of the Common Expression Language.
///
/// `==` is the language's own equality: numbers compare by value across their types, strings by
/// code points (never normalised), lists and maps by their elements, and NaN equals nothing.
public enum Value: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case uint(UInt64)
    case double(Double)
    case string(String)
    case bytes([UInt8])
    case timestamp(Timestamp)
    case duration(CELDuration)
    case list([Value])
    case map(MapValue)
    /// A type as a value; parameters inside it do not count.
    case type(CELType)

    /// The value's type; elements of lists and maps count as `dyn`.
    public var type: CELType {
        switch self {
        case .null: .null
        case .bool: .bool
        case .int: .int
        case .uint: .uint
        case .double: .double
        case .string: .string
        case .bytes: .bytes
        case .timestamp: .timestamp
        case .duration: .duration
        case .list: .list(.dyn)
        case .map: .map(.dyn, .dyn)
        case .type: .type(.dyn)
        }
    }
}

extension Value: Equatable {
    /// The language's equality; values of types that cannot be compared are unequal.
    public static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.int(let a), .int(let b)): a == b
        case (.uint(let a), .uint(let b)): a == b
        case (.double(let a), .double(let b)): a == b
        case (.string(let a), .string(let b)): a.hasSameCodePoints(as: b)
        case (.bytes(let a), .bytes(let b)): a == b
        case (.timestamp(let a), .timestamp(let b)): a == b
        case (.duration(let a), .duration(let b)): a == b
        case (.list(let a), .list(let b)): a == b
        case (.map(let a), .map(let b)): a == b
        case (.type(let a), .type(let b)): a.name == b.name
        default: Numeric.compare(left, right) == .equal
        }
    }
}

extension String {
    /// Equality without normalisation: "é" as one code point differs from "e" with an accent.
    func hasSameCodePoints(as other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
    }

    /// Order of code points, which UTF-8 keeps byte by byte.
    func precedesByCodePoints(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}

extension Value: CustomStringConvertible {
    /// The value as a literal of the language, as far as it has one.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .uint(let value): "\(value)u"
        case .double(let value): "\(value)"
        case .string(let value): quoted(value)
        case .bytes(let value): "b\"" + value.map(hexEscape).joined() + "\""
        case .timestamp(let value): "timestamp(\"\(value)\")"
        case .duration(let value): "duration(\"\(value)\")"
        case .list(let elements):
            "[" + elements.map(\.description).joined(separator: ", ") + "]"
        case .map(let map):
            "{" + map.entries.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
        case .type(let type): type.name
        }
    }

    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if scalar.value < 0x20 {
                    result += hexEscape(UInt8(scalar.value))
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }

    private func hexEscape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "\\x0" + digits : "\\x" + digits
    }
}
