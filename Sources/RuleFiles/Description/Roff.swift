/// Text in the `man` macros of roff; backquotes in the input mean bold.
struct Roff: Sendable {
    private(set) var text = ""

    mutating func macro(_ name: String, _ arguments: String...) {
        let quoted = arguments.map { argument in
            " \"" + Self.escaped(argument).replacing("\"", with: "\\(dq") + "\""
        }
        text += "." + name + quoted.joined() + "\n"
    }

    mutating func heading(_ words: String) { macro("SH", words) }

    mutating func subheading(_ words: String) { macro("SS", words) }

    mutating func paragraph(_ words: String) {
        macro("PP")
        text += Self.styled(words) + "\n"
    }

    mutating func item(_ term: String, _ words: String) {
        macro("TP")
        text += Self.styled(term) + "\n" + Self.styled(words) + "\n"
    }

    /// Appends unformatted lines in bold.
    mutating func lines(_ lines: [String]) {
        macro("PP")
        for (index, line) in lines.enumerated() {
            if index > 0 { macro("br") }
            text += Self.styled("`\(line)`") + "\n"
        }
    }

    /// Appends unformatted lines of a file.
    mutating func example(_ lines: String) {
        macro("PP")
        macro("EX")
        for line in lines.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            text += Self.guarded(Self.code(String(line))) + "\n"
        }
        macro("EE")
    }

    /// The words on one line, with text in backquotes in bold.
    private static func styled(_ words: String) -> String {
        let parts = words.split(separator: "`", omittingEmptySubsequences: false)
        let styled = parts.enumerated().map { index, part in
            index.isMultiple(of: 2)
                ? escaped(String(part)) : "\\fB" + code(String(part)) + "\\fR"
        }
        return guarded(styled.joined())
    }

    /// A line safe to output: at its start a full stop or an apostrophe would be read as a request.
    private static func guarded(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    /// The text with literal dashes and quotes, as in files.
    private static func code(_ text: String) -> String {
        escaped(text).replacing("-", with: "\\-").replacing("'", with: "\\(aq")
            .replacing("^", with: "\\(ha").replacing("~", with: "\\(ti")
    }

    /// The text in ASCII, with backslashes escaped.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("–", with: "\\(en")
            .replacing("→", with: "\\(->").replacing("…", with: "...")
    }
}
