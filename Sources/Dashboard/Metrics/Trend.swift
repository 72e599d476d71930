import API

/// How figures went over a range: those of each of its parts, asked for one after another.
enum Trend {
    /// The pictures; of a single day none. Where the plan allows no days of one's own, words.
    static func group(
        _ metrics: MetricsAPI.Metrics, _ daemon: any DaemonCalls, _ words: FigureWords
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
    let words: FigureWords

    /// Kept blocks, unblocks and requests, in the order and colours of the other charts.
    var counts: MetricsResult.Picture? {
        picture(
            "trend", "trendCounts", words.counts("howMany"),
            [
                series("kept") { Finite($0.kept) },
                series("unblocks") { Finite($0.unblocks) },
                series("requests") { Finite($0.requests) },
            ])
    }

    var impulse: MetricsResult.Picture? {
        let shares = series("impulse") { part in
            part.impulse.flatMap { Finite(Double($0.count) / Double(max($0.of, 1))) }
        }
        // One share is no course.
        guard shares.values.filter({ $0 != nil }).count > 1 else { return nil }
        return picture("impulse-trend", "trendImpulse", words.shares("impulse"), [shares])
    }

    var timeUsed: MetricsResult.Picture? {
        let used = series("timeUsed") { part in
            Finite(Double(part.usage.reduce(0) { $0 &+ $1.seconds }) / 60)
        }
        guard used.values.contains(where: { ($0 ?? 0) > 0 }) else { return nil }
        return picture("use-trend", "trendUse", words.minutes("timeUsed"), [used])
    }

    private func series(
        _ name: String, _ value: (MetricsAPI.Metrics) -> Finite?
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
