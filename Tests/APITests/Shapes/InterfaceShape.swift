import Varlink
import VarlinkIDL

/// An interface in few words: every member with its fields and their types, no comments.
struct InterfaceShape {
    /// The interface's name.
    let interface: String
    let text: String

    init(_ file: String) throws {
        let description = try InterfaceDescription(file)
        interface = description.name
        var lines: [String] = []
        for method in description.methods {
            lines.append("method \(method.name)")
            lines += Self.members(method.parameters).map { "  \($0)" }
            lines += Self.members(method.reply).map { "  -> \($0)" }
        }
        for type in description.types {
            lines.append("type \(type.name)")
            lines += Self.members(type.type).map { "  \($0)" }
        }
        for error in description.errors {
            lines.append("error \(error.name)")
            lines += Self.members(error.type).map { "  \($0)" }
        }
        text = lines.joined(separator: "\n")
    }

    private static func members(_ type: InterfaceType) -> [String] {
        switch type {
        case .structure(let fields): fields.map { "\($0.name): \(name($0.type))" }
        case .enumeration(let values): values.map(\.name)
        default: [name(type)]
        }
    }

    private static func name(_ type: InterfaceType) -> String {
        switch type {
        case .array(let inner): "[]" + name(inner)
        case .nullable(let inner): "?" + name(inner)
        case .map(let inner): "[string]" + name(inner)
        default: type.kind
        }
    }
}
