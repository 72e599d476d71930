struct HorizontalBarLayout {
    let letters: TextMetrics
    let namesOver: Bool
    let barsHeight: Double
    let rowHeight: Double
    /// True if each bar's number stands at its end: only if no other bar continues there.
    let isNumbered: Bool
    let box: Box
    let ticks: Ticks
    private let tickTexts: [String]
    private let title: String

    init(_ chart: BarChart, _ width: ChartWidth) {
        let letters = width.lettering
        self.letters = letters
        namesOver = width == .narrow
        let bars = chart.arrangement == .grouped ? max(chart.series.count, 1) : 1
        barsHeight = Double(bars) * (letters.fontSize + 3)
        rowHeight = barsHeight + (namesOver ? letters.lineHeight + 8 : 8)
        let labels = chart.categories.labels
        let names = labels.map { letters.cut($0.full, to: 180) }
        let left = namesOver ? 2 : max(letters.widest(of: names), 40) + 8
        let numbers = labels.indices.flatMap { chart.bars(at: $0) }.map { $0.to }
        let widest = letters.widest(of: numbers.map(chart.values.format)) + 4
        isNumbered =
            (chart.arrangement == .grouped || chart.series.count == 1)
            && widest < (width.units - left) / 3
        let top = letters.lineHeight + 4
        let box = Box(
            left: left, top: top, right: width.units - (isNumbered ? widest : 4),
            bottom: top + Double(labels.count) * rowHeight + (namesOver ? 0 : 2))
        self.box = box
        title = letters.cut(chart.categories.title, to: width.units)
        (ticks, tickTexts) = Self.ticks(chart, in: box, letters)
    }

    /// The finest ticks whose labels fit side by side.
    private static func ticks(
        _ chart: BarChart, in box: Box, _ letters: TextMetrics
    ) -> (Ticks, [String]) {
        var intervals = 5
        while true {
            let ticks = chart.values.ticks(covering: chart.ends, atMost: intervals)
            let texts = ticks.values.map { letters.cut(chart.values.format($0), to: box.width / 2) }
            let room = box.width / Double(ticks.values.count - 1)
            if intervals == 1 || letters.widest(of: texts) * 1.5 + 6 <= room {
                return (ticks, texts)
            }
            intervals -= 1
        }
    }

    func x(_ value: Double) -> Double { box.left + ticks.fraction(value) * box.width }

    /// Draws the title of the names and the labels of the ticks.
    func drawTicks(in drawing: inout Drawing) {
        drawing.text(title, x: 0, y: letters.fontSize, class: "chart-title")
        let row = LabelRow(
            tickTexts.map { ChartLabel($0) }, at: ticks.values.map(x),
            slot: box.width / Double(ticks.values.count - 1),
            within: Box(left: 0, top: 0, right: drawing.width.units, bottom: 0), letters: letters)
        for label in row.labels {
            drawing.text(
                label.text, x: label.middle, y: box.bottom + letters.lineHeight, anchor: .middle)
        }
    }

    /// The top of a row's bars, and the extent of the row's gridlines: the whole row, or only the
    /// bars if names stand between them, so that no line crosses a name.
    func bars(ofRowAt top: Double) -> (top: Double, lines: ClosedRange<Double>) {
        guard namesOver else { return (top + 4, top...(top + rowHeight)) }
        let first = top + letters.lineHeight + 2
        return (first, (first - 1)...(first + barsHeight))
    }

    func drawGrid(_ lines: ClosedRange<Double>, in drawing: inout Drawing) {
        for value in ticks.values {
            let x = x(value)
            drawing.line(
                from: (x, lines.lowerBound), to: (x, lines.upperBound), class: "chart-grid")
        }
    }
}
