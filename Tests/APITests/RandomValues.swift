import SeededRandom
import Testing
import Varlink
import VarlinkIDL

/// Values of the types that an interface file declares, as a peer may send them.
struct RandomValues {
    let description: InterfaceDescription
    var numbers: SeededGenerator

    private static let texts = [
        "", "shopping", "2026-11-21T22:30:00+01:00", "49.90", "a\nb\t\"c\"\\", "Grüße \u{1F6E1}",
        "\u{2028}\u{7F}", "null", "0",
    ]

    /// A value of the type; members that may be left out are there, null, or left out.
    mutating func value(of type: InterfaceType) -> JSON {
        switch type {
        case .bool: return .bool(.random(using: &numbers))
        case .int: return .integer([0, 1, -1, 41, .max, .min].randomElement(using: &numbers) ?? 0)
        case .float:
            return .number(JSONNumber(thousandths: .random(in: -9999...999_999, using: &numbers)))
        case .string: return .string(Self.texts.randomElement(using: &numbers) ?? "")
        case .object, .any: return ["anything": [1, nil, "two"]]
        case .named(let name):
            return description.types.first { $0.name == name }.map { value(of: $0.type) } ?? nil
        case .structure(let fields): return structure(fields)
        case .enumeration(let values):
            return .string(values.randomElement(using: &numbers)?.name ?? "")
        case .array(let inner):
            let count = Int.random(in: 0...3, using: &numbers)
            return .array((0..<count).map { _ in value(of: inner) })
        case .map(let inner): return .object(JSONObject([("key", value(of: inner))]))
        case .nullable(let inner):
            return .random(using: &numbers) ? value(of: inner) : .null
        }
    }

    private mutating func structure(_ fields: [InterfaceType.Field]) -> JSON {
        var members: [(String, JSON)] = []
        for field in fields {
            let value = value(of: field.type)
            if value == .null, Bool.random(using: &numbers) { continue }
            members.append((field.name, value))
        }
        return .object(JSONObject(members.shuffled(using: &numbers)))
    }

    /// The value as it is to be sent: members in the order of the file, nulls left out.
    func settled(_ value: JSON, as type: InterfaceType) -> JSON {
        switch (type, value) {
        case (.nullable(let inner), _): return settled(value, as: inner)
        case (.named(let name), _):
            let declared = description.types.first { $0.name == name }
            return declared.map { settled(value, as: $0.type) } ?? value
        case (.array(let inner), .array(let elements)):
            return .array(elements.map { settled($0, as: inner) })
        case (.structure(let fields), .object(let members)):
            return .object(
                JSONObject(
                    fields.compactMap { field in
                        guard let member = members[field.name], member != .null else { return nil }
                        return (field.name, settled(member, as: field.type))
                    }))
        default: return value
        }
    }
}
