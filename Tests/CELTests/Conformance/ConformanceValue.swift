import CEL
import Foundation

/// A value as the conformance files write it.
struct ConformanceValue: Decodable {
    let value: Value

    private enum Key: String, CodingKey { case t, v, s, n }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func number<T: LosslessStringConvertible>(_: T.Type, _ key: Key = .v) throws -> T {
            let text = try container.decode(String.self, forKey: key)
            guard let number = T(text) else { throw Malformed(text: text) }
            return number
        }
        let tag = try container.decode(String?.self, forKey: .t)
        switch tag {
        case nil, "null": value = .null
        case "bool": value = .bool(try container.decode(Bool.self, forKey: .v))
        case "int": value = .int(try number(Int64.self))
        case "uint": value = .uint(try number(UInt64.self))
        case "double": value = .double(try number(Double.self))
        case "string": value = .string(try container.decode(String.self, forKey: .v))
        case "bytes":
            let text = try container.decode(String.self, forKey: .v)
            value = .bytes(Array(Data(base64Encoded: text) ?? Data()))
        case "list":
            value = .list(try container.decode([ConformanceValue].self, forKey: .v).map(\.value))
        case "map":
            let pairs = try container.decode([[ConformanceValue]].self, forKey: .v)
            value = .map(try MapValue(pairs.map { ($0[0].value, $0[1].value) }))
        case "type":
            value = .type(try CELType(conformance: container.decode(String.self, forKey: .v)))
        case "timestamp":
            let nanoseconds = try container.decode(Int32.self, forKey: .n)
            guard
                let instant = Timestamp(
                    seconds: try number(Int64.self, .s), nanoseconds: nanoseconds)
            else { throw Malformed(text: "timestamp") }
            value = .timestamp(instant)
        case "duration":
            let nanoseconds = try container.decode(Int32.self, forKey: .n)
            guard
                let span = CELDuration(
                    seconds: try number(Int64.self, .s), nanoseconds: nanoseconds)
            else { throw Malformed(text: "duration") }
            value = .duration(span)
        case let other?: throw Malformed(text: other)
        }
    }
}

/// A part of a conformance file that cannot be read.
struct Malformed: Error {
    let text: String
}

extension Value {
    /// Equality of types too, with NaN equal to itself and the zeros apart.
    func isIdentical(to other: Value) -> Bool {
        switch (self, other) {
        case (.double(let a), .double(let b)):
            (a.isNaN && b.isNaN) || (a == b && a.sign == b.sign)
        case (.list(let a), .list(let b)):
            a.count == b.count && zip(a, b).allSatisfy { $0.isIdentical(to: $1) }
        case (.map(let a), .map(let b)):
            a.count == b.count
                && a.entries.allSatisfy { entry in
                    b.entries.contains {
                        $0.key.isIdentical(to: entry.key) && $0.value.isIdentical(to: entry.value)
                    }
                }
        default: type == other.type && self == other
        }
    }
}

extension CELType {
    /// Reads a type's text, such as `map(string, list(int))`; a capital alone is a parameter.
    init(conformance text: String) throws {
        var rest = text[...]
        self = try Self.read(&rest)
        guard rest.isEmpty else { throw Malformed(text: text) }
    }

    private static func read(_ rest: inout Substring) throws -> CELType {
        let name = String(rest.prefix { !"(), ".contains($0) })
        rest = rest.dropFirst(name.count)
        var inner: [CELType] = []
        if rest.first == "(" {
            repeat {
                rest = rest.dropFirst().drop { $0 == " " }
                inner.append(try read(&rest))
            } while rest.first == ","
            guard rest.first == ")" else { throw Malformed(text: name) }
            rest = rest.dropFirst()
        }
        let simple: [String: CELType] = [
            "int": .int, "uint": .uint, "double": .double, "string": .string, "bytes": .bytes,
            "bool": .bool, "null_type": .null, "null": .null, "timestamp": .timestamp,
            "duration": .duration, "google.protobuf.Timestamp": .timestamp,
            "google.protobuf.Duration": .duration, "dyn": .dyn,
        ]
        switch (name, inner.count) {
        case ("list", 0): return .list(.dyn)
        case ("list", 1): return .list(inner[0])
        case ("map", 0): return .map(.dyn, .dyn)
        case ("map", 2): return .map(inner[0], inner[1])
        case ("type", 0): return .type(.dyn)
        case ("type", 1): return .type(inner[0])
        case (_, 0) where simple[name] != nil: return simple[name] ?? .dyn
        case (_, 0) where name.count == 1: return .parameter(name)
        default: return .opaque(name, inner)
        }
    }
}
