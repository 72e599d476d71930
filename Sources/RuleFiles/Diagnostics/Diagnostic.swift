/// An error or a warning about a rule file.
///
/// As JSON it is a flat object of the names below, which editors' problem matchers understand.
package struct Diagnostic: Hashable, Sendable, Codable {
    /// The severity: a set with an error is refused whole, a warning has no effect.
    package enum Severity: String, Hashable, Sendable, Codable {
        case error, warning
    }

    package var severity: Severity
    /// The kind of a warning about rule files; not part of the JSON.
    package var kind: WarningKind?
    /// The file's path, as in `RuleText`.
    package var file: String
    /// The line, from 1; 0 if the diagnostic concerns the file or directory as a whole.
    package var line: Int
    /// The column in characters, from 1; 0 if the diagnostic concerns the file as a whole.
    package var column: Int
    /// The message, without a full stop.
    package var message: String
    /// The text that was probably meant, alone and unquoted: `targets`.
    package var suggestion: String?
    /// The line with the mistake; nil if the diagnostic concerns the file as a whole.
    package var excerpt: Excerpt?
    package var notes: [Note]

    private enum CodingKeys: String, CodingKey {
        case severity, file, line, column, message, suggestion, excerpt, notes
    }

    package init(
        severity: Severity, kind: WarningKind? = nil, file: String, line: Int = 0, column: Int = 0,
        message: String, suggestion: String? = nil, excerpt: Excerpt? = nil, notes: [Note] = []
    ) {
        self.severity = severity
        self.kind = kind
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.suggestion = suggestion
        self.excerpt = excerpt
        self.notes = notes
    }

    /// A related place with a message.
    package struct Note: Hashable, Sendable, Codable {
        package var file: String
        package var line: Int
        package var column: Int
        package var message: String
    }

    /// A line of a file, cut to a terminal's width, with the position of the mistake.
    package struct Excerpt: Hashable, Sendable, Codable {
        /// The line's text around the place, without control characters.
        package var text: String
        /// The number of characters of `text` before the mistake.
        package var caret: Int
    }
}
