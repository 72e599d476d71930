import Engine
import RuleModel
import SeededRandom
import Testing

/// The periods of budgets against a search through every minute that a clock on the wall shows,
/// around its changes.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct BudgetPeriodOracle {
    /// A period by the minutes of the search, and the day that it belongs to.
    struct Period {
        var from: Int
        var until: Int
        var day: Int
    }

    @Test(arguments: WallClock.changes)
    func everyPeriodIsTheOneOfTheSearch(name: String, change: String) throws {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        let machine = try Machine(at: change, zone: name, rules: gated())
        let wall = WallClock(try zone(name), around: try at(change))
        for round in 0..<12 {
            let per = Budget.Period.allCases[round % 3]
            // Near midnight and the small hours, where clocks change.
            let latest = [0, 299, 1439].randomElement(using: &random) ?? 0
            let resets = Int.random(in: 0...latest, using: &random)
            let days = Weekdays(rawValue: .random(in: 1...0x7f, using: &random))
            let budget = Budget(
                key: "b", name: "B", target: "shopping", limit: .minutes(5), per: per,
                days: per == .week ? .daily : days, resets: per == .hour ? 0 : resets,
                timeZone: try zone(name), fingerprint: "\(round)")
            let periods = wall.periods(of: budget)
            try #require(periods.count > (per == .week ? 0 : 10))
            for period in periods {
                let weekday = (period.day + 3) % 7
                let counts = budget.days.rawValue >> UInt8(weekday) & 1 == 1
                let within = [
                    period.from, period.until - 1,
                    .random(in: period.from..<period.until, using: &random),
                ]
                for index in within {
                    let instant = wall.instant(index) + TimeSpan(milliseconds: 1)
                    let found = machine.engine.period(of: budget, at: instant)
                    #expect(
                        found.from == wall.instant(period.from)
                            && found.until == wall.instant(period.until)
                            && found.counts == counts,
                        """
                        \(name) \(per) \(days.rawValue) \(resets): \(instant) \(found) \(period) \
                        seed \(seed)
                        """)
                }
            }
        }
    }

    /// A life, minute by minute, against a sum of the minutes used in each period.
    @Test(arguments: [0, 1, 4, 5].map { WallClock.changes[$0] })
    func isUsedUpWhenTheMinutesOfItsPeriodAre(name: String, change: String) throws {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        let zone = try zone(name)
        let weekday = LocalTime(try at(change), in: zone).weekday
        let tomorrow = Weekdays.through(weekday, weekday % 7 + 1)
        let budgets = [
            try budget("hourly", .minutes(7), per: .hour, days: tomorrow),
            try budget("daily", .minutes(40), days: .through(weekday, weekday), resets: "02:10"),
        ]
        let start = try at(change) - .hours(5)
        let begin = LocalTime.rfc3339(start, offset: 0)
        var machine = try Machine(at: begin, zone: name, rules: gated(budgets: budgets))
        let wall = WallClock(zone, around: try at(change))
        var minutes = [0, 0]
        var last = [-1, -1]
        let periods = budgets.map(wall.periods(of:))
        let first = Int((start - wall.first).seconds / 60)
        for index in first..<first + 14 * 60 {
            var isBlocked = false
            for (number, budget) in budgets.enumerated() {
                let period = try #require(
                    periods[number].first { $0.from <= index && index < $0.until })
                if period.from != last[number] {
                    (minutes[number], last[number]) = (0, period.from)
                }
                let counts = budget.days.rawValue >> UInt8((period.day + 3) % 7) & 1 == 1
                let limit = Int(budget.limit.seconds / 60)
                if counts, minutes[number] >= limit { isBlocked = true }
            }
            try #require(
                machine.isBlocked("shopping") == isBlocked,
                "\(name) \(wall.instant(index)) \(minutes) seed \(seed)")
            if !isBlocked, Int.random(in: 0..<3, using: &random) > 0 {
                try machine.use(for: .minutes(1))
                for number in minutes.indices { minutes[number] += 1 }
            } else {
                machine.advance(.minutes(1))
            }
        }
    }
}

/// The periods of budgets, by search.
extension WallClock {
    typealias Period = BudgetPeriodOracle.Period

    private var hours: [Period] {
        let begins = shown.indices.dropFirst().filter { index in
            let (before, now) = (shown[index - 1], shown[index])
            return now % 60 == 0 || now > before && (before + 1...now).contains { $0 % 60 == 0 }
        }
        return zip(begins, begins.dropFirst()).map {
            Period(from: $0, until: $1, day: shown[$0] / 1440)
        }
    }

    /// The periods that begin at a minute of every so many days.
    private func days(resets: Int, each length: Int) -> [Period] {
        let days = (shown[0] / 1440 + 1)...(shown[shown.count - 1] / 1440)
        // 1970-01-01 was a Thursday.
        return days.filter { length == 1 || ($0 + 3) % 7 == 0 }.compactMap { day in
            guard let from = begin(day * 1440 + resets),
                let until = begin((day + length) * 1440 + resets), from < until
            else { return nil }
            return Period(from: from, until: until, day: day)
        }
    }

    fileprivate func periods(of budget: Budget) -> [Period] {
        switch budget.per {
        case .hour: hours
        case .day: days(resets: budget.resets, each: 1)
        case .week: days(resets: budget.resets, each: 7)
        }
    }
}
