extension WeekChart {
    func draw(in drawing: inout Drawing) {
        let letters = drawing.lettering
        let names = days.map { letters.cut($0.name.short, to: drawing.width.units / 5) }
        let lane = letters.lineHeight + 4
        let lanes = days.map { Lanes($0.blocks) }
        let top = letters.lineHeight + 4
        let height = lanes.reduce(0) { $0 + Double($1.count) * lane + 4 }
        let box = Box(
            left: letters.widest(of: names) + 8, top: top, right: drawing.width.units - 2,
            bottom: top + height)
        drawHours(box, in: &drawing)
        var y = top
        for (index, day) in days.enumerated() {
            let row = Box(
                left: box.left, top: y, right: box.right,
                bottom: y + Double(lanes[index].count) * lane)
            drawing.text(
                names[index], x: box.left - 8,
                y: (row.top + row.bottom) / 2
                    + letters.fontSize * 0.35, anchor: .end)
            drawing.rectangle(row, class: "chart-track", round: 2)
            for (block, number) in zip(lanes[index].blocks, lanes[index].lanes) {
                let above = row.top + Double(number) * lane
                draw(
                    block, of: day,
                    in: Box(
                        left: Self.x(block.minutes.lowerBound, in: box), top: above + 1,
                        right: Self.x(block.minutes.upperBound, in: box), bottom: above + lane - 1),
                    &drawing)
            }
            if let now, now.day == index {
                let x = Self.x(now.minute, in: box)
                drawing.line(from: (x, row.top - 2), to: (x, row.bottom + 2), class: "chart-now")
            }
            y = row.bottom + 4
        }
        drawing.height = box.bottom
    }

    private static func x(_ minute: Int, in box: Box) -> Double {
        box.left + box.width * Double(minute) / 1440
    }

    /// Draws the hours above the rows: every one, second, third, fourth or sixth …, as many as fit.
    private func drawHours(_ box: Box, in drawing: inout Drawing) {
        let letters = drawing.lettering
        let texts = (0...24).map { letters.cut(hour($0), to: box.width / 3) }
        let widest = letters.widest(of: texts) + letters.fontSize * 0.5
        let hourWidth = box.width / 24
        let step = [1, 2, 3, 4, 6, 12].first { Double($0) * hourWidth >= widest } ?? 24
        let hours = Array(stride(from: 0, through: 24, by: step))
        let row = LabelRow(
            hours.map { ChartLabel(texts[$0]) },
            at: hours.map { Self.x($0 * 60, in: box) }, slot: hourWidth * Double(step),
            within: box, letters: letters)
        for hour in hours {
            let x = Self.x(hour * 60, in: box)
            drawing.line(from: (x, box.top - 3), to: (x, box.bottom), class: "chart-grid")
        }
        for label in row.labels {
            drawing.text(label.text, x: label.middle, y: letters.fontSize, anchor: .middle)
        }
    }

    /// Draws a block and as much of its label as has room. A label is legible on plain colour only.
    private func draw(_ block: Block, of day: Day, in box: Box, _ drawing: inout Drawing) {
        let letters = drawing.lettering
        let series = block.schedule - 1
        drawing.patch(
            box, series: series, tip: "\(block.label): \(day.name.full) \(times(block))")
        let text = letters.cut(block.label, to: box.width - 6)
        guard text == block.label || text.count >= 4 else { return }
        drawing.inside(text, x: box.left + 3, in: box, series: series)
    }
}

/// The lanes of a day's blocks: each block gets the first one that is free when it begins.
struct Lanes {
    let blocks: [WeekChart.Block]
    /// The lane of each block, from 0.
    let lanes: [Int]
    /// The number of lanes, at least one.
    let count: Int

    init(_ unsorted: [WeekChart.Block]) {
        blocks = unsorted.sorted {
            ($0.minutes.lowerBound, $0.schedule) < ($1.minutes.lowerBound, $1.schedule)
        }
        var ends: [Int] = []
        lanes = blocks.map { block in
            let free = ends.firstIndex { $0 <= block.minutes.lowerBound } ?? ends.count
            if free == ends.count { ends.append(0) }
            ends[free] = block.minutes.upperBound
            return free
        }
        count = max(ends.count, 1)
    }
}
