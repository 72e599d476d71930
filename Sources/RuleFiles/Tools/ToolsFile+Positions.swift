extension ToolsFile {
    /// The node at a place of `text`, by its keys and the numbers of items in lists:
    /// `quiet_hours`, `nights`, `ranges`, `0`, `time`.
    ///
    /// Line and column count from 1, the column in characters, as diagnostics have them; a
    /// missing key has the position of its entry. Returns nil for a position in no entry.
    package func place(line: Int, column: Int) -> [String]? {
        let original = SourceText(path: Self.name, layer: 0, text: text)
        guard (1...original.lineCount).contains(line), column > 0 else { return nil }
        let readable = SourceText(path: Self.name, layer: 0, text: Self.readable(text))
        var findings = Findings(files: [readable])
        guard let root = Composer.compose(readable, file: 0, into: &findings) else { return nil }
        let position = Self.position(line: line, column: column, in: original)
        let path = Self.path(to: position, in: root)
        return path.isEmpty || path == ["version"] ? nil : path
    }

    /// The text with forbidden characters replaced, so that the diagnostic of a typed one can be
    /// shown at its place.
    private static func readable(_ text: String) -> String {
        guard CharacterCheck.firstFault(in: Array(text.utf8)) != nil else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isFault = CharacterCheck.firstFault(in: Array(String(scalar).utf8)) != nil
                    return isFault ? "x" : scalar
                }))
    }

    /// The position of a column in characters; the tree counts Unicode scalars.
    private static func position(line: Int, column: Int, in source: SourceText) -> Position {
        let bytes = source.bytes[source.range(ofLine: line)]
        let before = String(decoding: bytes, as: UTF8.self).prefix(column - 1)
        let position = Position(
            file: 0, line: line, column: before.unicodeScalars.count + 1)
        // In very long lines diagnostics count scalars themselves.
        return source.characterColumn(of: position) == column
            ? position : Position(file: 0, line: line, column: column)
    }

    private static func path(to position: Position, in map: Mapping) -> [String] {
        guard let entry = map.entries.last(where: { $0.keyAt <= position }) else { return [] }
        return [entry.key] + path(to: position, in: entry.value)
    }

    private static func path(to position: Position, in node: Node) -> [String] {
        guard node.at <= position else { return [] }
        switch node.content {
        case .scalar: return []
        case .map(let map): return path(to: position, in: map)
        case .list(let items):
            guard let index = items.lastIndex(where: { $0.at <= position }) else { return [] }
            return ["\(index)"] + path(to: position, in: items[index])
        }
    }
}

extension Position {
    /// True if a position is not after another one of the same file.
    fileprivate static func <= (left: Position, right: Position) -> Bool {
        (left.line, left.column) <= (right.line, right.column)
    }
}
