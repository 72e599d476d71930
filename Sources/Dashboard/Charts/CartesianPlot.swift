/// A plot of values upwards over categories or points: its layout, gridlines, axes and labels.
struct CartesianPlot {
    let width: ChartWidth
    let ticks: Ticks
    let box: Box
    private let values: ValueAxis
    private let tickTexts: [String]

    /// Lays the plot out; `headroom` stays free above the highest tick, for labels of the bars.
    init(_ width: ChartWidth, _ values: ValueAxis, covering data: [Double], headroom: Double = 0) {
        let letters = width.lettering
        self.width = width
        self.values = values
        ticks = values.ticks(covering: data, atMost: width == .narrow ? 4 : 5)
        tickTexts = ticks.values.map { letters.cut(values.format($0), to: width.units / 3) }
        // Under the title there is room for a name that stands on the highest line.
        let top = letters.lineHeight + letters.fontSize + headroom
        box = Box(
            left: letters.widest(of: tickTexts) + 6, top: top, right: width.units - 2,
            bottom: top + (width == .narrow ? 130 : 200))
    }

    func y(_ value: Double) -> Double { box.bottom - ticks.fraction(value) * box.height }

    /// Draws everything below the data: the title of the values, ticks and gridlines.
    func drawGrid(in drawing: inout Drawing) {
        let letters = width.lettering
        drawing.text(
            letters.cut(values.title, to: width.units), x: 0, y: letters.fontSize,
            class: "chart-title")
        for (value, text) in zip(ticks.values, tickTexts) {
            let y = y(value)
            drawing.line(from: (box.left, y), to: (box.right, y), class: "chart-grid")
            drawing.text(text, x: box.left - 6, y: y + letters.fontSize * 0.35, anchor: .end)
        }
    }

    /// Draws all above the data: the zero line, and below the plot the labels and their title.
    func drawCategories(
        _ axis: CategoryAxis, at places: [Double], slot: Double, in drawing: inout Drawing
    ) {
        let letters = width.lettering
        drawing.line(from: (box.left, y(0)), to: (box.right, y(0)), class: "chart-axis")
        let row = LabelRow(axis.labels, at: places, slot: slot, within: box, letters: letters)
        let baseline = box.bottom + letters.lineHeight
        for label in row.labels {
            drawing.text(label.text, x: label.middle, y: baseline, anchor: .middle)
        }
        let title = letters.cut(axis.title, to: width.units)
        drawing.text(
            title, x: box.right, y: baseline + letters.lineHeight, class: "chart-title",
            anchor: .end)
        drawing.height = baseline + letters.lineHeight + letters.fontSize * 0.5
    }
}

/// The labels under an axis that fit side by side. Few labels are all shown, cut if necessary; of
/// many only every second, third … one is shown, beginning with the first.
struct LabelRow {
    /// A label and the middle of its place.
    struct Label: Equatable {
        let text: String
        let middle: Double
    }

    let labels: [Label]

    init(
        _ all: [ChartLabel], at places: [Double], slot: Double, within box: Box,
        letters: TextMetrics
    ) {
        let gap = letters.fontSize * 0.3
        let isFew = all.count <= 8
        let whole = letters.widest(of: all.map(\.full))
        let room = isFew ? slot - gap : max(slot - gap, box.width / 4)
        let texts = all.map {
            letters.shortened(whole <= slot - gap ? $0.full : $0.short, to: room)
        }
        let step =
            isFew
            ? 1 : Self.step(of: all.count, slot: slot, widest: letters.widest(of: texts) + gap)
        var placed: [Label] = []
        var free = -Double.infinity
        for index in stride(from: 0, to: all.count, by: step) where index < places.count {
            let half = letters.width(of: texts[index]) / 2
            // A label at an edge moves inwards rather than out of the picture.
            let middle = min(max(places[index], half), max(box.right - half, half))
            guard middle - half >= free else { continue }
            placed.append(Label(text: texts[index], middle: middle))
            free = middle + half + gap
        }
        labels = placed
    }

    /// The smallest step at which labels do not touch, or a slightly larger one that divides the
    /// number of labels (hours: 2, 3, 4, 6).
    static func step(of count: Int, slot: Double, widest: Double) -> Int {
        let needed = slot > 0 ? Int(min((widest / slot).rounded(.up), Double(count))) : count
        let least = max(needed, 1)
        let divisor = (least...max(least * 3 / 2, least)).first { count.isMultiple(of: $0) }
        return divisor ?? least
    }
}
