import VarlinkIDL

/// Checks of calls and replies against the description.
extension InterfaceDescription {
    /// Returns everything that is wrong with a call's parameters, each with its path.
    package func violations(parameters: JSON, of method: String) -> [String] {
        guard let method = self.method(method) else { return ["no method \(method)"] }
        return violations(of: parameters, method.parameters, at: "parameters")
    }

    package func violations(reply: JSON, of method: String) -> [String] {
        guard let method = self.method(method) else { return ["no method \(method)"] }
        return violations(of: reply, method.reply, at: "reply")
    }

    package func violations(error: VarlinkError) -> [String] {
        guard error.name.hasPrefix(name + "."),
            let declared = errors.first(where: { $0.name == error.name.dropFirst(name.count + 1) })
        else { return ["no error \(error.name)"] }
        return violations(of: .object(error.parameters), declared.type, at: declared.name)
    }

    private func violations(of value: JSON, _ type: InterfaceType, at place: String) -> [String] {
        switch (type, value) {
        case (.bool, .bool), (.int, .integer), (.float, .integer), (.float, .number),
            (.string, .string), (.object, .object), (.any, _), (.nullable, .null):
            return []
        case (.nullable(let type), _): return violations(of: value, type, at: place)
        case (.named(let name), _):
            guard let declared = types.first(where: { $0.name == name }) else {
                return ["\(place): no type \(name)"]
            }
            return violations(of: value, declared.type, at: place)
        case (.array(let type), .array(let elements)):
            return elements.enumerated().flatMap { index, element in
                violations(of: element, type, at: "\(place)[\(index)]")
            }
        case (.map(let type), .object(let members)):
            return members.flatMap { violations(of: $0.value, type, at: "\(place).\($0.name)") }
        case (.enumeration(let values), .string(let string)):
            if values.contains(where: { $0.name == string }) { return [] }
            return ["\(place): \(string.debugDescription) is not one of \(values.map(\.name))"]
        case (.structure(let fields), .object(let members)):
            return violations(of: members, fields, at: place)
        default: return ["\(place): expected \(type.kind), found \(value.kind)"]
        }
    }

    private func violations(
        of members: JSONObject, _ fields: [InterfaceType.Field], at place: String
    ) -> [String] {
        var found: [String] = []
        for member in members where !fields.contains(where: { $0.name == member.name }) {
            found.append("\(place).\(member.name): not declared")
        }
        for field in fields {
            let inner = "\(place).\(field.name)"
            if let value = members[field.name] {
                found += violations(of: value, field.type, at: inner)
            } else if case .nullable = field.type {
                continue
            } else {
                found.append("\(inner): missing")
            }
        }
        return found
    }
}

extension InterfaceType {
    /// The type in words, for messages.
    package var kind: String {
        switch self {
        case .bool: "bool"
        case .int: "int"
        case .float: "float"
        case .string: "string"
        case .object: "object"
        case .any: "any"
        case .named(let name): name
        case .structure: "struct"
        case .enumeration: "enum"
        case .array: "array"
        case .map: "map"
        case .nullable(let type): "?" + type.kind
        }
    }
}
