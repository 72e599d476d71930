import CEL

/// The diagnostics of one load, and the files that they point into.
package struct Findings: Sendable {
    /// The files that were read; a `Position` refers to one by its index.
    package var files: [SourceText] = []
    /// The diagnostics in the order found; at most `limit`.
    package private(set) var diagnostics: [Diagnostic] = []
    private var omitted = 0
    /// The number of errors, including those that are only counted.
    package private(set) var errors = 0
    /// The number of warnings, including those that are only counted.
    private(set) var warnings = 0

    package var hasErrors: Bool { errors > 0 }

    package init(files: [SourceText] = []) { self.files = files }

    /// The largest number of diagnostics: more would not be read, and a damaged file could fill
    /// the memory with them.
    static let limit = 500

    /// Adds an error at a place in a file; it makes the set unusable.
    package mutating func error(
        _ message: String, at position: Position, suggestion: String? = nil,
        notes: [(at: Position, message: String)] = []
    ) {
        add(.error, nil, message, position, suggestion, notes)
    }

    /// Adds a warning at a place in a file.
    mutating func warning(
        _ kind: WarningKind, _ message: String, at position: Position, suggestion: String? = nil,
        notes: [(at: Position, message: String)] = []
    ) {
        add(.warning, kind, message, position, suggestion, notes)
    }

    /// Adds an error about a file or directory as a whole.
    package mutating func error(_ message: String, file: String) {
        add(Diagnostic(severity: .error, file: file, message: message))
    }

    private mutating func add(
        _ severity: Diagnostic.Severity, _ kind: WarningKind?, _ message: String,
        _ position: Position, _ suggestion: String?, _ notes: [(at: Position, message: String)]
    ) {
        guard !isFull else { return omit(severity) }
        let file = files[position.file]
        let notes = notes + (severity == .error ? lookalike(at: position, message) : [])
        add(
            Diagnostic(
                severity: severity, kind: kind, file: file.path, line: position.line,
                column: file.characterColumn(of: position), message: message,
                suggestion: suggestion, excerpt: file.excerpt(at: position),
                notes: notes.map { note in
                    let file = files[note.at.file]
                    return Diagnostic.Note(
                        file: file.path, line: note.at.line,
                        column: file.characterColumn(of: note.at), message: note.message)
                }))
    }

    mutating func add(_ diagnostic: Diagnostic) {
        guard !isFull else { return omit(diagnostic.severity) }
        count(diagnostic.severity)
        var diagnostic = diagnostic
        diagnostic.message = Self.shortened(diagnostic.message)
        // A very long text is no useful suggestion.
        if let meant = diagnostic.suggestion, meant.utf8.count > 2000 {
            diagnostic.suggestion = nil
        }
        diagnostics.append(diagnostic)
    }

    /// The message, with the middle of a very long quoted text removed.
    private static func shortened(_ message: String) -> String {
        guard message.utf8.count > 2000 else { return message }
        return message.prefix(500) + "…" + message.suffix(500)
    }

    /// True if further diagnostics are only counted; their positions need not be computed.
    var isFull: Bool { diagnostics.count >= Self.limit }

    /// Counts a diagnostic that is not shown.
    mutating func omit(_ severity: Diagnostic.Severity) {
        count(severity)
        omitted += 1
    }

    private mutating func count(_ severity: Diagnostic.Severity) {
        switch severity {
        case .error: errors += 1
        case .warning: warnings += 1
        }
    }

    /// A note about a character in the word at a place that only looks like an ASCII one: the
    /// person sees the right word there. There is none if the message speaks of the character.
    private func lookalike(
        at position: Position, _ message: String
    ) -> [(at: Position, message: String)] {
        let file = files[position.file]
        let start = file.offset(of: position)
        let line = file.bytes[start..<max(start, file.range(ofLine: position.line).upperBound)]
        let quotes = line.prefix(1).prefix { "\"'".utf8.contains($0) }.count
        // A longer word is no name.
        let word = line.dropFirst(quotes).prefix(200).prefix { !" \t,\"'[]{}`".utf8.contains($0) }
        guard word.contains(where: { $0 >= 0x80 }), !message.contains("U+"),
            let found = Lookalike.first(in: String(decoding: word, as: UTF8.self))
        else { return [] }
        let place = file.position(at: word.startIndex + found.offset, file: position.file)
        return [(at: place, message: found.message)]
    }

    /// The diagnostics sorted by file, in the order read, and place.
    package func sorted() -> [Diagnostic] {
        let order = Dictionary(
            files.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
        var sorted = diagnostics.enumerated().sorted { left, right in
            func rank(_ item: (offset: Int, element: Diagnostic)) -> [Int] {
                [
                    order[item.element.file] ?? -1, item.element.line, item.element.column,
                    item.offset,
                ]
            }
            return rank(left).lexicographicallyPrecedes(rank(right))
        }.map(\.element)
        if omitted > 0, let last = sorted.last {
            sorted.append(
                Diagnostic(
                    severity: hasErrors ? .error : .warning, file: last.file,
                    message: "\(omitted) more problems are not shown"))
        }
        return sorted
    }
}
