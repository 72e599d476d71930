import RuleModel

/// Reading of texts; each gives nil and reports where the file holds something else.
extension Draft {
    /// A text as written; numbers and words such as `no` are texts, too.
    package mutating func text(_ node: Node, expected: String = "a text") -> String? {
        guard let scalar = node.scalar, !node.isNull,
            scalar.style != .plain || !scalar.text.isEmpty
        else {
            wrongType(node, expected: expected)
            return nil
        }
        return scalar.text
    }

    /// A text that people see: not blank, on one line, not too long; `what` it is, for messages.
    package mutating func name(_ node: Node, of what: String = "name") -> String? {
        guard let text = text(node) else { return nil }
        if text.allSatisfy(\.isWhitespace) {
            findings.error("the \(what) is blank", at: node.at)
        } else if text.count > Limits.nameLength {
            findings.error("a \(what) has at most \(Limits.nameLength) characters", at: node.at)
        } else if text.unicodeScalars.contains(where: \.isControl) || text.contains("\n") {
            findings.error("a \(what) is one line without control characters", at: node.at)
        } else {
            return text
        }
        return nil
    }

    /// A text of one or more lines that people see, without blanks at its ends.
    mutating func passage(_ node: Node) -> String? {
        guard let text = text(node) else { return nil }
        let passage = String(text.trimmed)
        if passage.isEmpty {
            findings.error("the text is blank", at: node.at)
        } else if passage.count > Limits.passageLength {
            findings.error(
                "a text has at most \(Limits.passageLength) characters", at: node.at)
        } else if passage.unicodeScalars.contains(where: { $0.isControl && $0 != "\n" }) {
            findings.error("a text has no control characters", at: node.at)
        } else {
            return passage
        }
        return nil
    }

    /// A list of such texts, not too many.
    mutating func passages(_ node: Node, of what: String) -> [String]? {
        if let list = node.list, list.count > Limits.passages {
            findings.error(
                "\(list.count) \(what) are too many; at most \(Limits.passages) are possible",
                at: node.at)
            return nil
        }
        return texts(node, of: what) { $0.passage($1) }
    }
}
