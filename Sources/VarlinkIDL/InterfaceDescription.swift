/// A Varlink interface as its description declares it, with every comment and position.
package struct InterfaceDescription: Sendable {
    /// The description as given, byte for byte; this is what a service hands out.
    package let text: String
    /// The interface's name, `org.example.ftl`.
    package internal(set) var name = ""
    /// The comment lines before `interface`, without their `#`.
    package internal(set) var comment = ""
    /// Types, methods and errors in the order of the text.
    package internal(set) var types: [NamedType] = []
    package internal(set) var methods: [MethodDeclaration] = []
    package internal(set) var errors: [NamedType] = []
    /// Comments in places where systemd's parser does not expect any.
    var oddComments: [SourcePosition] = []

    /// A `type` (struct or enum) or an `error` (struct) with its name.
    package struct NamedType: Hashable, Sendable {
        /// Unqualified.
        package let name: String
        package let type: InterfaceType
        /// The comment lines above it, without their `#`.
        package let comment: String
        /// The position of the name.
        package let position: SourcePosition
    }

    /// A `method` with its parameters and its reply, both structs.
    package struct MethodDeclaration: Hashable, Sendable {
        /// Unqualified.
        package let name: String
        package let parameters: InterfaceType
        package let reply: InterfaceType
        /// The comment lines above it, without their `#`.
        package let comment: String
        /// The position of the name.
        package let position: SourcePosition
    }

    /// Parses and checks a description: the grammar of varlink.org, unique names, known types.
    package init(_ text: String) throws(InterfaceSyntaxError) {
        var parser = InterfaceParser(text)
        self = try parser.parse()
    }

    /// An empty interface, for the parser to fill.
    init(unparsed text: String) { self.text = text }

    /// A method by its unqualified name.
    package func method(_ name: String) -> MethodDeclaration? {
        methods.first { $0.name == name }
    }
}

/// A place in a description.
package struct SourcePosition: Hashable, Sendable, Comparable {
    /// From 1.
    package let line: Int
    /// From 1, in Unicode scalars.
    package let column: Int

    package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// A syntax error in an interface description, with its position.
package struct InterfaceSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    package let position: SourcePosition
    package let reason: String

    /// `line:column: reason`.
    package var description: String { "\(position.line):\(position.column): \(reason)" }
}
