/// A bar chart: counts by hour or weekday, moods and categories (horizontal), intended beside used
/// minutes (grouped).
struct BarChart: Sendable {
    enum Arrangement: Sendable {
        /// Side by side, to compare the bars.
        case grouped
        /// On top of each other, to compare the sums.
        case stacked
    }

    enum Direction: Sendable {
        /// For many categories with short names.
        case vertical
        /// For few categories with long names.
        case horizontal
    }

    let caption: ChartCaption
    let categories: CategoryAxis
    private(set) var values: ValueAxis
    /// One to four.
    let series: [ChartSeries]
    var arrangement = Arrangement.grouped
    var direction = Direction.vertical

    /// The chart as HTML; the empty text if no number is known.
    var html: String {
        guard !numbers.isEmpty else { return ChartFigure.empty(caption) }
        var chart = self
        chart.values = values.written(numbers + ends)
        let table = ChartTable(categories, series, chart.values)
        return ChartFigure.html(caption, tables: [table]) { [chart] drawing in
            switch direction {
            case .vertical: chart.drawVertical(in: &drawing)
            case .horizontal: chart.drawHorizontal(in: &drawing)
            }
            Legend(series) { .area($0) }.draw(in: &drawing)
        }
    }

    private var numbers: [Double] {
        categories.labels.indices.flatMap { index in series.compactMap { $0.value(at: index) } }
    }

    /// A bar: its series, the values at its two ends, and its extent across the category (0 to 1).
    struct Bar: Equatable {
        let series: Int
        let from: Double
        let to: Double
        let across: ClosedRange<Double>
    }

    /// A category's bars. Negative numbers extend to the other side of zero, also when stacked.
    func bars(at index: Int) -> [Bar] {
        let thickness = 1 / Double(max(series.count, 1))
        var (above, below) = (0.0, 0.0)
        return series.enumerated().compactMap { place, series in
            guard let value = series.value(at: index) else { return nil }
            guard arrangement == .stacked else {
                let start = Double(place) * thickness
                return Bar(series: place, from: 0, to: value, across: start...(start + thickness))
            }
            let start = value < 0 ? below : above
            if value < 0 { below += value } else { above += value }
            return Bar(series: place, from: start, to: start + value, across: 0...1)
        }
    }

    /// All values that the axis has to include.
    var ends: [Double] {
        categories.labels.indices.flatMap { bars(at: $0).flatMap { [$0.from, $0.to] } }
    }

    func tip(of bar: Bar, at index: Int) -> String {
        let number = values.format(bar.to - bar.from)
        let label = categories.labels[index].full
        return series.count < 2
            ? "\(label): \(number)" : "\(label), \(series[bar.series].name): \(number)"
    }
}
