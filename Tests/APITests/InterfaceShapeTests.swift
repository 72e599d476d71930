import API
import Testing
import Varlink

/// The interfaces' shapes as literals: other people's programs rest on them, so a change of one is
/// made here on purpose or not at all. Members may be added; none may go or change its type.
@Suite struct InterfaceShapeTests {
    func shape(_ text: String) throws -> [String] {
        let description = try InterfaceDescription(text)
        let methods = description.methods.map {
            "\($0.name)(\(fields($0.parameters))) -> (\(fields($0.reply)))"
        }
        let types = description.types.map { "type \($0.name)(\(fields($0.type)))" }
        let errors = description.errors.map { "error \($0.name)(\(fields($0.type)))" }
        return methods + types + errors
    }

    private func fields(_ type: InterfaceType) -> String {
        switch type {
        case .structure(let fields):
            fields.map { "\($0.name): \(name($0.type))" }.joined(separator: ", ")
        case .enumeration(let values): values.map(\.name).joined(separator: ", ")
        default: name(type)
        }
    }

    private func name(_ type: InterfaceType) -> String {
        switch type {
        case .array(let inner): "[]" + name(inner)
        case .nullable(let inner): "?" + name(inner)
        case .map(let inner): "[string]" + name(inner)
        default: type.kind
        }
    }
}
