extension BarChart {
    func drawVertical(in drawing: inout Drawing) {
        let letters = drawing.lettering
        let bare = CartesianPlot(drawing.width, values, covering: ends)
        let slot = bare.box.width / Double(categories.labels.count)
        let isNumbered = hasRoomForNumbers(slot, letters)
        let plot = CartesianPlot(
            drawing.width, values, covering: ends, headroom: isNumbered ? letters.lineHeight : 0)
        plot.drawGrid(in: &drawing)
        for index in categories.labels.indices {
            let left = plot.box.left + Double(index) * slot
            for bar in bars(at: index) {
                let box = Self.box(of: bar, left: left, slot: slot, in: plot)
                drawing.patch(box, series: bar.series, tip: tip(of: bar, at: index))
                if isNumbered, bar.to > 0 {
                    drawing.text(
                        values.format(bar.to), x: box.middle, y: box.top - 3,
                        class: "chart-label chart-halo", anchor: .middle)
                }
            }
        }
        let middles = categories.labels.indices.map { plot.box.left + (Double($0) + 0.5) * slot }
        plot.drawCategories(categories, at: middles, slot: slot, in: &drawing)
    }

    /// True if each bar has a category to itself and enough room for its number.
    private func hasRoomForNumbers(_ slot: Double, _ letters: TextMetrics) -> Bool {
        guard series.count == 1 else { return false }
        let numbers = categories.labels.indices.compactMap { series[0].value(at: $0) }
        return letters.widest(of: numbers.map(values.format)) + 2 <= slot
    }

    private static func box(
        of bar: Bar, left: Double, slot: Double, in plot: CartesianPlot
    ) -> Box {
        let margin = slot * 0.15
        let room = slot - 2 * margin
        // Bars side by side keep a hair's breadth between them, as far as they are wide enough.
        let hair = min(0.5, room * (bar.across.upperBound - bar.across.lowerBound) * 0.1)
        // More than nothing is seen, be it ever so little.
        let least = bar.from == bar.to ? 0 : 1.0
        return Box(
            left: left + margin + bar.across.lowerBound * room + hair,
            top: min(plot.y(max(bar.from, bar.to)), plot.y(min(bar.from, bar.to)) - least),
            right: left + margin + bar.across.upperBound * room - hair,
            bottom: plot.y(min(bar.from, bar.to)))
    }
}
