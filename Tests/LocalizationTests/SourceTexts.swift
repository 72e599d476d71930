/// The texts that Swift source passes to `localized` or makes a `LocalizedText` of, as keys.
struct SourceTexts {
    struct Found: Hashable {
        /// The text as a catalogue has it, with numbered placeholders.
        var key: String
        /// The number of values that the source puts into it.
        var values: Int
    }

    private(set) var found: [Found] = []
    private let characters: [Character]
    private var at = 0

    init(_ source: String) {
        characters = Array(source)
        while at < characters.count {
            code(isText: false)
            // A closing parenthesis that this source does not open.
            at += 1
        }
    }

    /// Passes code up to the parenthesis that closes it, and keeps its literals if they are texts:
    /// those in inner parentheses are other arguments.
    private mutating func code(isText: Bool) {
        var depth = 0
        while at < characters.count {
            switch characters[at] {
            case "/" where matches("//"):
                while at < characters.count, characters[at] != "\n" { at += 1 }
            case "/" where matches("/*"): comment()
            case "\"":
                let literal = literal()
                if isText, depth == 0 { found.append(literal) }
            case "(", "[", "{":
                depth += 1
                at += 1
            case ")", "]", "}":
                if depth == 0 { return }
                depth -= 1
                at += 1
            case let character where character.isLetter: word()
            default: at += 1
            }
        }
    }

    /// Passes a word, and the arguments of one that makes texts.
    private mutating func word() {
        let start = at
        while at < characters.count, characters[at].isLetter || characters[at].isNumber {
            at += 1
        }
        let word = String(characters[start..<at])
        guard ["localized", "LocalizedText"].contains(word), matches("(") else { return }
        at += 1
        code(isText: true)
        at += 1
    }

    private mutating func comment() {
        var depth = 0
        repeat {
            if matches("/*") {
                depth += 1
                at += 2
            } else if matches("*/") {
                depth -= 1
                at += 2
            } else {
                at += 1
            }
        } while depth > 0 && at < characters.count
    }

    private func matches(_ text: String) -> Bool { characters[at...].starts(with: text) }

    // MARK: Literals

    /// In a multi-line literal, the beginnings of source lines, after a break of the text or not.
    private static let (newLine, sameLine): (Character, Character) = ("\u{E000}", "\u{E001}")

    private mutating func literal() -> Found {
        let quotes = matches("\"\"\"") ? "\"\"\"" : "\""
        at += quotes.count
        var text = ""
        var values = 0
        while at < characters.count, !matches(quotes) {
            if matches("\\(") {
                at += 2
                code(isText: false)
                at += 1
                values += 1
                text += "{\(values)}"
            } else if characters[at] == "\\" {
                text += escaped()
            } else {
                text.append(characters[at] == "\n" ? Self.newLine : characters[at])
                at += 1
            }
        }
        at += quotes.count
        return Found(key: quotes.count == 1 ? text : Self.unindented(text), values: values)
    }

    private mutating func escaped() -> String {
        at += 2
        switch characters[at - 1] {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "\n": return String(Self.sameLine)
        case "u":
            let digits = characters[at...].dropFirst().prefix { $0 != "}" }
            at = digits.endIndex + 1
            let scalar = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)
            return scalar.map { String($0) } ?? ""
        case let character: return String(character)
        }
    }

    /// A multi-line literal's text without the indent, which is that of the closing quotes.
    private static func unindented(_ text: String) -> String {
        let isBreak = { (character: Character) in character == newLine || character == sameLine }
        guard let last = text.lastIndex(where: isBreak) else { return text }
        let indent = text.distance(from: last, to: text.endIndex) - 1
        var result = ""
        var skipped = 0
        for character in text[..<last].dropFirst() {
            if isBreak(character) {
                if character == newLine { result.append("\n") }
                skipped = 0
            } else if skipped < indent, character == " " {
                skipped += 1
            } else {
                skipped = indent
                result.append(character)
            }
        }
        return result
    }
}
