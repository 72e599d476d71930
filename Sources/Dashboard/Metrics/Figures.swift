import API

/// The figures of a range as numbers. Shares and means without data are left out.
struct Figures {
    let metrics: MetricsAPI.Metrics
    let words: FigureFormats

    private var episodes: MetricsAPI.Episodes { metrics.byEpisode }

    var tiles: [FigureTile] {
        [
            count("kept", episodes.kept, before: episodes.keptBefore),
            count("requests", metrics.requests, before: metrics.previous?.requests),
            count("unblocks", metrics.unblocks, before: metrics.previous?.unblocks),
            share("keptShare", episodes.keptShare), share("impulse", episodes.impulse),
            figure("gap", metrics.meanGapSeconds.map { words.formats.length(seconds: $0) }),
            metrics.unblocks > 0 ? share("used", metrics.used) : nil,
            metrics.bought.map {
                FigureTile(
                    label: words("bought"), values: [words.formats.number($0.count)],
                    counts: words("boughtCounts", ["share": words.fraction($0)]))
            },
            amounts("spent", metrics.spent),
            figure(
                "regret",
                metrics.meanRegret.map { words("ofFour", ["regret": words.decimal($0)]) }),
            amounts("keptAmount", episodes.keptAmounts),
        ].compactMap { $0 }
    }

    var rest: [FigureTile] {
        let formats = words.formats
        return [
            count("attempts", metrics.attempts), count("expired", metrics.expired),
            share("planned", episodes.planned),
            count("protections", metrics.protections),
            count("autoProtections", metrics.autoProtections),
            count("checkInsYes", metrics.checkInsYes), count("checkInsNo", metrics.checkInsNo),
            count("logged", metrics.logged),
            figure(
                "meanUsed", metrics.meanUsedSeconds.map { formats.length(seconds: $0) }),
            figure(
                "mostHour",
                metrics.mostActiveHour.flatMap { hour in
                    (0..<24).contains(hour)
                        ? words(
                            "fromTo",
                            [
                                "from": formats.time(minute: hour * 60),
                                "to": formats.time(minute: (hour + 1) * 60),
                            ]) : nil
                }),
            figure(
                "mostWeekday",
                metrics.mostActiveWeekday.flatMap {
                    (1...7).contains($0) ? formats.weekday($0) : nil
                }),
            figure("commonMood", episodes.commonMood),
            figure("commonCategory", episodes.commonCategory),
        ].compactMap { $0 }
    }

    private func figure(_ key: String, _ value: String?) -> FigureTile? {
        value.map { FigureTile(label: words(key), values: [$0], counts: words("\(key)Counts")) }
    }

    /// Sums, one for each currency.
    private func amounts(_ key: String, _ sums: [MetricsAPI.Money]) -> FigureTile? {
        guard !sums.isEmpty else { return nil }
        return FigureTile(
            label: words(key), values: sums.map { words.formats.money($0.amount, $0.currency) },
            counts: words("\(key)Counts"))
    }

    private func count(
        _ key: String, _ count: Int, before: Int? = nil
    ) -> FigureTile? {
        var tile = figure(key, words.formats.number(count))
        tile?.before = before.map { words("before", ["count": words.formats.number($0)]) }
        return tile
    }

    private func share(_ key: String, _ share: MetricsAPI.Share?) -> FigureTile? {
        share.map {
            FigureTile(
                label: words(key), values: [words.formats.percent($0.count, of: $0.of)],
                counts: words("\(key)Counts", ["share": words.fraction($0)]))
        }
    }
}
