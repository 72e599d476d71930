import RuleModel

/// A diagnostic for editors: a `Diagnostic` of the Language Server Protocol.
package struct EditorDiagnostic: Hashable, Sendable, Codable {
    package var range: Range
    /// The severity: 1 for an error, 2 for a warning.
    package var severity: Int
    /// The source: `soteria`.
    package var source: String
    /// The message, including the suggestion.
    package var message: String
    package var relatedInformation: [Related]
    /// The fix that a client may apply, if any.
    package var data: Fix?

    /// A half-open range of a text.
    package struct Range: Hashable, Sendable, Codable {
        package var start: Place
        package var end: Place
    }

    package struct Place: Hashable, Sendable, Codable {
        /// The line, from 0.
        package var line: Int
        /// UTF-16 code units of the line before the place.
        package var character: Int
    }

    package struct Related: Hashable, Sendable, Codable {
        package var location: Location
        package var message: String
    }

    package struct Location: Hashable, Sendable, Codable {
        package var uri: String
        package var range: Range
    }

    /// A fix for a mistake.
    package struct Fix: Hashable, Sendable, Codable {
        /// The suggested replacement of the range.
        package var suggestion: String
    }
}

/// The diagnostics of one file, in the format of `textDocument/publishDiagnostics`.
package struct EditorDocument: Hashable, Sendable, Codable {
    /// The file; `soteria:default/NAME.yaml` for embedded defaults.
    package var uri: String
    /// All diagnostics of the file; an empty list removes those shown before.
    package var diagnostics: [EditorDiagnostic]
}

extension RuleLoadResult {
    /// All diagnostics by file: files in the order read, then those that could not be read.
    package var documents: [EditorDocument] {
        // The text of a list of sites is not kept.
        let texts = EditorTexts(sources.filter { !$0.isList })
        var paths = sources.map(\.path)
        paths += diagnostics.map(\.file).filter { !paths.contains($0) }
        var seen: Set<String> = []
        let byFile = Dictionary(grouping: diagnostics, by: \.file)
        return paths.filter { seen.insert($0).inserted }.map { path in
            EditorDocument(
                uri: EditorTexts.uri(of: path),
                diagnostics: (byFile[path] ?? []).map { texts.diagnostic($0) })
        }
    }
}

/// The texts of a load, to turn the columns of diagnostics into an editor's ranges.
private struct EditorTexts {
    private let lines: [String: SourceText]

    init(_ sources: [RuleText]) {
        lines = Dictionary(
            sources.map { ($0.path, SourceText($0)) }, uniquingKeysWith: { first, _ in first })
    }

    func diagnostic(_ diagnostic: Diagnostic) -> EditorDiagnostic {
        EditorDiagnostic(
            range: range(diagnostic.file, diagnostic.line, diagnostic.column),
            severity: diagnostic.severity == .error ? 1 : 2, source: "soteria",
            message: diagnostic.sentence,
            relatedInformation: diagnostic.notes.map { note in
                EditorDiagnostic.Related(
                    location: EditorDiagnostic.Location(
                        uri: Self.uri(of: note.file),
                        range: range(note.file, note.line, note.column)),
                    message: note.message)
            },
            data: diagnostic.suggestion.map { EditorDiagnostic.Fix(suggestion: $0) })
    }

    /// The range from a character to the end of its word; the start of the file if there is no
    /// line.
    private func range(_ file: String, _ line: Int, _ column: Int) -> EditorDiagnostic.Range {
        let text = lines[file].map { text in
            String(decoding: text.bytes[text.range(ofLine: line)], as: UTF8.self)
        }
        guard line > 0, let text else {
            // Without the file's text, each character counts as a code unit; it nearly always is.
            let place = EditorDiagnostic.Place(
                line: max(0, line - 1), character: max(0, column - 1))
            return EditorDiagnostic.Range(start: place, end: place)
        }
        let start =
            text.index(
                text.startIndex, offsetBy: max(0, column - 1), limitedBy: text.endIndex)
            ?? text.endIndex
        func place(_ index: String.Index) -> EditorDiagnostic.Place {
            EditorDiagnostic.Place(line: line - 1, character: text[..<index].utf16.count)
        }
        return EditorDiagnostic.Range(start: place(start), end: place(Self.end(of: text, start)))
    }

    /// The end of a quoted text or of a word, at least one character after its start if there is
    /// one.
    private static func end(of text: String, _ start: String.Index) -> String.Index {
        guard start < text.endIndex else { return start }
        let rest = text[start...].dropFirst()
        if let quote = text[start...].first, quote == "\"" || quote == "'" {
            return rest.firstIndex(of: quote).map { text.index(after: $0) } ?? text.endIndex
        }
        guard isWord(text[start]) else { return rest.startIndex }
        return rest.firstIndex { !isWord($0) } ?? text.endIndex
    }

    private static func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_-.".contains(character)
    }

    /// The URI of a file's path, with reserved characters percent-encoded (RFC 3986).
    static func uri(of path: String) -> String {
        var uri = path.hasPrefix("/") ? "file://" : "soteria:"
        for byte in path.utf8 {
            if byte.isWord || "-.~/".utf8.contains(byte) {
                uri.unicodeScalars.append(.init(byte))
            } else {
                uri += "%" + byte.hex(width: 2, uppercase: true)
            }
        }
        return uri
    }
}
