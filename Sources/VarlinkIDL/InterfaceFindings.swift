/// Findings about text that the grammar allows but that is better avoided.
extension InterfaceDescription {
    /// A place in a description with a remark.
    package struct Finding: Hashable, Sendable, CustomStringConvertible {
        package let position: SourcePosition
        package let reason: String

        package var description: String { "\(position.line):\(position.column): \(reason)" }
    }

    /// The places that the grammar allows but systemd's own parser (`varlinkctl`, 257) refuses, in
    /// the order of the text. A description without findings can be served to its clients.
    package var portabilityFindings: [Finding] {
        var found = oddComments.map { Finding(position: $0, reason: "a comment before this token") }
        if name.contains("--") {
            let start = SourcePosition(line: 1, column: 1)
            found.append(Finding(position: start, reason: "consecutive hyphens in `\(name)`"))
        }
        found += namesakes
        for type in types { found += unportable(type.type, at: type.position) }
        for method in methods {
            for type in [method.parameters, method.reply] where type != .structure([]) {
                found += unportable(type, at: method.position)
            }
        }
        for error in errors where error.type != .structure([]) {
            found += unportable(error.type, at: error.position)
        }
        return found.sorted { $0.position < $1.position }
    }

    /// The grammar has separate namespaces for types, methods and errors; systemd has one for all.
    private var namesakes: [Finding] {
        let names =
            (types + errors).map { ($0.name, $0.position) }
            + methods.map { ($0.name, $0.position) }
        var seen: Set<String> = []
        return names.sorted { $0.1 < $1.1 }.compactMap { name, position in
            if seen.insert(name).inserted { return nil }
            return Finding(position: position, reason: "a second member named `\(name)`")
        }
    }

    private func unportable(_ type: InterfaceType, at position: SourcePosition) -> [Finding] {
        func finding(_ reason: String) -> [Finding] {
            [Finding(position: position, reason: reason)]
        }
        switch type {
        case .any: return finding("systemd has no type `any`")
        case .structure([]): return finding("`()` used as a type")
        case .structure(let fields):
            return fields.flatMap { unportable($0.type, at: $0.position) }
        case .nullable(let inner): return unportable(inner, at: position)
        case .array(let element), .map(let element):
            let here: [Finding] =
                switch element {
                case .array, .map: finding("an array or map within an array or map")
                case .nullable: finding("nullable elements of an array or map")
                default: []
                }
            return here + unportable(element, at: position)
        case .bool, .int, .float, .string, .object, .named, .enumeration: return []
        }
    }

    /// The members, fields and enum values without a comment above them, as
    /// `Method.parameter`, `Type.field`, `Error.field`; empty for a documented description.
    package var undocumented: [String] {
        var found: [String] = comment.isEmpty ? ["interface"] : []
        for member in types + errors {
            if member.comment.isEmpty { found.append(member.name) }
            found += undocumented(in: member.type, of: member.name)
        }
        for method in methods {
            if method.comment.isEmpty { found.append(method.name) }
            found += undocumented(in: method.parameters, of: method.name)
            found += undocumented(in: method.reply, of: method.name)
        }
        return found
    }

    private func undocumented(in type: InterfaceType, of owner: String) -> [String] {
        switch type {
        case .structure(let fields):
            fields.flatMap { field in
                (field.comment.isEmpty ? ["\(owner).\(field.name)"] : [])
                    + undocumented(in: field.type, of: "\(owner).\(field.name)")
            }
        case .enumeration(let values):
            values.filter(\.comment.isEmpty).map { "\(owner).\($0.name)" }
        case .array(let inner), .map(let inner), .nullable(let inner):
            undocumented(in: inner, of: owner)
        case .bool, .int, .float, .string, .object, .any, .named: []
        }
    }
}
