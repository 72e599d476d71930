extension Literal {
    /// JSON on one line, in the order written.
    var json: String { line(text: MergedRules.quoted) }

    /// YAML on one line, with quotes around every text that some program could read as something
    /// else.
    var yaml: String { line { Self.isPlain($0) ? $0 : MergedRules.quoted($0) } }

    private func line(text: (String) -> String) -> String {
        switch self {
        case .text(let words): return text(words)
        case .number(let number): return number
        case .truth(let truth): return "\(truth)"
        case .null: return "null"
        case .list(let items):
            return "[" + items.map { $0.line(text: text) }.joined(separator: ", ") + "]"
        case .map(let members):
            let lines = members.map { "\(text($0.key)): \($0.value.line(text: text))" }
            return "{" + lines.joined(separator: ", ") + "}"
        }
    }

    /// Indented JSON, two spaces for each level; values that fit on a line are on one.
    package func indentedJSON(_ level: Int = 0) -> String {
        let line = json
        guard line.utf8.count > 90 - 2 * level else { return line }
        let inner = String(repeating: "  ", count: level + 1)
        let outer = String(repeating: "  ", count: level)
        switch self {
        case .list(let items):
            let lines = items.map { inner + $0.indentedJSON(level + 1) }
            return "[\n" + lines.joined(separator: ",\n") + "\n" + outer + "]"
        case .map(let members):
            let lines = members.map {
                inner + MergedRules.quoted($0.key) + ": " + $0.value.indentedJSON(level + 1)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n" + outer + "}"
        case .text, .number, .truth, .null: return line
        }
    }

    /// YAML in lines, each with a newline; values that fit are on the line of their key.
    func yamlLines(indent: Int = 0) -> String {
        let blanks = String(repeating: " ", count: indent)
        switch self {
        case .map(let members):
            return members.map { member in
                let head = blanks + Literal.text(member.key).yaml + ":"
                let line = head + " " + member.value.yaml
                guard indent == 0 || line.utf8.count > 80, member.value.hasLines else {
                    return line + "\n"
                }
                return head + "\n" + member.value.yamlLines(indent: indent + 2)
            }.joined()
        case .list(let items):
            return items.map { blanks + "- " + $0.yaml + "\n" }.joined()
        case .text, .number, .truth, .null: return blanks + yaml + "\n"
        }
    }

    private var hasLines: Bool {
        switch self {
        case .map(let members): !members.isEmpty
        case .list(let items): !items.isEmpty
        case .text, .number, .truth, .null: false
        }
    }

    /// True if every YAML parser reads the unquoted text as a text.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, first.isWord || first == UInt8(ascii: "/"),
            text.utf8.last != UInt8(ascii: " "), !words.contains(text.lowercased())
        else { return false }
        if first.isDigit { return isTimeSpan(text) }
        return text.utf8.allSatisfy { $0.isWord || " ./-".utf8.contains($0) }
    }

    /// The words that YAML 1.1 reads as a boolean or null.
    private static let words: Set<String> = [
        "true", "false", "yes", "no", "on", "off", "y", "n", "null",
    ]

    private static func isTimeSpan(_ text: String) -> Bool {
        [TimeSpanText.short, .long].contains { form in
            if case .success = form.parse(text) { true } else { false }
        }
    }
}
