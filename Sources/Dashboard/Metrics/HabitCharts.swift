import API

/// Charts of the times of requests and of their intents. A chart without data is left out.
struct HabitCharts {
    let metrics: MetricsAPI.Metrics
    let words: FigureFormats

    /// The largest number of names in a chart; the remaining names are counted together.
    static let mostNames = 12

    var byHour: MetricsResult.Picture? {
        let cells = Self.cells(metrics.hours, metrics.byEpisode.hours)
        guard cells.contains(where: { $0.unblocks > 0 || $0.kept > 0 }) else { return nil }
        let most = metrics.mostActiveHour.flatMap { hour in
            metrics.hours.indices.contains(hour)
                ? words(
                    "mostAt",
                    [
                        "name": words.formats.time(minute: hour * 60),
                        "count": words.formats.number(metrics.hours[hour].unblocks),
                    ]) : nil
        }
        return picture(
            "by-hour", "byHour", hourAxis(cells.count), cells, .stacked, .vertical, most)
    }

    var byWeekday: MetricsResult.Picture? {
        let days = words.formats.weekdays.filter { metrics.weekdays.indices.contains($0 - 1) }
        let all = Self.cells(metrics.weekdays, metrics.byEpisode.weekdays)
        let cells = days.map { all[$0 - 1] }
        guard cells.contains(where: { $0.requests + $0.unblocks > 0 || $0.kept > 0 }) else {
            return nil
        }
        let most = metrics.mostActiveWeekday.flatMap { day in
            days.contains(day)
                ? words(
                    "mostOn",
                    [
                        "name": words.formats.weekday(day),
                        "count": words.formats.number(metrics.weekdays[day - 1].unblocks),
                    ]) : nil
        }
        return picture(
            "by-weekday", "byWeekday", weekdayAxis(days), cells, .grouped, .vertical, most)
    }

    var heatMap: MetricsResult.Picture? {
        guard metrics.hourWeekday.count == 168, metrics.hourWeekday.contains(where: { $0 > 0 })
        else { return nil }
        let days = words.formats.weekdays
        let chart = HeatMap(
            caption: words.caption("by-hour-and-weekday", "heatMap", words("heatMapCounts")),
            rows: weekdayAxis(days), columns: hourAxis(24),
            counts: days.map { Array(metrics.hourWeekday[($0 - 1) * 24..<$0 * 24]) },
            legendTitle: words("unblocks"), format: { [words] in words.formats.number($0) })
        return .init(chart: chart.html, counts: words("heatMapCounts"))
    }

    var byCategory: MetricsResult.Picture? {
        named("by-category", "byCategory", axis: "category", metrics.byEpisode.categories)
    }

    var byMood: MetricsResult.Picture? {
        named("by-mood", "byMood", axis: "mood", metrics.byEpisode.moods)
    }

    private func named(
        _ id: String, _ key: String, axis: String, _ all: [MetricsAPI.NamedEpisodes]
    ) -> MetricsResult.Picture? {
        guard let first = all.first else { return nil }
        var shown = Array(all.prefix(Self.mostNames))
        let others = all.dropFirst(Self.mostNames)
        if !others.isEmpty {
            shown.append(
                .init(
                    name: words("others", count: others.count),
                    opened: others.reduce(0) { $0 &+ $1.opened },
                    kept: others.reduce(0) { $0 &+ $1.kept }))
        }
        let most = words(
            "saidMost",
            ["name": first.name, "count": words.formats.number(first.opened &+ first.kept)])
        return picture(
            id, key,
            CategoryAxis(title: words(axis), labels: shown.map { ChartLabel($0.name) }),
            shown.map { .init(requests: 0, unblocks: $0.opened, kept: $0.kept) },
            .stacked, .horizontal, most, unblocks: "opened")
    }

    /// Requests and unblocks, with protection moments by episode.
    private static func cells(
        _ cells: [MetricsAPI.Cell], _ moments: [Int]
    ) -> [MetricsAPI.Cell] {
        cells.enumerated().map { index, cell in
            .init(
                requests: cell.requests, unblocks: cell.unblocks,
                kept: moments.indices.contains(index) ? moments[index] : 0)
        }
    }

    private func hourAxis(_ count: Int) -> CategoryAxis {
        CategoryAxis(
            title: words("hourOfDay"),
            labels: (0..<count).map {
                ChartLabel(words.formats.time(minute: $0 * 60), short: words.formats.hour($0))
            })
    }

    private func weekdayAxis(_ days: [Int]) -> CategoryAxis {
        CategoryAxis(
            title: words("weekday"),
            labels: days.map {
                ChartLabel(words.formats.weekday($0), short: words.formats.shortWeekday($0))
            })
    }

    /// Bars of events. Stacked ones leave out requests: they already contain those that ended.
    private func picture(
        _ id: String, _ key: String, _ axis: CategoryAxis, _ cells: [MetricsAPI.Cell],
        _ arrangement: BarChart.Arrangement, _ direction: BarChart.Direction, _ most: String?,
        unblocks: String = "unblocks"
    ) -> MetricsResult.Picture {
        let ends = [
            ChartSeries(name: words("kept"), counts: cells.map(\.kept)),
            ChartSeries(name: words(unblocks), counts: cells.map(\.unblocks)),
        ]
        let requests = ChartSeries(name: words("requests"), counts: cells.map(\.requests))
        let counts = words("\(key)Counts")
        let chart = BarChart(
            caption: words.caption(
                id, key, [counts, most].compactMap { $0 }.joined(separator: " ")),
            categories: axis, values: words.counts("howMany"),
            series: arrangement == .stacked ? ends : ends + [requests],
            arrangement: arrangement, direction: direction)
        return .init(chart: chart.html, counts: counts)
    }
}
