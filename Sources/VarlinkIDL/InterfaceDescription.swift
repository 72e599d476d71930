/// A Varlink interface as its description declares it, with every comment and position.
package struct InterfaceDescription: Sendable {
    /// The description as given, byte for byte; this is what a service hands out.
    package let text: String
    /// The interface's name, `org.example.ftl`.
    package let name: String
    /// The comment lines before `interface`, without their `#`.
    package let comment: String
    /// `type` members in their order.
    package let types: [NamedType]
    /// `method` members in their order.
    package let methods: [MethodDeclaration]
    /// `error` members in their order.
    package let errors: [NamedType]
    let oddComments: [SourcePosition]

    /// A `type` (struct or enum) or an `error` (struct) with its name.
    package struct NamedType: Hashable, Sendable {
        /// The unqualified name.
        package let name: String
        /// What is declared under it.
        package let type: InterfaceType
        /// The comment lines above it, without their `#`.
        package let comment: String
        /// Where the name stands.
        package let position: SourcePosition
    }

    /// A `method` with its parameters and its reply, both structs.
    package struct MethodDeclaration: Hashable, Sendable {
        /// The unqualified name.
        package let name: String
        /// The struct of the call's parameters.
        package let parameters: InterfaceType
        /// The struct of each reply's parameters.
        package let reply: InterfaceType
        /// The comment lines above it, without their `#`.
        package let comment: String
        /// Where the name stands.
        package let position: SourcePosition
    }

    /// Parses and checks a description: the grammar of varlink.org, unique names, known types.
    package init(_ text: String) throws(InterfaceSyntaxError) {
        var parser = InterfaceParser(text)
        let parsed = try parser.parse()
        self.text = text
        name = parsed.name
        comment = parsed.comment
        types = parsed.types
        methods = parsed.methods
        errors = parsed.errors
        oddComments = parsed.oddComments
    }

    /// The declaration of a method by its unqualified name.
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

    /// Whether `left` comes earlier in the text.
    package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// Why a text is no interface description, and where.
package struct InterfaceSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where the fault shows.
    package let position: SourcePosition
    /// What is wrong, in words.
    package let reason: String

    /// `line:column: reason`.
    package var description: String { "\(position.line):\(position.column): \(reason)" }
}
