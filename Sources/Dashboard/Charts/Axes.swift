/// The axis of the compared things: hours, weekdays, categories, days.
struct CategoryAxis: Sendable {
    /// The title of the labels, "Hour of day".
    let title: String
    let labels: [ChartLabel]
}

/// The axis of the numbers: their unit, the steps that suit them, and how they are written.
struct ValueAxis: Sendable {
    /// The round steps between the ticks.
    enum Scale: Sendable {
        /// For counts: 1, 2, 5, 10, 20 …
        case whole
        /// For shares, scores and means: … 0.1, 0.2, 0.5, 1, 2 …
        case fraction
        /// For minutes: 1, 2, 5, 10, 15, 30, 60, 120 … up to days.
        case minutes
    }

    /// The title of the measure, with its unit if it has one: "Minutes used (min)".
    let title: String
    var scale = Scale.whole
    /// The least range of the axis; it always shows zero and every number drawn.
    var range: ClosedRange<FiniteNumber>?
    /// Formats a number in the person's language, for ticks, bars and the table.
    let format: @Sendable (Double) -> String

    /// The ticks that cover zero, the axis's range and the given numbers.
    func ticks(covering values: [Double], atMost intervals: Int) -> Ticks {
        let bounds = range.map { [$0.lowerBound.value, $0.upperBound.value] } ?? []
        let all = values + bounds + [0]
        return Ticks(
            covering: all.reduce(0, min)...all.reduce(0, max), atMost: intervals, scale: scale)
    }

    /// A copy of the axis that formats each of these numbers only once. Every number appears in
    /// both forms of a picture, in its tips and in the table, and formatting is slow.
    func written(_ numbers: [Double]) -> ValueAxis {
        var texts: [Double: String] = [:]
        for number in numbers where texts[number] == nil { texts[number] = format(number) }
        let known = texts
        return ValueAxis(title: title, scale: scale, range: range) { [format] number in
            known[number] ?? format(number)
        }
    }

    func cell(_ value: Double?) -> String { value.map(format) ?? ChartTable.unknown }
}
