import CEL

/// The emergency way out: how often a person may open what a strict rule blocks.
package struct EmergencyRules: Hashable, Sendable {
    /// The number of emergencies in each period, at least 1.
    package var count: Int
    package var per: Period
    /// The shortest wait before something opens.
    package var wait: TimeSpan

    package init(count: Int, per: Period, wait: TimeSpan = .minutes(15)) {
        self.count = count
        self.per = per
        self.wait = wait
    }

    /// Rules that limit nothing beside others.
    package static let unlimited = EmergencyRules(count: .max, per: .day, wait: .zero)

    /// The highest count that rules can have.
    package static let most = 31

    /// A calendar period, shortest first.
    package enum Period: String, Hashable, Sendable, Codable, CaseIterable {
        case day, week, month

        package static let standard = Period.month

        /// The period that holds an instant, from one local midnight to another.
        package func period(holding instant: Instant, in zone: TimeZoneRules) -> Range<Instant> {
            let day = LocalTime(instant, in: zone).daysSince1970
            var (first, next) = days(around: day)
            var end = zone.instant(ofDay: next)
            // If clocks are set back over midnight, it comes twice; the period still begins once.
            if end <= instant {
                (first, next) = days(around: next)
                end = zone.instant(ofDay: next)
            }
            return zone.instant(ofDay: first)..<end
        }

        /// The first day of the period of a day, and of the next one, as days since 1970-01-01.
        private func days(around day: Int) -> (first: Int, next: Int) {
            switch self {
            case .day: return (day, day + 1)
            case .week:
                let monday = day - CivilDate.weekday(daysSince1970: day) + 1
                return (monday, monday + 7)
            case .month:
                let first = day - CivilDate(daysSince1970: day).day + 1
                // No month has more than 31 days, so this is a day of the next one.
                let later = first + 31
                return (first, later - CivilDate(daysSince1970: later).day + 1)
            }
        }
    }
}

extension EmergencyRules.Period: Comparable {
    package static func < (left: Self, right: Self) -> Bool { left.length < right.length }

    /// The length in days; of a month the longest.
    private var length: Int {
        switch self {
        case .day: 1
        case .week: 7
        case .month: 31
        }
    }
}
