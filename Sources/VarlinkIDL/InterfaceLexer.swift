/// A piece of a description with the comment above it.
struct InterfaceToken {
    enum Kind: Equatable {
        /// A keyword, a type's or field's name, an interface's dotted name.
        case word(String)
        /// `(`, `)`, `,`, `:`, `?`, `[]`, `[string]` or `->`.
        case mark(String)
        case end
    }

    let kind: Kind
    let position: SourcePosition
    /// The comment lines directly above, without `#` and the blank after it.
    let comment: String
    /// Whether there is a comment between this token and the previous one.
    let followsComment: Bool

    /// The token as a message shows it.
    var shown: String {
        switch kind {
        case .word(let text), .mark(let text): "`\(text)`"
        case .end: "the end of the text"
        }
    }
}

/// Cuts a description into tokens; comments go with the token below them.
struct InterfaceLexer {
    private let text: [Unicode.Scalar]
    private var index = 0
    private var line = 1
    private var lineStart = 0
    /// The line of the last token; a comment after it on the same line is not attached to anything.
    private var lastTokenLine = 0
    /// Before `interface`, an empty line does not separate a comment from the text below.
    private var keepsDetachedComments = true
    private var commentCount = 0

    init(_ text: String) { self.text = Array(text.unicodeScalars) }

    private var position: SourcePosition {
        SourcePosition(line: line, column: index - lineStart + 1)
    }

    /// The next token; at the end of the text, `end` again and again.
    mutating func next() throws(InterfaceSyntaxError) -> InterfaceToken {
        let before = commentCount
        let comment = skipSpaceAndComments()
        let start = position
        let kind: InterfaceToken.Kind
        if index == text.count {
            kind = .end
        } else if Self.isLetterOrDigit(text[index]) {
            kind = .word(word())
        } else if let mark = Self.marks.first(where: { starts(with: $0) }) {
            kind = .mark(mark)
            index += mark.unicodeScalars.count
        } else {
            throw InterfaceSyntaxError(
                position: start,
                reason: "unexpected \(String(text[index]).debugDescription)")
        }
        lastTokenLine = line
        keepsDetachedComments = false
        return InterfaceToken(
            kind: kind, position: start, comment: comment, followsComment: commentCount > before)
    }

    private static let marks = ["(", ")", ",", ":", "?", "[]", "[string]", "->"]

    private func starts(with mark: String) -> Bool {
        text[index...].starts(with: mark.unicodeScalars)
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }

    /// Takes dots, hyphens and underscores along; the parser says which word may hold them.
    private mutating func word() -> String {
        let start = index
        while index < text.count,
            Self.isLetterOrDigit(text[index]) || text[index] == "." || text[index] == "_"
                || (text[index] == "-" && !(index + 1 < text.count && text[index + 1] == ">"))
        {
            index += 1
        }
        var word = String.UnicodeScalarView()
        word.append(contentsOf: text[start..<index])
        return String(word)
    }

    private mutating func skipSpaceAndComments() -> String {
        var lines: [String] = []
        var isLineEmpty = line != lastTokenLine
        while index < text.count {
            switch text[index] {
            case " ", "\t", "\r": index += 1
            case "\n":
                if isLineEmpty, !keepsDetachedComments { lines = [] }
                index += 1
                line += 1
                lineStart = index
                isLineEmpty = true
            case "#":
                let comment = commentText()
                commentCount += 1
                if line != lastTokenLine { lines.append(comment) }
                isLineEmpty = false
            default: return lines.joined(separator: "\n")
            }
        }
        return lines.joined(separator: "\n")
    }

    private mutating func commentText() -> String {
        index += 1
        if index < text.count, text[index] == " " { index += 1 }
        var comment = String.UnicodeScalarView()
        while index < text.count, text[index] != "\n" {
            if text[index] != "\r" { comment.append(text[index]) }
            index += 1
        }
        return String(comment)
    }
}
