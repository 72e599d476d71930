/// A bar of the parts of a whole: planned, impulse, kept.
struct ShareBar: Sendable {
    struct Part: Sendable {
        let name: String
        /// The size of the part; a negative value counts as zero.
        let value: FiniteNumber

        init(name: String, value: FiniteNumber) {
            self.name = name
            self.value = max(value, 0)
        }
    }

    let caption: ChartCaption
    let parts: [Part]
    /// The headings of the table: "Answer", "Requests", "Share".
    let heads: [String]
    let format: @Sendable (Double) -> String
    /// Formats a part's share of the whole, from 0 to 1.
    let share: @Sendable (Double) -> String

    /// The bar as HTML; the empty text if every part is zero.
    var html: String {
        guard whole > 0 else { return ChartFigure.empty(caption) }
        let table = ChartTable(
            heads: heads,
            rows: parts.map { ($0.name, [format($0.value.value), share(share(of: $0))]) })
        return ChartFigure.html(caption, tables: [table]) { drawing in
            draw(in: &drawing)
            Legend(
                items: parts.enumerated().map { index, part in
                    let numbers = "\(format(part.value.value)) (\(share(share(of: part))))"
                    return Legend.Item(swatch: .area(index), name: "\(part.name): \(numbers)")
                }
            ).draw(in: &drawing)
        }
    }

    private var whole: Double { parts.reduce(0) { $0 + $1.value.value } }

    private func share(of part: Part) -> Double { part.value.value / whole }

    private func draw(in drawing: inout Drawing) {
        let letters = drawing.lettering
        let height = letters.lineHeight * 2
        var left = 0.0
        // The smallest part is still seen; the others make room for it.
        let widths = parts.map { $0.value > 0 ? max(share(of: $0), 0.01) : 0 }
        let unit = drawing.width.units / widths.reduce(0, +)
        for (index, part) in parts.enumerated() where part.value > 0 {
            let right = left + widths[index] * unit
            let box = Box(left: left, top: 0, right: right - 1, bottom: height)
            let text = share(share(of: part))
            drawing.patch(
                box, series: index, tip: "\(part.name): \(format(part.value.value)) (\(text))")
            let room = letters.width(of: text)
            if room + 8 <= box.width {
                drawing.inside(text, x: box.middle - room / 2, in: box, series: index)
            }
            left = right
        }
        drawing.height = height + 4
    }
}
