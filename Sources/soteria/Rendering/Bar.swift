/// Bars of block characters, for a terminal.
enum Bar {
    /// Widths that add up to a bar's length, each part by its share of what fills the bar; a part
    /// that is not zero is at least one column wide, as long as there is room.
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

    /// A part in thousandths of the whole, cut off; at most 1000, and 0 of nothing.
    static func thousandths(_ part: Int, of whole: Int) -> Int {
        guard part > 0, whole > 0 else { return 0 }
        return Int(Double(min(part, whole)) / Double(whole) * 1000)
    }

    /// The part that is reached, and the rest of the bar behind it.
    static func progress(_ thousandths: Int, columns: Int, _ role: Style.Role, _ style: Style)
        -> String
    {
        let full = max(0, min(columns, thousandths * columns / 1000))
        return style.apply(role, String(repeating: "█", count: full))
            + style.apply(.faint, String(repeating: "░", count: columns - full))
    }
}
