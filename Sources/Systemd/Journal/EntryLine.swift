/// The readable form of an entry: `level: message` on a terminal, `level: message NAME=value` in a
/// log file.
package enum EntryLine {
    /// Fields for searches, which would only lengthen a line for a reader.
    private static let unseen: Set<String> = ["LOGGER"]

    /// Formats an entry without a final newline: its level, message and fields by name.
    ///
    /// A message may have several lines. All other control characters are escaped, so that text
    /// from a peer or a file cannot control the terminal.
    package static func text(of entry: JournalEntry) -> String {
        let fields = entry.fields.filter { !unseen.contains($0.key) }
            .sorted { $0.key < $1.key }.map { "\($0.key)=\(quoted($0.value))" }
        return ([words(of: entry)] + fields).joined(separator: " ")
    }

    /// Formats an entry's level and message alone, for a person at a terminal.
    package static func words(of entry: JournalEntry) -> String {
        "\(entry.priority): \(escaped(entry.message) { $0 != "\n" && $0 != "\t" })"
    }

    /// Returns a value as is if it is one plain word, else quoted, with line breaks escaped.
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
