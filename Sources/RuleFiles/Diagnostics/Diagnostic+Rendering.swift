extension Diagnostic: CustomStringConvertible {
    /// One line: `file:line:column: error: message; did you mean "x"?`.
    package var description: String {
        "\(place(file, line, column)): \(severity.rawValue): \(sentence)"
    }

    /// The message with the source line, a caret under the character, and the notes.
    ///
    /// Lines are separated by newlines, none at the end; `color` adds terminal colours (SGR).
    package func rendered(color: Bool) -> String {
        let style = color ? Style.terminal : Style.plain
        let tint = severity == .error ? style.error : style.warning
        var lines = [
            style.bold + place(file, line, column) + ": " + tint + severity.rawValue + ": "
                + style.reset + style.bold + sentence + style.reset
        ]
        if let excerpt {
            lines.append(excerpt.text)
            lines.append(padding(of: excerpt) + style.caret + "^" + style.reset)
        }
        for note in notes {
            lines.append(
                style.bold + place(note.file, note.line, note.column) + ": " + style.note
                    + "note: " + style.reset + printable(note.message))
        }
        return lines.joined(separator: "\n")
    }

    /// The message with the suggestion, safe to print.
    var sentence: String {
        printable(message) + (suggestion.map { "; did you mean \"\(printable($0))\"?" } ?? "")
    }

    private func place(_ file: String, _ line: Int, _ column: Int) -> String {
        line > 0 ? "\(printable(file)):\(line):\(column)" : printable(file)
    }

    private func padding(of excerpt: Excerpt) -> String {
        excerpt.text.prefix(excerpt.caret)
            .map { String(repeating: " ", count: $0.terminalColumns) }.joined()
    }

    private struct Style {
        var bold = "", error = "", warning = "", note = "", caret = "", reset = ""
        static let plain = Style()
        static let terminal = Style(
            bold: "\u{1b}[1m", error: "\u{1b}[31m", warning: "\u{1b}[35m", note: "\u{1b}[36m",
            caret: "\u{1b}[1;32m", reset: "\u{1b}[0m")
    }
}

extension Character {
    /// Two in a terminal for East Asian wide forms and emoji, none for lone marks and joiners.
    fileprivate var terminalColumns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.isASCII { return 1 }
        if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch first.value {
        case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff,
            0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1faff,
            0x20000...0x3fffd:
            return 2
        default: return 1
        }
    }
}
