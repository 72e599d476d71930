import RuleModel

/// Readers of values. Each returns nil and reports if the file holds something else.
extension Draft {
    /// Reads `true` or `false`, unquoted; `yes`, `no`, `on` and `off` are refused and not guessed.
    package mutating func truth(_ node: Node) -> Bool? {
        guard let scalar = node.scalar else {
            wrongType(node, expected: "true or false")
            return nil
        }
        if let truth = Bool(scalar.text) {
            if scalar.style == .plain { return truth }
            findings.error(
                "expected true or false without quotes, found \(node.summary) in quotes",
                at: node.at)
            return nil
        }
        let meant =
            switch scalar.text.lowercased() {
            case "yes", "on", "y", "true", "1": "true"
            case "no", "off", "n", "false", "0": "false"
            default: String?.none
            }
        wrongType(node, expected: "true or false", suggestion: node.isNull ? nil : meant)
        return nil
    }

    /// Reads one of the type's words; `meant` finds the word that another text was probably meant
    /// as.
    package mutating func choice<Word: RawRepresentable<String> & CaseIterable>(
        _ node: Node, meant: ((String) -> String?)? = nil
    ) -> Word? {
        word(node, among: Word.allCases.map(\.rawValue), meant: meant).flatMap(Word.init)
    }

    package mutating func word(
        _ node: Node, among words: [String], meant: ((String) -> String?)? = nil
    ) -> String? {
        guard let text = text(node, expected: words.alternatives) else { return nil }
        if words.contains(text) { return text }
        wrongType(
            node, expected: words.alternatives,
            suggestion: meant?(text) ?? NearName.nearest(to: text, among: words))
        return nil
    }

    /// Reads a whole number within limits, such as `1` or `250`.
    package mutating func count(_ node: Node, within limits: ClosedRange<Int>) -> Int? {
        guard let scalar = node.scalar, !scalar.text.isEmpty,
            scalar.text.utf8.allSatisfy(\.isDigit)
        else {
            wrongType(node, expected: "a whole number")
            return nil
        }
        guard isUnquoted(scalar, at: node.at) else { return nil }
        guard let count = Int(scalar.text), limits.contains(count) else {
            findings.error(
                "expected a number from \(limits.lowerBound) to \(limits.upperBound), found "
                    + "\(scalar.text)",
                at: node.at)
            return nil
        }
        return count
    }

    /// A score or weight: 0 to 1 with at most three decimals.
    package mutating func score(_ node: Node) -> Score? {
        let expected = "a number from 0 to 1 with at most three decimal places"
        guard let scalar = node.scalar else {
            wrongType(node, expected: expected)
            return nil
        }
        guard let score = Score(decimal: scalar.text) else {
            let padded = scalar.text.hasPrefix(".") ? "0" + scalar.text : ""
            wrongType(
                node, expected: expected, suggestion: Score(decimal: padded) == nil ? nil : padded)
            return nil
        }
        return isUnquoted(scalar, at: node.at) ? score : nil
    }

    /// Reports a number in quotes, which is a text; the suggestion replaces the quotes too.
    private mutating func isUnquoted(_ number: Scalar, at position: Position) -> Bool {
        guard number.style != .plain else { return true }
        findings.error(
            "expected a number without quotes, found \"\(number.text.prefix(40))\" in quotes",
            at: position, suggestion: number.text)
        return false
    }

    /// Reads a length of time such as `15m`, `1h30m` or `10s`, within limits.
    package mutating func timeSpan(
        _ node: Node, within limits: ClosedRange<TimeSpan>, in form: TimeSpanText = .short
    ) -> TimeSpan? {
        guard
            let text = text(node, expected: "a length of time such as \(form.examples)"),
            let span = value(form.parse(text), at: node.at)
        else { return nil }
        guard limits.contains(span) else {
            findings.error(
                "expected a length of time from \(form.text(limits.lowerBound)) to "
                    + "\(form.text(limits.upperBound)), found \(text)",
                at: node.at)
            return nil
        }
        return span
    }

    /// Reads a time of day such as `04:00`, in minutes after midnight.
    mutating func clockTime(_ node: Node) -> Int? {
        value(node, expected: "a time of day such as \"04:00\"", ClockTime.parse)
    }

    /// Reads a text and returns the value that it denotes.
    package mutating func value<Value>(
        _ node: Node, expected: String, _ parse: (String) -> Result<Value, ValueFault>
    ) -> Value? {
        text(node, expected: expected).flatMap { value(parse($0), at: node.at) }
    }

    /// The value, or nil and a report of its fault.
    package mutating func value<Value>(
        _ result: Result<Value, ValueFault>, at position: Position
    ) -> Value? {
        switch result {
        case .success(let value): return value
        case .failure(let fault):
            findings.error(fault.message, at: position, suggestion: fault.suggestion)
            return nil
        }
    }

    /// Reads a list; a single value is not accepted as a list of one.
    package mutating func list(_ node: Node, of what: String) -> [Node]? {
        if let list = node.list { return list }
        let text = node.isNull ? "" : node.scalar?.text ?? ""
        wrongType(node, expected: "a list of \(what)", suggestion: text.isEmpty ? nil : "[\(text)]")
        return nil
    }

    /// Reads a list of distinct texts, at least one; repetitions are reported and left out.
    mutating func texts(
        _ node: Node, of what: String, read: (inout Draft, Node) -> String?
    ) -> [String]? {
        guard let list = list(node, of: what) else { return nil }
        if list.isEmpty { findings.error("the list of \(what) is empty", at: node.at) }
        var texts: [String] = []
        var places: [String: Position] = [:]
        texts.reserveCapacity(list.count)
        places.reserveCapacity(list.count)
        for node in list {
            guard let text = read(&self, node) else { continue }
            guard let first = places.updateValue(node.at, forKey: text) else {
                texts.append(text)
                continue
            }
            findings.warning(
                .repeatedValue,
                "\"\(text)\" appears twice in the list", at: node.at,
                notes: [(at: first, message: "the first occurrence is here")])
        }
        return texts
    }

    package mutating func map(_ node: Node, expected: String) -> Mapping? {
        if let map = node.map { return map }
        wrongType(node, expected: expected)
        return nil
    }

    /// Reads the entries of a map with chosen keys: valid keys only, and not too many.
    mutating func keyedEntries(_ entry: Mapping.Entry, of what: String) -> [Mapping.Entry] {
        keyedEntries(entry.value, of: what, at: entry.keyAt)
    }

    /// The same for a map whose key is at a position.
    mutating func keyedEntries(
        _ node: Node, of what: String, at position: Position
    ) -> [Mapping.Entry] {
        guard let map = map(node, expected: "a map of \(what)") else { return [] }
        guard map.entries.count <= Limits.entries else {
            findings.error(
                "too many \(what): \(map.entries.count); at most \(Limits.entries) are allowed",
                at: position)
            return []
        }
        return map.entries.filter { checkKey($0) }.sorted { $0.key < $1.key }
    }

    private mutating func checkKey(_ entry: Mapping.Entry) -> Bool {
        let isKey = entry.key.utf8.enumerated().allSatisfy { offset, byte in
            byte.isWord || byte == UInt8(ascii: "-") && offset > 0
        }
        guard isKey, (1...Limits.keyLength).contains(entry.key.utf8.count) else {
            findings.error(
                "a key can contain only letters, digits, _ and -, cannot begin with -, and can "
                    + "have at most \(Limits.keyLength) characters; to show any other name, add "
                    + "\"name:\"",
                at: entry.keyAt)
            return false
        }
        return true
    }

    /// Reports unknown keys; returns the keys that were probably meant. `places` finds the maps
    /// that have a key, for one that is in the wrong map.
    @discardableResult
    package mutating func checkKeys(
        of map: Mapping, are known: [String], in what: String?,
        places: (String) -> [String] = { _ in [] }
    ) -> Set<String> {
        var meant: Set<String> = []
        for entry in map.entries where !known.contains(entry.key) {
            guard !findings.isFull else {
                findings.omit(.error)
                continue
            }
            let place = what.map { " in \($0)" } ?? ""
            let suggestion = NearName.nearest(to: entry.key, among: known)
            let owners = suggestion == nil ? places(entry.key) : []
            let choice =
                if suggestion != nil {
                    ""
                } else if (1...3).contains(owners.count) {
                    "; this key belongs under \(owners.alternatives)"
                } else {
                    "; the known keys are \(known.joined(separator: ", "))"
                }
            findings.error(
                "unknown key \"\(entry.key)\"\(place)\(choice)", at: entry.keyAt,
                suggestion: suggestion)
            if let suggestion { meant.insert(suggestion) }
        }
        return meant
    }

    package mutating func wrongType(_ node: Node, expected: String, suggestion: String? = nil) {
        findings.error(
            "expected \(expected), found \(node.summary)", at: node.at, suggestion: suggestion)
    }

    // MARK: - Texts

    /// Reads a text as written; numbers and words such as `no` are texts, too.
    package mutating func text(_ node: Node, expected: String = "text") -> String? {
        guard let scalar = node.scalar, !node.isNull,
            scalar.style != .plain || !scalar.text.isEmpty
        else {
            wrongType(node, expected: expected)
            return nil
        }
        return scalar.text
    }

    /// Reads a displayed text: not blank, on one line, not too long; `what` names it in messages.
    package mutating func name(_ node: Node, of what: String = "name") -> String? {
        guard let text = text(node) else { return nil }
        if text.allSatisfy(\.isWhitespace) {
            findings.error("the \(what) is blank", at: node.at)
        } else if text.count > Limits.nameLength {
            findings.error(
                "a \(what) can have at most \(Limits.nameLength) characters", at: node.at)
        } else if text.unicodeScalars.contains(where: \.isControl) || text.contains("\n") {
            findings.error(
                "a \(what) must be a single line without control characters", at: node.at)
        } else {
            return text
        }
        return nil
    }

    /// Reads a displayed text of one or more lines, without blanks at its ends.
    mutating func passage(_ node: Node) -> String? {
        guard let text = text(node) else { return nil }
        let passage = String(text.trimmed)
        if passage.isEmpty {
            findings.error("the text is blank", at: node.at)
        } else if passage.count > Limits.passageLength {
            findings.error(
                "the text can have at most \(Limits.passageLength) characters", at: node.at)
        } else if passage.unicodeScalars.contains(where: { $0.isControl && $0 != "\n" }) {
            findings.error("the text cannot contain control characters", at: node.at)
        } else {
            return passage
        }
        return nil
    }

    /// Reads a list of such texts, not too many.
    mutating func passages(_ node: Node, of what: String) -> [String]? {
        if let list = node.list, list.count > Limits.passages {
            findings.error(
                "too many \(what): \(list.count); at most \(Limits.passages) are allowed",
                at: node.at)
            return nil
        }
        return texts(node, of: what) { $0.passage($1) }
    }
}
