import API

/// Charts of unblocks' outcomes and of the effect of quiet hours, without those that have no data.
struct OutcomeCharts {
    let metrics: MetricsAPI.Metrics
    let words: FigureFormats

    /// The shares of requests and of unblocks during quiet hours.
    var quietHours: MetricsResult.Picture? {
        let shares = [
            ("requests", metrics.quietHoursRequests), ("unblocks", metrics.quietHours),
        ].compactMap { name, share in share.map { (words(name), $0) } }
        guard shares.contains(where: { $1.count > 0 }) else { return nil }
        let description = shares.map { name, share in
            words("inQuietHours", ["name": name, "share": words.fraction(share)])
        }.joined(separator: " ")
        let chart = BarChart(
            caption: words.caption("quiet-hours", "quietHours", description),
            categories: CategoryAxis(
                title: words("what"), labels: shares.map { ChartLabel($0.0) }),
            values: words.shares("shareInQuietHours"),
            series: [
                ChartSeries(
                    name: words("shareInQuietHours"),
                    values: shares.map { _, share in
                        FiniteNumber(Double(share.count) / Double(max(share.of, 1)))
                    })
            ], arrangement: .grouped, direction: .horizontal)
        return .init(chart: chart.html, counts: description + " " + words("quietHoursCounts"))
    }

    /// The number of unblocks after which a target was really used.
    var use: MetricsResult.Picture? {
        guard let used = metrics.used, used.count > 0 else { return nil }
        let formats = words.formats
        let chart = ShareBar(
            caption: words.caption(
                "use-after-unblock", "useAfter",
                words("usedCounts", ["share": words.fraction(used)])),
            parts: [
                .init(name: words("wasUsed"), value: FiniteNumber(used.count)),
                .init(
                    name: words("wasNotUsed"), value: FiniteNumber(max(used.of &- used.count, 0))),
            ],
            heads: [words("afterUnblock"), words("unblocks"), words("share")],
            format: { formats.number(Int($0.rounded())) },
            share: { formats.percent(Int(($0 * 1000).rounded()), of: 1000) })
        return .init(chart: chart.html, counts: words("useAfterCounts"))
    }

    /// Intended minutes against used minutes.
    var minutes: MetricsResult.Picture? {
        let episodes = metrics.byEpisode
        guard let intended = episodes.meanIntendedMinutes,
            let used = episodes.meanUsedOfIntendedSeconds,
            let became = FiniteNumber(Double(used) / 60)
        else { return nil }
        let minutes = FiniteNumber(intended)
        let format = words.means("minutesMean").format
        let description = words(
            "intendedAndUsed",
            ["intended": format(minutes.value), "used": format(became.value)])
        let chart = BarChart(
            caption: words.caption("intended-and-used", "intended", description),
            categories: CategoryAxis(
                title: words("what"),
                labels: [ChartLabel(words("wasIntended")), ChartLabel(words("becameUse"))]),
            values: words.means("minutesMean"),
            series: [ChartSeries(name: words("minutesMean"), values: [minutes, became])],
            arrangement: .grouped, direction: .horizontal)
        return .init(chart: chart.html, counts: description + " " + words("intendedCounts"))
    }

    var usage: MetricsResult.Picture? { use(metrics.usage, "time-used", "usage", "usageCounts") }

    var imported: MetricsResult.Picture? {
        use(metrics.imported ?? [], "time-imported", "imported", "importedCounts")
    }

    /// The use of each target, with the chart's id and the keys of its title and its explanation.
    private func use(
        _ targets: [MetricsAPI.TargetUse], _ id: String, _ title: String, _ counts: String
    ) -> MetricsResult.Picture? {
        guard let first = targets.first else { return nil }
        var shown = targets.prefix(HabitCharts.mostNames).map { ($0.name, $0.seconds) }
        let others = targets.dropFirst(HabitCharts.mostNames)
        if !others.isEmpty {
            let seconds = others.reduce(0) { $0 &+ $1.seconds }
            shown.append((words("others", count: others.count), seconds))
        }
        let description = words(
            "usedMost",
            ["name": first.name, "time": words.formats.length(seconds: first.seconds)])
        let chart = BarChart(
            caption: words.caption(id, title, description),
            categories: CategoryAxis(
                title: words("appsAndSites"), labels: shown.map { ChartLabel($0.0) }),
            values: words.minutes("timeUsed"),
            series: [
                ChartSeries(
                    name: words("timeUsed"), values: shown.map { FiniteNumber(Double($0.1) / 60) })
            ], arrangement: .grouped, direction: .horizontal)
        return .init(chart: chart.html, counts: words(counts))
    }
}
