/// Numbers over time as lines: a trend by day, week or month, or the risk with its levels.
struct LineChart: Sendable {
    let caption: ChartCaption
    /// The points, at equal distances.
    let points: CategoryAxis
    let values: ValueAxis
    /// One to four, with a number or a gap at each of the points.
    let series: [ChartSeries]
    var bands: [ValueBand] = []
    var bandsTitle = ""

    /// The chart as HTML; the empty text if no number is known.
    var html: String {
        let known = points.labels.indices.flatMap { index in
            series.compactMap { $0.value(at: index) }
        }
        guard !known.isEmpty else { return ChartFigure.empty(caption) }
        let levels = ChartTable(
            bands, heads: [bandsTitle, values.title], format: values.format)
        let tables =
            [ChartTable(points, series, values.written(known))] + [levels].compactMap { $0 }
        return ChartFigure.html(caption, tables: tables) { drawing in
            draw(covering: known + bands.map(\.from.value), in: &drawing)
            Legend(series) { .line($0) }.draw(in: &drawing)
        }
    }

    private func draw(covering data: [Double], in drawing: inout Drawing) {
        let plot = CartesianPlot(drawing.width, values, covering: data)
        let count = points.labels.count
        let inset = 5.0
        let slot = (plot.box.width - 2 * inset) / Double(max(count - 1, 1))
        let places = (0..<count).map {
            count == 1 ? plot.box.middle : plot.box.left + inset + Double($0) * slot
        }
        plot.drawGrid(in: &drawing)
        drawBands(plot, in: &drawing)
        plot.drawCategories(points, at: places, slot: slot, in: &drawing)
        for (index, series) in series.enumerated() {
            let trace = Trace(
                series, places: places, marksAll: count <= drawing.width.mostMarkers, plot.y)
            trace.draw(as: index, in: &drawing)
        }
        nameBands(plot, in: &drawing)
    }

    private func drawBands(_ plot: CartesianPlot, in drawing: inout Drawing) {
        for band in bands {
            let y = plot.y(band.from.value)
            drawing.line(from: (plot.box.left, y), to: (plot.box.right, y), class: "chart-band")
        }
    }

    /// Writes each level's name above its line and the data, unless the previous name is too close.
    private func nameBands(_ plot: CartesianPlot, in drawing: inout Drawing) {
        let letters = drawing.lettering
        var free = Double.infinity
        for band in bands.sorted(by: { $0.from < $1.from }) {
            let y = plot.y(band.from.value)
            guard y <= free else { continue }
            drawing.text(
                letters.cut(band.name, to: plot.box.width / 2), x: plot.box.left + 4, y: y - 3,
                class: "chart-label chart-halo")
            free = y - letters.lineHeight
        }
    }
}

/// A series as a line, broken where a number is missing.
struct Trace {
    private(set) var stretches: [[(x: Double, y: Double)]] = []
    private let marksAll: Bool

    init(
        _ series: ChartSeries, places: [Double], marksAll: Bool, _ y: (Double) -> Double
    ) {
        self.marksAll = marksAll
        var isBroken = true
        for (index, x) in places.enumerated() {
            guard let value = series.value(at: index) else {
                isBroken = true
                continue
            }
            if isBroken { stretches.append([]) }
            stretches[stretches.count - 1].append((x, y(value)))
            isBroken = false
        }
    }

    /// The line, without the points that stand alone.
    var line: String {
        stretches.filter { $0.count > 1 }.map { stretch in
            stretch.enumerated().map { place, point in
                "\(place == 0 ? "M" : "L")\(coordinate(point.x)) \(coordinate(point.y))"
            }.joined()
        }.joined()
    }

    /// The points with a marker: all, or if there are too many, those that are not part of a line.
    var marked: [(x: Double, y: Double)] {
        stretches.filter { marksAll || $0.count == 1 }.flatMap { $0 }
    }

    func draw(as series: Int, in drawing: inout Drawing) {
        let index = Hatch.index(of: series)
        if !line.isEmpty {
            drawing.path(line, class: "chart-line-\(index)", dashes: Hatch.dashes(of: series))
        }
        if !marked.isEmpty {
            drawing.path(
                marked.map { Hatch.marker(of: series, x: $0.x, y: $0.y) }.joined(),
                class: "chart-marker-\(index)")
        }
    }
}
