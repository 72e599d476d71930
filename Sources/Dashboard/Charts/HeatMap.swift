/// A heat map: counts by two kinds of categories, weekdays and hours. Colour is never the only
/// distinction: a cell also shows its number, or a dot that grows with the number.
struct HeatMap: Sendable {
    let caption: ChartCaption
    let rows: CategoryAxis
    let columns: CategoryAxis
    /// Counts by row, then column; a missing or negative count is drawn as zero.
    let counts: [[Int]]
    /// The name of the things that are counted.
    let legendTitle: String
    let format: @Sendable (Int) -> String

    /// The chart as HTML; the empty text if every count is zero.
    var html: String {
        let lying = HeatGrid(rows: rows, columns: columns) { count(row: $0, column: $1) }
        guard lying.greatest > 0 else { return ChartFigure.empty(caption) }
        // Where it is narrow the shorter axis goes across, so that the numbers keep their room.
        let standing = HeatGrid(rows: columns, columns: rows) { count(row: $1, column: $0) }
        let vertical = columns.labels.count > rows.labels.count ? standing : lying
        let texts = Dictionary(
            Set(lying.all).map { ($0, format($0)) }, uniquingKeysWith: { first, _ in first })
        let written = { texts[$0] ?? format($0) }
        return ChartFigure.html(caption, tables: [vertical.table(written)]) { drawing in
            (drawing.width == .wide ? lying : vertical).draw(written, in: &drawing)
            legend(greatest: lying.greatest).draw(in: &drawing)
        }
    }

    private func count(row: Int, column: Int) -> Int {
        guard counts.indices.contains(row), counts[row].indices.contains(column) else { return 0 }
        return max(counts[row][column], 0)
    }

    private func legend(greatest: Int) -> Legend {
        let steps = HeatStep.all(greatest: greatest).map { step in
            let (low, high) = (format(step.counts.lowerBound), format(step.counts.upperBound))
            return Legend.Item(
                swatch: .heat(step.step),
                name: step.counts.count == 1 ? low : "\(low)–\(high)")
        }
        let title = Legend.Item(swatch: .none, name: legendTitle)
        return Legend(items: [title, Legend.Item(swatch: .heat(0), name: format(0))] + steps)
    }
}

/// The layout of a heat map's cells in one form of the picture.
struct HeatGrid {
    let rows: CategoryAxis
    let columns: CategoryAxis
    let count: (_ row: Int, _ column: Int) -> Int

    var all: [Int] {
        rows.labels.indices.flatMap { row in columns.labels.indices.map { count(row, $0) } }
    }

    var greatest: Int { all.max() ?? 0 }

    func table(_ format: (Int) -> String) -> ChartTable {
        ChartTable(
            heads: [rows.title] + columns.labels.map(\.full),
            rows: rows.labels.enumerated().map { row, label in
                (label.full, columns.labels.indices.map { format(count(row, $0)) })
            })
    }

    func draw(_ format: (Int) -> String, in drawing: inout Drawing) {
        let (letters, units) = (drawing.lettering, drawing.width.units)
        let names = rows.labels.map { letters.cut($0.short, to: units / 4) }
        let left = letters.widest(of: names) + 8
        let top = letters.lineHeight * 2 + 4
        let cell = (
            width: (units - left) / Double(columns.labels.count), height: letters.lineHeight + 8
        )
        let box = Box(
            left: left, top: top, right: units,
            bottom: top + cell.height * Double(rows.labels.count))
        drawHeads(box, slot: cell.width, in: &drawing)
        let greatest = greatest
        let hasNumbers = letters.width(of: format(greatest)) + 4 <= cell.width
        for row in rows.labels.indices {
            let y = top + cell.height * Double(row)
            drawing.text(
                names[row], x: left - 6, y: y + cell.height / 2 + letters.fontSize * 0.35,
                anchor: .end)
            for column in columns.labels.indices {
                let x = left + cell.width * Double(column)
                let place = Box(left: x, top: y, right: x + cell.width, bottom: y + cell.height)
                let number = format(count(row, column))
                drawCell(
                    place, step: HeatStep.of(count(row, column), greatest: greatest),
                    number: hasNumbers ? number : nil,
                    tip: "\(rows.labels[row].full), \(columns.labels[column].full): \(number)",
                    in: &drawing)
            }
        }
        drawing.height = box.bottom + 4
    }

    private func drawHeads(
        _ box: Box, slot: Double, in drawing: inout Drawing
    ) {
        let letters = drawing.lettering
        let baseline = letters.lineHeight + letters.fontSize
        // The rows' title stands over the rows' names, the columns' at the other end of its line.
        let half = box.right / 2 - letters.fontSize
        drawing.text(
            letters.cut(rows.title, to: half), x: 0, y: letters.fontSize, class: "chart-title")
        drawing.text(
            letters.cut(columns.title, to: half), x: box.right, y: letters.fontSize,
            class: "chart-title", anchor: .end)
        let middles = columns.labels.indices.map { box.left + (Double($0) + 0.5) * slot }
        let short = columns.labels.map { ChartLabel($0.short) }
        let row = LabelRow(short, at: middles, slot: slot, within: box, letters: letters)
        for label in row.labels {
            drawing.text(label.text, x: label.middle, y: baseline, anchor: .middle)
        }
    }

    private func drawCell(
        _ box: Box, step: Int, number: String?, tip: String, in drawing: inout Drawing
    ) {
        let middle = (box.top + box.bottom) / 2
        drawing.rectangle(box, class: "heat-cell heat-\(step)", tip: tip)
        guard step > 0 else { return }
        if let number {
            drawing.text(
                number, x: box.middle, y: middle + drawing.lettering.fontSize * 0.35,
                class: "heat-label-\(step)", anchor: .middle)
        } else if let radius = HeatStep.radius(of: step, in: box) {
            drawing.dot(x: box.middle, y: middle, radius: radius, class: "heat-label-\(step)")
        }
    }
}
