import CEL

extension Draft {
    /// Compiles a condition against the variables and features read so far.
    ///
    /// Returns nil and reports an invalid condition, but reports nothing if only a faulty feature
    /// is to blame, which was reported itself. After the first condition over the limits, none is
    /// compiled.
    package mutating func condition(_ node: Node) -> (program: Program, text: String)? {
        guard let text = text(node, expected: "a condition such as \"local.hour >= 22\""),
            let scalar = node.scalar
        else { return nil }
        let bytes = Limits.conditionBytes
        let steps = Limits.conditionSteps
        guard
            hasRoom(
                for: text.utf8.count, in: \.conditionLoad.bytes, bytes,
                "exceed the limit of \(bytes >> 20) MiB in total", at: node.at)
        else { return nil }
        if refersToFaultyFeature(text) { return nil }
        switch environment.compile(text, expecting: .bool) {
        case .success(let program):
            guard
                hasRoom(
                    for: program.cost, in: \.conditionLoad.steps, steps,
                    "may exceed the limit of \(steps) evaluation steps in total", at: node.at)
            else { return nil }
            return (program, String(text.trimmed))
        case .failure(let issues):
            report(issues, of: scalar, at: node.at)
            return nil
        }
    }

    /// True if the limits allow this many more bytes and steps; reports the first condition over
    /// the limits.
    private mutating func hasRoom(
        for more: Int, in load: WritableKeyPath<Draft, Int>, _ limit: Int, _ fault: String,
        at position: Position
    ) -> Bool {
        let before = self[keyPath: load]
        // Each summand is within a limit of its own, so the sum cannot overflow.
        self[keyPath: load] += more
        if before <= limit, self[keyPath: load] > limit {
            findings.error("with this condition, the conditions \(fault)", at: position)
        }
        return self[keyPath: load] <= limit
    }

    /// Reports each mistake at its character in the file.
    mutating func report(_ issues: Issues, of scalar: Scalar, at start: Position) {
        // Positions take time to find, and these would not be shown.
        guard !findings.isFull else { return findings.omit(.error) }
        let file = findings.files[start.file]
        let comment = scalar.style == .plain ? self.comment(after: scalar, at: start) : nil
        let faults = variableFaults(in: scalar.text)
        for fault in faults {
            findings.error(
                fault.message, at: file.position(of: fault.range.lowerBound, in: scalar, at: start),
                suggestion: fault.suggestion,
                notes: fault.declared.map { [(at: $0, message: "declared here")] } ?? [])
        }
        // A broken text can have thousands of mistakes; each position takes a pass over the text.
        for issue in issues.prefix(50) {
            if faults.contains(where: { $0.range.contains(issue.offset.lowerBound) }) { continue }
            let hint = issue.suggestion == nil ? nameHint(scalar.text, issue.offset) : nil
            findings.error(
                hint?.message ?? issue.message.replacingNewlines + (hint?.addition ?? ""),
                at: file.position(of: issue.offset.lowerBound, in: scalar, at: start),
                suggestion: issue.suggestion ?? hint?.suggestion,
                notes: comment.map { [(at: $0, message: Self.commentNote)] } ?? [])
        }
    }

    private static let commentNote =
        "\"#\" starts a comment here; if the rest of the line belongs to the condition, put the "
        + "condition in quotes"

    private func refersToFaultyFeature(_ text: String) -> Bool {
        !faultyFeatures.isEmpty && !faultyFeatures.isDisjoint(with: environment.roots(in: text))
    }

    /// The position of a comment after an unquoted text on its last line: YAML may have cut the
    /// text short there.
    private func comment(after scalar: Scalar, at start: Position) -> Position? {
        let file = findings.files[start.file]
        let end = file.position(of: scalar.text.utf8.count, in: scalar, at: start)
        let line = file.range(ofLine: end.line)
        var index = file.offset(of: end)
        while index < line.upperBound, file.bytes[index] == 0x20 || file.bytes[index] == 0x09 {
            index += 1
        }
        guard index < line.upperBound, file.bytes[index] == UInt8(ascii: "#") else { return nil }
        return file.position(at: index, file: start.file)
    }
}

extension Env {
    /// The first parts of the names that a condition reads; none if it is not an expression.
    func roots(in condition: String) -> [String] {
        guard case .success(let parsed) = parse(condition) else { return [] }
        return parsed.freeIdentifiers.map { String($0.name.prefix { $0 != "." }) }
    }
}

extension String {
    /// The text without white space at both ends: block texts end with a newline.
    package var trimmed: Substring {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }

    fileprivate var replacingNewlines: String {
        contains("\n") ? split(separator: "\n").joined(separator: " ") : self
    }
}
