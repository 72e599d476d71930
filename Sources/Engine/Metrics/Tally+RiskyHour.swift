extension Tally {
    /// The hours of the week among the riskiest tenth over the last 8 whole weeks, the 56 days
    /// before `today`, from Monday 0 o'clock. Empty unless there were 20 unblocks in all; each hour
    /// has at least 3.
    ///
    /// A tenth of the 168 hours is 16.8: less than 17 hours have strictly more.
    package func riskyHours(today: Int) -> [RiskyHour] {
        let hours = unblocksByHourOfWeek(before: today)
        let total = hours.reduce(0, +)
        guard total >= RiskyHour.leastUnblocks else { return [] }
        var least = RiskyHour.leastInHour
        while let next = next(above: least, hours) { least = next }
        return hours.enumerated().lazy.filter { $1 >= least }.map { place, count in
            RiskyHour(weekday: place / 24 + 1, hour: place % 24, count: count, total: total)
        }
    }

    /// The least number of unblocks above a limit; nil once less than `RiskyHour.riskiest` hours
    /// are above it.
    private func next(above limit: Int, _ hours: [Int]) -> Int? {
        var count = 0
        var least = Int.max
        for number in hours where number > limit {
            count += 1
            least = min(least, number)
        }
        return count < RiskyHour.riskiest ? nil : least
    }

    /// The days that count for a day.
    private func days(before today: Int) -> ArraySlice<DayTally> {
        let (first, isUnder) = today.subtractingReportingOverflow(RiskyHour.days)
        return days[find(isUnder ? .min : first).index..<find(today).index]
    }

    /// The unblocks of these days by hour of the week, from Monday 0 o'clock.
    private func unblocksByHourOfWeek(before today: Int) -> [Int] {
        var hours = [Int](repeating: 0, count: TallySum.hoursOfWeek)
        // Sums of so few days, each at most `DayTally.limit`, stay far below `Int.max`.
        for day in days(before: today) {
            let midnight = day.weekday * 24
            day.visitUnblocks { hour, number in hours[midnight + hour] += Int(number) }
        }
        return hours
    }

    /// One of `riskyHours`; weekday 1 Monday to 7 Sunday, hour 0 to 23.
    package func riskyHour(weekday: Int, hour: Int, today: Int) -> RiskyHour? {
        // Most hours have too few, as a look at the hour's own weekday shows.
        let place = DayFigure.unblocks.place(hour: hour)
        let own = days(before: today).reduce(0) { $0 + ($1.weekday + 1 == weekday ? $1[place] : 0) }
        guard own >= RiskyHour.leastInHour else { return nil }
        return riskyHours(today: today).first { $0.weekday == weekday && $0.hour == hour }
    }
}

extension RiskyHour {
    /// The number of whole days before today that count: 8 weeks.
    static let days = 56
    /// The least number of unblocks in all.
    static let leastUnblocks = 20
    /// The least number of unblocks in the hour.
    static let leastInHour = 3
    /// The limit of the hours with more: the first whole number from a tenth of 168 on.
    static let riskiest = 17
}
