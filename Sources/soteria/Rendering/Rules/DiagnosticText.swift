import API

/// What is wrong in rule files, as the daemon says it: place, message, line and caret.
enum DiagnosticText {
    /// All of them, a blank line after each.
    static func all(_ diagnostics: [RulesAPI.Diagnostic], _ style: Style) -> String {
        diagnostics.map { one($0, style) + "\n" }.joined()
    }

    private static func one(_ diagnostic: RulesAPI.Diagnostic, _ style: Style) -> String {
        let isError = diagnostic.severity == .error
        var message = diagnostic.message
        if let suggestion = diagnostic.suggestion { message += "; did you mean \"\(suggestion)\"?" }
        let place = place(diagnostic.file, diagnostic.line, diagnostic.column)
        var text =
            style.apply(.strong, place) + ": "
            + style.apply(isError ? .bad : .doubtful, diagnostic.severity.rawValue) + ": "
            + Printable.text(message) + "\n"
        if let excerpt = diagnostic.excerpt {
            let before = Printable.columns(String(excerpt.prefix(max(diagnostic.caret ?? 0, 0))))
            let caret = String(repeating: " ", count: before) + style.apply(.good, "^")
            text += Printable.text(excerpt) + "\n" + caret + "\n"
        }
        for note in diagnostic.notes {
            text +=
                style.apply(.strong, self.place(note.file, note.line, note.column)) + ": note: "
                + Printable.text(note.message) + "\n"
        }
        return text
    }

    private static func place(_ file: String, _ line: Int?, _ column: Int?) -> String {
        let file = Printable.text(file)
        return line.map { "\(file):\($0):\(column ?? 1)" } ?? file
    }
}
