struct Token: Sendable {
    let kind: Kind
    /// UTF-8 bytes of the source.
    let range: Range<Int>

    enum Kind: Hashable, Sendable {
        case identifier(String)
        /// A name in backquotes, allowed after a dot alone.
        case escapedIdentifier(String)
        /// Digits without a sign, which the parser adds so that the least integer has a literal.
        case int(digits: String, radix: Int)
        case uint(UInt64)
        case double(Double)
        case string(String)
        case bytes([UInt8])
        case symbol(Symbol)
        /// Text that is not a token; an issue was reported for it.
        case invalid
        case end
    }

    enum Symbol: String, Hashable, Sendable, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case and = "&&"
        case or = "||"
        case less = "<"
        case greater = ">"
        case plus = "+"
        case minus = "-"
        case times = "*"
        case divide = "/"
        case modulo = "%"
        case not = "!"
        case question = "?"
        case colon = ":"
        case dot = "."
        case comma = ","
        case openParenthesis = "("
        case closeParenthesis = ")"
        case openBracket = "["
        case closeBracket = "]"
        case openBrace = "{"
        case closeBrace = "}"
        case `in` = "in"
    }

    /// Words that no variable or function may have as its name, reserved for languages that embed
    /// this one.
    static let reservedWords: Set<String> = [
        "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let",
        "loop", "namespace", "package", "return", "var", "void", "while",
    ]

    /// Words that are literals, and so not even a field's name.
    static let literalWords: Set<String> = ["true", "false", "null"]

    /// The token's name in messages.
    var text: String {
        switch kind {
        case .identifier(let name), .escapedIdentifier(let name): "'\(name)'"
        case .int, .uint, .double: "a number"
        case .string: "a string"
        case .bytes: "bytes"
        case .symbol(let symbol): "'\(symbol.rawValue)'"
        case .invalid: "an invalid character"
        case .end: "the end"
        }
    }
}
