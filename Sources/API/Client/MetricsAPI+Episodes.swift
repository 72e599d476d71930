extension MetricsAPI.Metrics {
    /// The figures by episode; from a daemon of version 0.1.0, which counts none, those by request.
    package var byEpisode: MetricsAPI.Episodes {
        episodes
            ?? MetricsAPI.Episodes(
                countsRequests: false, all: requests, opened: unblocks, kept: kept,
                keptBefore: previous?.kept, impulse: impulse, planned: planned,
                hours: hours.map(\.kept), weekdays: weekdays.map(\.kept),
                categories: categories.map { .init($0) }, moods: moods.map { .init($0) },
                commonCategory: commonCategory, commonMood: commonMood,
                meanIntendedMinutes: meanIntendedMinutes,
                meanUsedOfIntendedSeconds: meanUsedOfIntendedSeconds, keptAmounts: keptAmounts)
    }
}

extension MetricsAPI.NamedEpisodes {
    fileprivate init(_ named: MetricsAPI.Named) {
        self.init(name: named.name, opened: named.unblocks, kept: named.kept)
    }
}
