import API

/// The development of figures over a range, whose parts are requested one after another.
enum Trend {
    /// The charts; none for a single day. If the plan allows no custom ranges, a text instead.
    static func group(
        _ metrics: MetricsAPI.Metrics, _ daemon: any DaemonCalls, _ words: FigureFormats
    ) throws(CallFailure) -> MetricsResult.Group? {
        guard let from = CalendarDay(metrics.from), let to = CalendarDay(metrics.to) else {
            return nil
        }
        let range = DayParts(from: from, to: to)
        guard range.parts.count > 1 else { return nil }
        var figures: [MetricsAPI.Metrics] = []
        do throws(CallFailure) {
            for part in range.parts {
                let asked = MetricsAPI.Get.Parameters(
                    range: .custom, from: part.first.description, to: part.last.description)
                figures.append(try daemon.call(MetricsAPI.Get.self, asked).metrics)
            }
        } catch .refused(let limit as MetricsAPI.PlanLimit) {
            return .init(words("trend"), hint: words("trendNotInPlan", ["plan": limit.plan]))
        }
        let charts = TrendCharts(range: range, figures: figures, words: words)
        return .init(words("trend"), wide: charts.counts, [charts.impulse, charts.timeUsed])
    }
}

struct TrendCharts {
    let range: DayParts
    let figures: [MetricsAPI.Metrics]
    let words: FigureFormats

    /// Kept blocks, unblocks and requests, in the order and colours of the other charts.
    var counts: MetricsResult.Picture? {
        picture(
            "trend", "trendCounts", words.counts("howMany"),
            [
                series("kept") { FiniteNumber($0.byEpisode.kept) },
                series("unblocks") { FiniteNumber($0.unblocks) },
                series("requests") { FiniteNumber($0.requests) },
            ])
    }

    var impulse: MetricsResult.Picture? {
        let shares = series("impulse") { part in
            part.byEpisode.impulse.flatMap {
                FiniteNumber(Double($0.count) / Double(max($0.of, 1)))
            }
        }
        // One share is no course.
        guard shares.values.filter({ $0 != nil }).count > 1 else { return nil }
        return picture("impulse-trend", "trendImpulse", words.shares("impulse"), [shares])
    }

    var timeUsed: MetricsResult.Picture? {
        let used = series("timeUsed") { part in
            FiniteNumber(Double(part.usage.reduce(0) { $0 &+ $1.seconds }) / 60)
        }
        guard used.values.contains(where: { ($0 ?? 0) > 0 }) else { return nil }
        return picture("use-trend", "trendUse", words.minutes("timeUsed"), [used])
    }

    private func series(
        _ name: String, _ value: (MetricsAPI.Metrics) -> FiniteNumber?
    ) -> ChartSeries {
        ChartSeries(name: words(name), values: figures.map(value))
    }

    private func picture(
        _ id: String, _ key: String, _ axis: ValueAxis, _ series: [ChartSeries]
    ) -> MetricsResult.Picture {
        let counts = words("\(key)Counts", ["part": partName])
        let chart = LineChart(
            caption: words.caption(id, key, counts),
            points: CategoryAxis(title: axisTitle, labels: range.parts.map(label)),
            values: axis, series: series)
        return .init(chart: chart.html, counts: counts)
    }

    private var axisTitle: String {
        switch range.unit {
        case .days: words("day")
        case .weeks: words("weekFrom")
        case .months: words("monthsFrom")
        }
    }

    private var partName: String {
        switch range.unit {
        case .days: words("eachDay")
        case .weeks: words("eachWeek")
        case .months(let count) where count % 12 == 0: words("eachYears", count: count / 12)
        case .months(let count): words("eachMonths", count: count)
        }
    }

    private func label(_ part: DayParts.Part) -> ChartLabel {
        let full = words.days(part.first.description, part.last.description)
        guard case .months = range.unit else {
            return ChartLabel(full, short: words.formats.shortDay(part.first))
        }
        return ChartLabel(full, short: words.formats.month(part.first))
    }
}

/// A range of days divided into days, weeks or months: at most 31 parts, none of them empty.
struct DayParts {
    /// The length of the parts. The range may cut the first and the last part short.
    enum Unit: Hashable {
        case days
        /// Weeks from Monday on, as in the daemon.
        case weeks
        /// A number of months. Longer parts begin at multiples within a year, or of years.
        case months(Int)
    }

    struct Part: Hashable {
        let first: CalendarDay
        let last: CalendarDay
    }

    static let most = 31

    let unit: Unit
    let parts: [Part]

    /// Divides the days from first to last, both included; no parts if last lies before first.
    init(from first: CalendarDay, to last: CalendarDay) {
        let (unit, starts) = Self.starts(first, last)
        self.unit = unit
        parts = starts.indices.map { place in
            let next = place + 1 < starts.count ? starts[place + 1] : last.number + 1
            return Part(
                first: CalendarDay(number: max(starts[place], first.number)),
                last: CalendarDay(number: next - 1))
        }
    }

    private static func starts(_ first: CalendarDay, _ last: CalendarDay) -> (Unit, [Int]) {
        guard first.number <= last.number else { return (.days, []) }
        let days = Array(first.number...min(last.number, first.number + most))
        if days.count <= most { return (.days, days) }
        let monday = first.number - first.weekday + 1
        let weeks = Array(stride(from: monday, through: last.number, by: 7).prefix(most + 1))
        if weeks.count <= most { return (.weeks, weeks) }
        let months = month(first)...month(last)
        let length = lengths.first { months.upperBound / $0 - months.lowerBound / $0 < most } ?? 12
        let places = months.lowerBound / length...months.upperBound / length
        return (
            .months(length),
            places.prefix(most).map { place in
                let month = place * length
                return CalendarDay(year: month / 12, month: month % 12 + 1, day: 1).number
            }
        )
    }

    /// Months since the year 0.
    private static func month(_ day: CalendarDay) -> Int { day.year * 12 + day.month - 1 }

    /// Lengths in months. Every part begins where a person expects it: with a quarter, a half-year,
    /// a year, a decade. The longest divides all four-digit years into fewer than 31 parts.
    private static let lengths =
        [1, 3, 6] + [1, 2, 5, 10, 20, 50, 100, 200, 500].map { $0 * 12 }
}
