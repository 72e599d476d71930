import Localization

/// Rows of cells in aligned columns; the last column is wrapped to the width.
struct TextTable {
    struct Cell: ExpressibleByStringInterpolation {
        var text: String
        var role: Style.Role?

        init(_ text: String, _ role: Style.Role? = nil) {
            self.text = Printable.text(text)
            self.role = role
        }
        init(stringLiteral value: String) { self.init(value) }

        /// The text in the language of the translation in use.
        static func localized(_ text: LocalizedText) -> Cell {
            Cell(Localization.localized(text))
        }
    }

    private var rows: [[Cell]] = []
    private let gap = "  "

    init(_ rows: [[Cell]] = []) { self.rows = rows }

    /// Adds a row; rows may have fewer cells than others.
    mutating func add(_ cells: Cell...) { rows.append(cells) }

    mutating func add(_ cells: [Cell]) { rows.append(cells) }

    /// Adds a row of a name and its value; adds nothing if there is no value.
    mutating func add(name: String, _ value: String?, _ role: Style.Role? = nil) {
        if let value { rows.append([.init(name, .faint), .init(value, role)]) }
    }

    /// The lines, each without trailing blanks, with a newline after each; `stacks` puts the cells
    /// of a row below each other if the last one has too little room.
    func text(_ style: Style, indent: Int = 0, stacks: Bool = false) -> String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<max(count - 1, 0)).map { column in
            rows.compactMap { row in
                // A row's last cell may be longer; it does not widen its column.
                row.count > column + 1 ? Printable.columns(row[column].text) : nil
            }.max() ?? 0
        }
        let taken = widths.reduce(indent) { $0 + $1 + gap.count }
        if stacks, style.width - taken < Self.leastRoom {
            return rows.map { stacked($0, style, indent: indent) }.joined()
        }
        return rows.map { line($0, widths, style, indent: indent) }.joined()
    }

    /// The columns that the last cell of a row gets at least.
    private static let leastRoom = 20

    /// The first cell, after a mark if there is one, and each other cell below it.
    private func stacked(_ row: [Cell], _ style: Style, indent: Int) -> String {
        let head = row.firstIndex { Printable.columns($0.text) > 1 } ?? 0
        var text = ""
        if head > 0 {
            text = row[..<head].map { style.apply($0.role, $0.text) + " " }.joined()
        }
        let blanks = String(repeating: " ", count: indent)
        var lines: [String] = []
        for cell in row[head...] where !cell.text.isEmpty {
            let below = lines.isEmpty ? 2 * head : 2 * head + gap.count
            let room = max(style.width - indent - below, Self.leastRoom)
            let pieces = Paragraph.wrapped(cell.text, width: room)
                .map { style.apply(cell.role, $0) }
            let margin = blanks + String(repeating: " ", count: below)
            for (index, piece) in pieces.enumerated() {
                lines.append(lines.isEmpty && index == 0 ? blanks + text + piece : margin + piece)
            }
        }
        return lines.map { trimmed($0) + "\n" }.joined()
    }

    private func line(_ row: [Cell], _ widths: [Int], _ style: Style, indent: Int) -> String {
        var text = String(repeating: " ", count: indent)
        var column = indent
        guard let last = row.last else { return "\n" }
        for (cell, width) in zip(row.dropLast(), widths) {
            let padding = String(repeating: " ", count: width - Printable.columns(cell.text))
            text += style.apply(cell.role, cell.text) + padding + gap
            column += width + gap.count
        }
        let room = max(style.width - column, Self.leastRoom)
        let pieces = Paragraph.wrapped(last.text, width: room)
        let hanging = "\n" + String(repeating: " ", count: column)
        text += pieces.map { style.apply(last.role, $0) }.joined(separator: hanging)
        return trimmed(text) + "\n"
    }

    private func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

enum Paragraph {
    /// Breaks a text into lines at blanks; a word longer than the width stays whole.
    static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
                let columns = Printable.columns(line) + 1 + Printable.columns(String(word))
                if !line.isEmpty, columns > width {
                    lines.append(line)
                    line = String(word)
                } else {
                    line += (line.isEmpty ? "" : " ") + word
                }
            }
            lines.append(line)
        }
        return lines
    }

    /// Joins the pieces with commas, as many as fit on a line; none is broken.
    static func filled(_ pieces: [String], width: Int) -> [String] {
        var lines: [String] = []
        for (index, piece) in pieces.enumerated() {
            let piece = piece + (index < pieces.count - 1 ? "," : "")
            if let last = lines.last,
                Printable.columns(last) + 1 + Printable.columns(piece) <= width
            {
                lines[lines.count - 1] += " " + piece
            } else {
                lines.append(piece)
            }
        }
        return lines
    }

    /// The text wrapped to the style's width after a mark, with a hanging indent: `! ...`.
    static func marked(_ mark: String, _ role: Style.Role, _ text: String, _ style: Style) -> String
    {
        let indent = Printable.columns(mark) + 1
        let lines = wrapped(Printable.text(text), width: max(style.width - indent, 20))
        return style.apply(role, mark) + " "
            + lines.joined(separator: "\n" + String(repeating: " ", count: indent)) + "\n"
    }
}
