/// How much of one there is: the progress of a goal, or a risk score with the levels it passes.
package struct Meter: Sendable {
    let caption: ChartCaption
    let value: Double
    let valueText: String
    let bands: [ValueBand]
    let titles: Titles
    let format: @Sendable (Double) -> String

    /// The heads of the table of levels.
    package struct Titles: Sendable {
        let band: String
        let from: String

        /// "Level", "From".
        package init(band: String, from: String) {
            self.band = band
            self.from = from
        }
    }

    /// A meter from 0 to 1; a value outside is drawn as the nearest of them. `valueText` is the
    /// value in words, which stands beside the title; `format` writes where a level begins. The
    /// table behind holds the levels; without levels there is none, as the one number is there.
    package init(
        caption: ChartCaption, value: Finite, valueText: String, bands: [ValueBand] = [],
        titles: Titles = Titles(band: "", from: ""),
        format: @escaping @Sendable (Double) -> String = { "\($0)" }
    ) {
        self.caption = caption
        self.value = min(max(value.value, 0), 1)
        self.valueText = valueText
        self.bands = bands
        self.titles = titles
        self.format = format
    }

    /// The meter as HTML.
    package var html: String {
        let levels = ChartTable(bands, title: titles.band, from: titles.from, format: format)
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
            filled.right = track.width * value
            drawing.rectangle(filled, class: "chart-1", round: 4, tip: valueText)
        }
        drawing.height = track.bottom + 2
        var lines: [Double] = []
        for band in bands.sorted(by: { $0.from < $1.from }) {
            let x = min(max(band.from.value, 0), 1) * track.width
            let text = letters.cut("\(band.name) \(format(band.from.value))", to: track.width / 2)
            let room = letters.width(of: text)
            let left = min(x + 3, track.width - room)
            // Each label in the first line in which it does not touch the one before it.
            let line = lines.firstIndex { $0 <= left } ?? lines.count
            if line == lines.count { lines.append(0) }
            lines[line] = left + room + letters.fontSize
            let baseline = track.bottom + letters.lineHeight * Double(line + 1)
            drawing.line(from: (x, 0), to: (x, baseline), class: "chart-band")
            drawing.text(text, x: left, y: baseline, class: "chart-label chart-halo")
            drawing.height = max(drawing.height, baseline + letters.fontSize * 0.5)
        }
    }
}
