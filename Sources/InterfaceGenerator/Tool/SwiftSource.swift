import VarlinkIDL

/// The Swift source of one interface: a namespace with its types, methods, errors and handlers.
struct SwiftSource {
    /// The name of the enum that everything is nested in, `QuietHoursAPI`.
    let namespace: String
    private(set) var text = ""
    private let description: InterfaceDescription

    /// Names of more than one word: the last part of an interface's name has no word boundaries.
    private static let compounds = ["checkin": "CheckIn", "quiethours": "QuietHours"]

    init(of description: InterfaceDescription) {
        self.description = description
        let last = description.name.split(separator: ".").last.map(String.init) ?? ""
        namespace = (Self.compounds[last] ?? last.capitalizedFirst) + "API"
        line("// Generated from \(description.name).varlink. Do not edit.")
        line("import Varlink")
        line("import VarlinkIDL")
        line("")
        writeNamespace()
        for type in description.types { extend { $0.write(type) } }
        for error in description.errors { extend { $0.writeError(error) } }
        for method in description.methods { extend { $0.write(method) } }
        extend { $0.writeHandlers() }
        writeFailures()
    }

    /// The source of the list of all interfaces.
    static func list(of namespaces: [String]) -> String {
        """
        // Generated from the .varlink files. Do not edit.

        /// Every interface of this package.
        package enum Interfaces {
            /// The interfaces, by name.
            package static let all: [any VarlinkInterface.Type] = [
                \(namespaces.map { "\($0).self" }.joined(separator: ", "))
            ]
            /// Their files, byte for byte.
            package static let descriptions = all.map { $0.description }
        }

        """
    }
}

// MARK: - Declarations

extension SwiftSource {
    private mutating func writeNamespace() {
        comment("The typed calls of `\(description.name)`.\n\n\(description.comment)")
        line("package enum \(namespace): VarlinkInterface {")
        line("    /// The interface's name on the socket.")
        line("    package static let interface = \"\(description.name)\"")
        line("    /// The interface file, byte for byte.")
        line("    package static let description = \(literal(description.text))")
        let errors = description.errors.map { "\($0.name.escaped).self" }.joined(separator: ", ")
        line("    /// Every error that the interface declares.")
        line("    package static let errors: [any TypedError.Type] = [\(errors)]")
        line("}")
    }

    private mutating func write(_ type: InterfaceDescription.NamedType) {
        comment(type.comment, indent: 1)
        switch type.type {
        case .enumeration(let values):
            let protocols = "Codable, Hashable, Sendable, CaseIterable"
            line("    package enum \(type.name.escaped): String, \(protocols) {")
            for value in values {
                comment(value.comment, indent: 2)
                let name = value.name.camelCased
                let raw = name == value.name ? "" : " = \"\(value.name)\""
                line("        case \(name.escaped)\(raw)")
            }
            line("    }")
        case .structure(let fields):
            line("    package struct \(type.name.escaped): Codable, Hashable, Sendable {")
            writeMembers(fields, indent: 2)
            line("    }")
        default: preconditionFailure("the parser lets only structs and enums be types")
        }
    }

    private mutating func writeError(_ error: InterfaceDescription.NamedType) {
        comment(error.comment, indent: 1)
        line("    package struct \(error.name.escaped): TypedError {")
        line("        package typealias Interface = \(namespace)")
        line("        package static let name = \"\(description.name).\(error.name)\"")
        writeMembers(error.type.fields, indent: 2)
        line("    }")
    }

    private mutating func write(_ method: InterfaceDescription.MethodDeclaration) {
        comment(method.comment, indent: 1)
        line("    package enum \(method.name.escaped): TypedMethod {")
        line("        package typealias Interface = \(namespace)")
        line("        package static let method = \"\(description.name).\(method.name)\"")
        for (name, type) in [("Parameters", method.parameters), ("Reply", method.reply)] {
            if type.fields.isEmpty {
                line("        package typealias \(name) = NoMembers")
            } else {
                line("        package struct \(name): Codable, Hashable, Sendable {")
                writeMembers(type.fields, indent: 3)
                line("        }")
            }
        }
        line("    }")
    }

    private mutating func writeMembers(_ fields: [InterfaceType.Field], indent: Int) {
        let margin = String(repeating: "    ", count: indent)
        for field in fields {
            comment(field.comment, indent: indent)
            line("\(margin)package var \(field.name.escaped): \(swift(field.type))")
        }
        line("\(margin)package init(\(parameters(fields))) {")
        for field in fields {
            line("\(margin)    self.\(field.name) = \(field.name.escaped)")
        }
        line("\(margin)}")
    }
}

// MARK: - Serving

extension SwiftSource {
    /// The protocol of the methods, and the interface that its implementation serves.
    private mutating func writeHandlers() {
        line("    /// Answers the calls of `\(description.name)`.")
        line("    package protocol Handlers: Actor {")
        for method in description.methods {
            comment(method.comment, indent: 2)
            let call = "TypedCall<\(namespace).\(method.name)>"
            let name = method.name.lowercasedFirst.escaped
            line("        func \(name)(_ call: \(call)) throws(CallError<\(namespace)>)")
        }
        line("    }")
        line("")
        line("    /// The interface as these handlers answer it.")
        line(
            "    package static func served(by handlers: some Handlers) throws -> Interface {")
        line("        try Interface(InterfaceDescription(description), methods: [")
        for method in description.methods {
            // Only the comment says so; the description language has no other mark.
            let streams = method.comment.contains("needs \"more\"")
            let name = method.name.lowercasedFirst.escaped
            line("            \"\(method.name)\": Method\(streams ? ".streaming" : "") { call in")
            line("                let typed = try TypedCall<\(namespace).\(method.name)>(call)")
            line("                try handlers.assumeIsolated { handlers in")
            line("                    do throws(CallError<\(namespace)>) {")
            line("                        try handlers.\(name)(typed)")
            line("                    } catch { throw error.varlinkError }")
            line("                }")
            line("            },")
        }
        line("        ])")
        line("    }")
    }

    /// Shorthands for throwing each declared error.
    private mutating func writeFailures() {
        line("")
        line("extension CallError where Interface == \(namespace) {")
        for error in description.errors {
            let fields = error.type.fields
            let arguments = fields.map { "\($0.name): \($0.name.escaped)" }.joined(separator: ", ")
            let name = error.name.lowercasedFirst.escaped
            comment(error.comment, indent: 1)
            line(
                fields.isEmpty
                    ? "    package static var \(name): Self {"
                    : "    package static func \(name)(\(parameters(fields))) -> Self {")
            line("        Self(\(namespace).\(error.name)(\(arguments)))")
            line("    }")
        }
        line("}")
    }
}

// MARK: - Text

extension SwiftSource {
    private mutating func line(_ line: String) { text += line + "\n" }

    private mutating func extend(_ body: (inout SwiftSource) -> Void) {
        line("")
        line("extension \(namespace) {")
        body(&self)
        line("}")
    }

    private mutating func comment(_ comment: String, indent: Int = 0) {
        guard !comment.isEmpty else { return }
        let margin = String(repeating: "    ", count: indent)
        for line in comment.split(separator: "\n", omittingEmptySubsequences: false) {
            self.line(line.isEmpty ? "\(margin)///" : "\(margin)/// \(line)")
        }
    }

    private func parameters(_ fields: [InterfaceType.Field]) -> String {
        fields.map { field in
            let type = swift(field.type)
            return "\(field.name): \(type)" + (type.hasSuffix("?") ? " = nil" : "")
        }.joined(separator: ", ")
    }

    private func swift(_ type: InterfaceType) -> String {
        switch type {
        case .bool: "Bool"
        case .int: "Int"
        case .float: "FixedPoint"
        case .string: "String"
        case .object: "JSONObject"
        case .any: "JSON"
        case .named(let name): "\(namespace).\(name)"
        case .array(let element): "[\(swift(element))]"
        case .map(let element): "[String: \(swift(element))]"
        case .nullable(let inner): "\(swift(inner))?"
        case .structure, .enumeration:
            preconditionFailure("a nested type without a name has no name in Swift either")
        }
    }

    /// The text as a literal of several lines that needs no escapes.
    private func literal(_ text: String) -> String {
        var marks = "#"
        while text.contains("\"\"\"\(marks)") || text.contains("\\\(marks)") { marks += "#" }
        return "\(marks)\"\"\"\n\(text)\n\"\"\"\(marks)"
    }
}

extension InterfaceType {
    /// The fields of a struct; none of anything else.
    fileprivate var fields: [Field] {
        if case .structure(let fields) = self { fields } else { [] }
    }
}

extension String {
    /// `quietHours` for `quiet_hours`.
    fileprivate var camelCased: String {
        let parts = split(separator: "_")
        return parts.prefix(1).joined()
            + parts.dropFirst().map { String($0).capitalizedFirst }.joined()
    }
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }

    /// The name in backticks if Swift has another use for the word.
    fileprivate var escaped: String { Self.reserved.contains(self) ? "`\(self)`" : self }
    private static let reserved: Set = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch",
        "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
        "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
        "init", "inout", "internal", "is", "let", "nil", "operator", "private", "protocol",
        "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
