import CEL

extension Draft {
    /// A condition compiled against the variables and the features read so far.
    ///
    /// Gives nil and reports where it is no condition; says nothing where only a faulty feature,
    /// which was reported itself, is to blame.
    package mutating func condition(_ node: Node) -> (program: Program, text: String)? {
        guard let text = text(node, expected: "a condition such as \"local.hour >= 22\""),
            case .scalar(let scalar) = node.content
        else { return nil }
        guard isWithinLimit(text.utf8.count, at: node.at) else { return nil }
        if refersToFaultyFeature(text) { return nil }
        switch environment.compile(text, expecting: .bool) {
        case .success(let program):
            guard isWithinLimit(steps: program.cost, at: node.at) else { return nil }
            return (program, String(text.trimmed))
        case .failure(let issues):
            report(issues, of: scalar, at: node.at)
            return nil
        }
    }

    /// Whether so many bytes more are still possible; the first condition for which they are not is
    /// reported, and none after it is compiled.
    private mutating func isWithinLimit(_ bytes: Int, at position: Position) -> Bool {
        let before = conditionLoad.bytes
        conditionLoad.bytes += bytes
        guard conditionLoad.bytes > Limits.conditionBytes else { return true }
        if before <= Limits.conditionBytes {
            findings.error(
                "the conditions up to here are longer than \(Limits.conditionBytes >> 20) MiB "
                    + "together", at: position)
        }
        return false
    }

    /// Whether so many steps more are still possible; the first condition for which they are not
    /// is reported.
    private mutating func isWithinLimit(steps: Int, at position: Position) -> Bool {
        let before = conditionLoad.steps
        // Each is within the limit for one, so that the sum cannot overflow.
        conditionLoad.steps += steps
        guard conditionLoad.steps > Limits.conditionSteps else { return true }
        if before <= Limits.conditionSteps {
            findings.error(
                "the conditions up to here may take more than \(Limits.conditionSteps) steps "
                    + "together", at: position)
        }
        return false
    }

    /// Reports each mistake at its character in the file.
    mutating func report(_ issues: Issues, of scalar: Scalar, at start: Position) {
        // Places take time to find, and nobody would see them.
        guard !findings.isFull else { return findings.omit(.error) }
        let file = findings.files[start.file]
        let comment = scalar.style == .plain ? self.comment(after: scalar, at: start) : nil
        let faults = variableFaults(in: scalar.text)
        for fault in faults { report(fault, of: scalar, at: start) }
        // A broken text can be wrong at thousands of places, each found by a walk through it.
        for issue in issues.prefix(50) {
            if faults.contains(where: { $0.range.contains(issue.offset.lowerBound) }) { continue }
            findings.error(
                issue.message.replacingNewlines,
                at: ScalarPositions.position(
                    of: issue.offset.lowerBound, in: scalar, at: start, file: file),
                suggestion: issue.suggestion,
                notes: comment.map {
                    [(at: $0, message: "a comment begins here; quote the condition if it goes on")]
                } ?? [])
        }
    }

    private mutating func report(
        _ fault: VariableFault, of scalar: Scalar, at start: Position
    ) {
        let file = findings.files[start.file]
        findings.error(
            fault.message,
            at: ScalarPositions.position(
                of: fault.range.lowerBound, in: scalar, at: start, file: file),
            suggestion: fault.suggestion,
            notes: fault.declared.map { [(at: $0, message: "it is declared here")] } ?? [])
    }

    private func refersToFaultyFeature(_ text: String) -> Bool {
        guard !faultyFeatures.isEmpty, case .success(let parsed) = environment.parse(text) else {
            return false
        }
        return parsed.freeIdentifiers.contains { identifier in
            faultyFeatures.contains(String(identifier.name.prefix { $0 != "." }))
        }
    }

    /// Where a comment follows an unquoted text on its last line: YAML may have cut the text short.
    private func comment(after scalar: Scalar, at start: Position) -> Position? {
        let file = findings.files[start.file]
        let end = ScalarPositions.position(
            of: scalar.text.utf8.count, in: scalar, at: start, file: file)
        let line = file.range(ofLine: end.line)
        var index = file.offset(of: end)
        while index < line.upperBound, file.bytes[index] == 0x20 || file.bytes[index] == 0x09 {
            index += 1
        }
        guard index < line.upperBound, file.bytes[index] == UInt8(ascii: "#") else { return nil }
        return file.position(at: index, file: start.file)
    }
}

extension String {
    /// Without white space at both ends: block texts end with a newline.
    var trimmed: Substring {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }

    /// On one line.
    fileprivate var replacingNewlines: String {
        contains("\n") ? split(separator: "\n").joined(separator: " ") : self
    }
}
