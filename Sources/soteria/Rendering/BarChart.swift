import Localization

/// A chart of unblocks followed by kept blocks, with bars if the output is a terminal.
struct BarChart {
    struct Row: Hashable {
        var name: String
        var unblocks: Int
        var kept: Int

        /// The sum of both; too large a sum becomes the largest number.
        var sum: Int {
            let (sum, isOver) = unblocks.addingReportingOverflow(kept)
            return isOver ? .max : sum
        }
    }

    var title: String
    var rows: [Row]
    var isTerminal: Bool

    /// The maximum width of a bar in columns.
    private static let widest = 60

    /// The chart; empty if nothing was counted.
    func text(_ style: Style) -> String {
        let largest = rows.map(\.sum).max() ?? 0
        guard largest > 0 else { return "" }
        let numbers = rows.map(Self.numbers)
        let names = rows.map { Printable.columns($0.name) }.max() ?? 0
        let behind = numbers.map(Printable.columns).max() ?? 0
        // The indent and two gaps take six columns.
        let columns = min(Self.widest, style.width - names - behind - 6)
        var text = style.apply(.strong, title) + "\n"
        for (row, numbers) in zip(rows, numbers) {
            let pad = String(repeating: " ", count: names - Printable.columns(row.name))
            var line = "  " + Printable.text(row.name) + pad
            let widths = Bar.widths([row.unblocks, row.kept], of: largest, columns: columns)
            let width = widths.reduce(0, +)
            if isTerminal, width > 0 {
                line +=
                    "  " + style.apply(.bad, String(repeating: "█", count: widths[0]))
                    + style.apply(.good, String(repeating: "▒", count: widths[1]))
            }
            if !numbers.isEmpty { line += "  " + style.apply(.faint, numbers) }
            text += line + "\n"
        }
        return text
    }

    /// `5 unblocked, 3 kept`; empty if there are none.
    private static func numbers(_ row: Row) -> String {
        [
            row.unblocks > 0 ? localized("\(row.unblocks) unblocked") : nil,
            row.kept > 0 ? localized("\(row.kept) kept") : nil,
        ].compactMap(\.self).joined(separator: ", ")
    }

    /// The rows from the first to the last with a count above zero.
    static func inner(_ rows: [Row]) -> [Row] {
        let counting = rows.indices.filter { rows[$0].sum > 0 }
        guard let first = counting.first, let last = counting.last else { return [] }
        return Array(rows[first...last])
    }
}

/// Bars of block characters, for a terminal.
enum Bar {
    /// The widths of a bar's parts in proportion; any above zero has a column, if there is room.
    static func widths(_ parts: [Int], of whole: Int, columns: Int) -> [Int] {
        guard whole > 0, columns > 0 else { return parts.map { _ in 0 } }
        var left = columns
        return parts.map { part in
            guard part > 0 else { return 0 }
            let share = Double(min(part, whole)) / Double(whole) * Double(columns)
            let width = min(left, max(1, Int(share.rounded())))
            left -= width
            return width
        }
    }

    /// A part in thousandths of the whole, rounded down; at most 1000, and 0 if the whole is 0.
    static func thousandths(_ part: Int, of whole: Int) -> Int {
        guard part > 0, whole > 0 else { return 0 }
        return Int(Double(min(part, whole)) / Double(whole) * 1000)
    }

    /// A progress bar: the reached part, then the rest.
    static func progress(_ thousandths: Int, columns: Int, _ role: Style.Role, _ style: Style)
        -> String
    {
        let full = max(0, min(columns, thousandths * columns / 1000))
        return style.apply(role, String(repeating: "█", count: full))
            + style.apply(.faint, String(repeating: "░", count: columns - full))
    }
}
