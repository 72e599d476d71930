/// A meter from 0 to 1: the progress of a goal, or a risk score with its levels.
struct Meter: Sendable {
    let caption: ChartCaption
    /// The value from 0 to 1; a value outside this range is clamped.
    let value: FiniteNumber
    /// The value in words, which stands beside the title.
    let valueText: String
    /// The levels, which the table lists; without levels there is no table.
    var bands: [ValueBand] = []
    /// The headings of the table: "Level", "From".
    var heads: [String] = []
    /// Formats the value at which a level begins.
    var format: @Sendable (Double) -> String = { "\($0)" }

    var html: String {
        let levels = ChartTable(bands, heads: heads, format: format)
        return ChartFigure.html(caption, value: valueText, tables: [levels].compactMap { $0 }) {
            draw(in: &$0)
        }
    }

    private func draw(in drawing: inout Drawing) {
        let letters = drawing.lettering
        let height = letters.lineHeight
        let track = Box(left: 0, top: 2, right: drawing.width.units, bottom: 2 + height)
        drawing.rectangle(track, class: "chart-track", round: 4, tip: valueText)
        if value > 0 {
            var filled = track
            filled.right = track.width * min(value.value, 1)
            drawing.rectangle(filled, class: "chart-1", round: 4, tip: valueText)
        }
        drawing.height = track.bottom + 2
        guard !bands.isEmpty else { return }
        drawLevels(under: track, in: &drawing)
    }

    /// Draws the scale under the track, with the names of the levels.
    private func drawLevels(under track: Box, in drawing: inout Drawing) {
        let letters = drawing.lettering
        let levels = bands.sorted { $0.from < $1.from }
        let marks = levels.map { min(max($0.from.value, 0), 1) }
        for mark in marks {
            let x = track.width * mark
            drawing.line(from: (x, 0), to: (x, track.bottom + 3), class: "chart-band")
        }
        // Levels before the ends of the scale: where they crowd, the later ones give way.
        let values = marks.filter { $0 > 0 && $0 < 1 } + [0, 1]
        let baseline = track.bottom + letters.lineHeight
        var taken: [ClosedRange<Double>] = []
        for value in values {
            let text = format(value)
            let half = letters.width(of: text) / 2
            let middle = min(max(track.width * value, half), max(track.width - half, half))
            let room = (middle - half - 4)...(middle + half + 4)
            guard !taken.contains(where: { $0.overlaps(room) }) else { continue }
            taken.append(room)
            drawing.text(text, x: middle, y: baseline, anchor: .middle)
        }
        drawing.height = baseline + 2
        let names = levels.map { "\($0.name) (\(format($0.from.value)))" }
        Legend(items: names.map { Legend.Item(swatch: .band, name: $0) }).draw(in: &drawing)
    }
}
