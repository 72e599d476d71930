extension Literal {
    /// As YAML on one line, with quotes wherever some program could take a text for something else.
    var yaml: String {
        switch self {
        case .text(let text): Self.isPlain(text) ? text : MergedRules.quoted(text)
        case .number(let number): number
        case .truth(let truth): truth ? "true" : "false"
        case .null: "null"
        case .list(let items): "[" + items.map(\.yaml).joined(separator: ", ") + "]"
        case .map(let members):
            "{"
                + members.map { "\(Literal.text($0.key).yaml): \($0.value.yaml)" }
                .joined(separator: ", ") + "}"
        }
    }

    /// As YAML in lines, two blanks for each level; what fits on a line beside its key stands on
    /// one. Ends with a newline.
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

    /// Whether every program that reads YAML takes the text for a text without quotes.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last, isWordByte(first),
            last != UInt8(ascii: " "), !words.contains(text.lowercased())
        else { return false }
        if (0x30...0x39).contains(first) { return isTimeSpan(text) }
        return text.utf8.allSatisfy { isWordByte($0) || " ./-".utf8.contains($0) }
    }

    /// What YAML 1.1 takes for a truth value or for nothing.
    private static let words: Set<String> = [
        "true", "false", "yes", "no", "on", "off", "y", "n", "null",
    ]

    private static func isTimeSpan(_ text: String) -> Bool {
        [TimeSpanText.short, .long].contains { form in
            if case .success = form.parse(text) { true } else { false }
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x5f, UInt8(ascii: "/"): true
        default: false
        }
    }
}
