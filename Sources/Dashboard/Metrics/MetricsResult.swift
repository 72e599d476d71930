import API

/// The figures of a range: numbers first, then pictures, then the rest as a table.
struct MetricsResult {
    struct Group {
        let heading: String
        /// The pictures that need the full width.
        let wide: [Picture]
        let pictures: [Picture]
        /// The hint if something is missing.
        let hint: String?

        init?(
            _ heading: String, wide: Picture? = nil, _ pictures: [Picture?] = [],
            hint: String? = nil
        ) {
            self.heading = heading
            self.wide = [wide].compactMap { $0 }
            self.pictures = pictures.compactMap { $0 }
            self.hint = hint
            if self.wide.isEmpty && self.pictures.isEmpty && hint == nil { return nil }
        }
    }

    struct Picture {
        /// The HTML of the chart.
        let chart: String
        let counts: String
    }

    let days: String
    let isEmpty: Bool
    /// Whether some days count requests in place of episodes.
    let countsRequests: Bool
    let tiles: [FigureTile]
    private(set) var groups: [Group]
    let rest: [FigureTile]

    init(_ metrics: MetricsAPI.Metrics, _ words: FigureFormats) {
        days = words.days(metrics.from, metrics.to)
        countsRequests = metrics.byEpisode.countsRequests
        isEmpty =
            [
                metrics.requests, metrics.attempts, metrics.unblocks, metrics.kept,
                metrics.expired, metrics.logged, metrics.autoProtections, metrics.protections,
                metrics.checkInsYes, metrics.checkInsNo, metrics.usage.count,
                metrics.imported?.count ?? 0,
            ].allSatisfy { $0 == 0 }
        guard !isEmpty else {
            tiles = []
            groups = []
            rest = []
            return
        }
        let figures = Figures(metrics: metrics, words: words)
        tiles = figures.tiles
        rest = figures.rest
        let habits = HabitCharts(metrics: metrics, words: words)
        let outcomes = OutcomeCharts(metrics: metrics, words: words)
        groups = [
            Group(words("when"), wide: habits.heatMap, [habits.byHour, habits.byWeekday]),
            Group(words("why"), [habits.byCategory, habits.byMood]),
            Group(
                words("whatCameOfIt"),
                [
                    outcomes.quietHours, outcomes.use, outcomes.minutes, outcomes.usage,
                    outcomes.imported,
                ]),
        ].compactMap { $0 }
    }

    mutating func append(_ group: Group?) {
        if let group { groups.append(group) }
    }
}

struct FigureTile {
    let label: String
    /// The numbers; an amount has one for each currency.
    let values: [String]
    let counts: String
    /// The same figure for the previous range.
    var before: String?
    /// True if the number is so long that it is set in a smaller size.
    let isLong: Bool

    init(label: String, values: [String], counts: String) {
        self.label = label
        self.values = values
        self.counts = counts
        isLong = values.contains { $0.count > 8 }
    }
}
