import Testing

/// A table of literal rows: one line each, cells between bars, `#` begins a comment.
struct Table: Sendable {
    /// The rows as they stand, for use as test arguments: a failure shows its row.
    let rows: [String]
    /// The first comment: the names of the columns.
    let header: String

    init(_ text: String) {
        let lines = text.split(separator: "\n").map(String.init)
        rows = lines.filter { line in
            !line.hasPrefix("#") && !line.allSatisfy(\.isWhitespace)
        }
        header = lines.first { $0.hasPrefix("#") } ?? ""
    }

    /// The cells of a row, trimmed.
    static func cells(_ row: String) -> [String] {
        row.split(separator: "|", omittingEmptySubsequences: false).map { cell in
            let words = cell.split(separator: " ")
            return words.joined(separator: " ")
        }
    }
}
