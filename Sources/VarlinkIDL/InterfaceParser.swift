/// Parses descriptions by the grammar of varlink.org, one method for each of its rules.
struct InterfaceParser {
    private var lexer: InterfaceLexer
    private var token: InterfaceToken
    private var parsed: InterfaceDescription
    /// The uses of types by name, which are resolved at the end.
    private var uses: [(name: String, position: SourcePosition)] = []

    /// The deepest nesting of structs, arrays and maps; systemd has the same limit.
    private static let maximumDepth = 64
    private var depth = 0

    init(_ text: String) {
        lexer = InterfaceLexer(text)
        parsed = InterfaceDescription(unparsed: text)
        token = InterfaceToken(
            kind: .end, position: SourcePosition(line: 1, column: 1), comment: "",
            followsComment: false)
    }

    mutating func parse() throws(InterfaceSyntaxError) -> InterfaceDescription {
        token = try lexer.next()
        parsed.comment = token.comment
        try expectWord("interface")
        guard case .word(let name) = token.kind, Self.isInterfaceName(name) else {
            throw failure("expected an interface name such as `org.example.ftl`")
        }
        parsed.name = name
        try advance()
        while token.kind != .end { try member() }
        for use in uses where !parsed.types.contains(where: { $0.name == use.name }) {
            throw InterfaceSyntaxError(
                position: use.position, reason: "the type `\(use.name)` is not declared")
        }
        return parsed
    }

    private func failure(_ reason: String) -> InterfaceSyntaxError {
        InterfaceSyntaxError(position: token.position, reason: "\(reason), found \(token.shown)")
    }

    private mutating func advance() throws(InterfaceSyntaxError) {
        let last = token.kind
        token = try lexer.next()
        guard token.followsComment, case .mark(let mark) = token.kind else { return }
        if mark != ")" || last != .mark("(") { parsed.oddComments.append(token.position) }
    }

    private mutating func expectWord(_ word: String) throws(InterfaceSyntaxError) {
        guard token.kind == .word(word) else { throw failure("expected `\(word)`") }
        try advance()
    }

    private mutating func expectMark(_ mark: String) throws(InterfaceSyntaxError) {
        guard try accept(mark) else { throw failure("expected `\(mark)`") }
    }

    private mutating func accept(_ mark: String) throws(InterfaceSyntaxError) -> Bool {
        guard token.kind == .mark(mark) else { return false }
        try advance()
        return true
    }
}

extension InterfaceParser {
    private mutating func member() throws(InterfaceSyntaxError) {
        let comment = token.comment
        guard case .word(let keyword) = token.kind, ["type", "method", "error"].contains(keyword)
        else { throw failure("expected `type`, `method` or `error`") }
        try advance()
        let position = token.position
        guard case .word(let name) = token.kind, Self.isMemberName(name) else {
            throw failure("expected a name that begins with a capital letter")
        }
        let namesakes: [String] =
            switch keyword {
            case "type": parsed.types.map(\.name)
            case "method": parsed.methods.map(\.name)
            default: parsed.errors.map(\.name)
            }
        if namesakes.contains(name) {
            throw InterfaceSyntaxError(
                position: position, reason: "the \(keyword) `\(name)` is declared twice")
        }
        try advance()
        switch keyword {
        case "type":
            parsed.types.append(
                .init(
                    name: name, type: try structureOrEnumeration(), comment: comment,
                    position: position))
        case "error":
            parsed.errors.append(
                .init(name: name, type: try structure(), comment: comment, position: position))
        default:
            let parameters = try structure()
            try expectMark("->")
            parsed.methods.append(
                .init(
                    name: name, parameters: parameters, reply: try structure(), comment: comment,
                    position: position))
        }
    }

    private mutating func structure() throws(InterfaceSyntaxError) -> InterfaceType {
        let start = token.position
        let type = try structureOrEnumeration()
        guard case .structure = type else {
            throw InterfaceSyntaxError(
                position: start, reason: "expected a struct, found an enum")
        }
        return type
    }

    /// `()` is a struct without fields; otherwise what follows the first name decides.
    private mutating func structureOrEnumeration() throws(InterfaceSyntaxError) -> InterfaceType {
        try expectMark("(")
        if try accept(")") { return .structure([]) }
        var fields: [InterfaceType.Field] = []
        var values: [InterfaceType.EnumerationValue] = []
        repeat {
            let start = token
            guard case .word(let name) = start.kind, Self.isFieldName(name) else {
                throw failure("expected a field name")
            }
            if fields.contains(where: { $0.name == name })
                || values.contains(where: { $0.name == name })
            {
                throw InterfaceSyntaxError(
                    position: start.position, reason: "`\(name)` is declared twice")
            }
            try advance()
            if token.kind == .mark(":"), values.isEmpty {
                try advance()
                fields.append(
                    .init(
                        name: name, type: try type(), comment: start.comment,
                        position: start.position))
            } else if fields.isEmpty {
                values.append(
                    .init(name: name, comment: start.comment, position: start.position))
            } else {
                throw failure("expected `:` and a type")
            }
        } while try accept(",")
        guard try accept(")") else { throw failure("expected `,` or `)`") }
        return fields.isEmpty ? .enumeration(values) : .structure(fields)
    }

    private mutating func type() throws(InterfaceSyntaxError) -> InterfaceType {
        guard depth < Self.maximumDepth else {
            throw InterfaceSyntaxError(
                position: token.position, reason: "more than \(Self.maximumDepth) levels of nesting"
            )
        }
        depth += 1
        defer { depth -= 1 }
        if try accept("?") {
            if token.kind == .mark("?") { throw failure("expected a type that is not nullable") }
            return .nullable(try type())
        }
        if try accept("[]") { return .array(try type()) }
        if try accept("[string]") { return .map(try type()) }
        if token.kind == .mark("(") { return try structureOrEnumeration() }
        guard case .word(let name) = token.kind else { throw failure("expected a type") }
        let position = token.position
        if let plain = Self.plainTypes[name] {
            try advance()
            return plain
        }
        guard Self.isMemberName(name) else { throw failure("expected a type") }
        try advance()
        uses.append((name, position))
        return .named(name)
    }

    private static let plainTypes: [String: InterfaceType] = [
        "bool": .bool, "int": .int, "float": .float, "string": .string, "object": .object,
        "any": .any,
    ]
}

/// The spelling of names, as varlink.org's grammar has it.
extension InterfaceParser {
    /// `[A-Z][A-Za-z0-9]*`
    private static func isMemberName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, ("A"..."Z").contains(first) else {
            return false
        }
        return !name.contains { "._-".contains($0) }
    }

    /// `[A-Za-z](_?[A-Za-z0-9])*`
    private static func isFieldName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, !("0"..."9").contains(first) else {
            return false
        }
        return !name.contains { ".-".contains($0) } && !name.contains("__")
            && !name.hasSuffix("_")
    }

    /// `[A-Za-z](-*[A-Za-z0-9])*(\.[A-Za-z0-9](-*[A-Za-z0-9])*)+`
    private static func isInterfaceName(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, let first = name.unicodeScalars.first,
            !("0"..."9").contains(first), !name.contains("_")
        else { return false }
        return parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix("-") && !$0.hasSuffix("-") }
    }
}
