extension BarChart {
    /// Draws bars to the right; names stand before them in the wide form, above in the narrow one.
    func drawHorizontal(in drawing: inout Drawing) {
        let layout = HorizontalBarLayout(self, drawing.width)
        layout.drawTicks(in: &drawing)
        for index in categories.labels.indices {
            drawRow(index, layout, in: &drawing)
        }
        drawing.height = layout.box.bottom + layout.letters.lineHeight * 2
        drawing.text(
            layout.letters.cut(values.title, to: drawing.width.units), x: layout.box.right,
            y: drawing.height, class: "chart-title", anchor: .end)
        drawing.height += layout.letters.fontSize * 0.5
    }

    private func drawRow(_ index: Int, _ layout: HorizontalBarLayout, in drawing: inout Drawing) {
        let letters = layout.letters
        let top = layout.box.top + Double(index) * layout.rowHeight
        let label = categories.labels[index].full
        if layout.namesOver {
            drawing.text(
                letters.cut(label, to: drawing.width.units), x: 0, y: top + letters.fontSize)
        } else {
            let middle = top + layout.rowHeight / 2 + letters.fontSize * 0.35
            drawing.text(
                letters.cut(label, to: layout.box.left - 8), x: layout.box.left - 8, y: middle,
                anchor: .end)
        }
        let bars = layout.bars(ofRowAt: top)
        layout.drawGrid(bars.lines, in: &drawing)
        for bar in self.bars(at: index) {
            // More than nothing is seen, be it ever so little.
            let least = bar.from == bar.to ? 0 : 1.0
            let left = layout.x(min(bar.from, bar.to))
            let box = Box(
                left: left, top: bars.top + bar.across.lowerBound * layout.barsHeight,
                right: max(layout.x(max(bar.from, bar.to)), left + least),
                bottom: bars.top + bar.across.upperBound * layout.barsHeight - 1)
            drawing.patch(box, series: bar.series, tip: tip(of: bar, at: index))
            if layout.isNumbered, bar.to >= 0 {
                drawing.text(
                    values.format(bar.to), x: box.right + 4,
                    y: (box.top + box.bottom) / 2 + letters.fontSize * 0.35,
                    class: "chart-label chart-halo")
            }
        }
        let zero = layout.x(0)
        drawing.line(
            from: (zero, bars.lines.lowerBound), to: (zero, bars.lines.upperBound),
            class: "chart-axis")
    }
}
