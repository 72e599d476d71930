import RuleModel

/// The stretches of a history during which the daemon ran: all of it but for a holiday in each
/// year, for which the machine was off, and a few hours after a crash.
struct Runs {
    /// One stretch.
    struct Run: Hashable, Sendable {
        /// When the daemon started.
        var from: Instant
        /// When it ended.
        var to: Instant
        /// Whether it was told to stop.
        var isStopped: Bool
    }

    /// In order; at least one.
    let all: [Run]

    /// The stretches of a history from one instant to another, of which the last one is `to`.
    init(_ habits: Habits, from: Instant, to: Instant, zone: TimeZoneRules) {
        var chance = Chance(seed: habits.seed, stream: -1)
        var runs: [Run] = []
        var begin = from
        var year = 0
        // By the day, so that the hour at which a history ends changes nothing before it.
        let latest = zone.midnight(of: to) - .days(2)
        while true {
            let holiday = year * 365 + chance.whole(190...230)
            let length = chance.whole(9...14)
            let crash = year * 365 + chance.whole(60...120)
            for (day, back, isStopped) in [
                (crash, zone.instant(crash + 1, daysFrom: from) - .hours(2), false),
                (holiday, zone.instant(holiday + length, daysFrom: from), true),
            ] {
                let end = zone.instant(day, daysFrom: from)
                guard back < latest else { continue }
                runs.append(Run(from: begin, to: end, isStopped: isStopped))
                begin = back
            }
            year += 1
            if zone.instant(year * 365, daysFrom: from) >= to { break }
        }
        all = runs + [Run(from: begin, to: to, isStopped: true)]
    }
}
