/// One thing that is wrong, or doubtful, in a rule file.
///
/// As JSON it is a flat object of the names below, which editors' problem matchers take as it is.
package struct Diagnostic: Hashable, Sendable, Codable {
    /// How much it matters: a set with an error is refused whole, a warning only tells.
    package enum Severity: String, Hashable, Sendable, Codable {
        case error, warning
    }

    package var severity: Severity
    /// The file's path, as in `RuleText`.
    package var file: String
    /// The line, from 1; 0 where the file or directory as a whole is meant.
    package var line: Int
    /// The column in characters, from 1; 0 where the file as a whole is meant.
    package var column: Int
    /// The mistake in words, with no final stop.
    package var message: String
    /// The text that was probably meant, alone and unquoted: `targets`.
    package var suggestion: String?
    /// The line that the diagnostic points into; nil where the file as a whole is meant.
    package var excerpt: Excerpt?
    package var notes: [Note]

    package init(
        severity: Severity, file: String, line: Int = 0, column: Int = 0, message: String,
        suggestion: String? = nil, excerpt: Excerpt? = nil, notes: [Note] = []
    ) {
        self.severity = severity
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.suggestion = suggestion
        self.excerpt = excerpt
        self.notes = notes
    }

    /// Another place with what is to be known about it.
    package struct Note: Hashable, Sendable, Codable {
        package var file: String
        package var line: Int
        package var column: Int
        package var message: String
    }

    /// A line of a file, cut to what a terminal can show, and the character that is meant.
    package struct Excerpt: Hashable, Sendable, Codable {
        /// The line's text around the place, without control characters.
        package var text: String
        /// How many characters of `text` stand before the one that is meant.
        package var caret: Int
    }
}
