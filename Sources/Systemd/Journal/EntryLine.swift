/// The readable form of an entry: `level: message` on a terminal, `level: message NAME=value` in a
/// log file.
package enum EntryLine {
    /// Fields for searching, which only lengthen a line that is read as it appears.
    private static let unseen: Set<String> = ["LOGGER"]

    /// An entry's text without a final newline: its level, its message and its fields by name.
    ///
    /// A message may have several lines; all other control characters are escaped, so that what a
    /// peer or a file brought into a message cannot steer the terminal.
    package static func text(of entry: JournalEntry) -> String {
        let fields = entry.fields.filter { !unseen.contains($0.key) }
            .sorted { $0.key < $1.key }.map { "\($0.key)=\(quoted($0.value))" }
        return ([words(of: entry)] + fields).joined(separator: " ")
    }

    /// An entry's level and message alone, for a person who watches a terminal.
    package static func words(of entry: JournalEntry) -> String {
        "\(entry.priority): \(escaped(entry.message) { $0 != "\n" && $0 != "\t" })"
    }

    /// A value as it stands if it is one plain word, else in quotation marks with what would break
    /// the line escaped.
    static func quoted(_ value: String) -> String {
        let isPlain =
            !value.isEmpty
            && value.unicodeScalars.allSatisfy {
                $0 != " " && $0 != "\"" && $0 != "\\" && !isControl($0)
            }
        return isPlain ? value : "\"\(escaped(value, where: { _ in true }, quoting: true))\""
    }

    private static func escaped(
        _ text: String, where isEscapable: (Unicode.Scalar) -> Bool, quoting: Bool = false
    ) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if quoting, scalar == "\"" || scalar == "\\" {
                result += "\\"
                result.unicodeScalars.append(scalar)
            } else if isControl(scalar), isEscapable(scalar) {
                result += scalar == "\n" ? "\\n" : "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }
}
