extension Tally {
    /// The hours of the week that were among the riskiest tenth of the person's own over the last 8
    /// whole weeks, the 56 days before `today`, from Monday 0 o'clock; none if the numbers do not
    /// say so: at least 20 unblocks in all and 3 in each of these hours.
    ///
    /// A tenth of the 168 hours is 16.8: less than 17 hours have strictly more.
    package func riskyHours(today: Int) -> [RiskyHour] {
        let (first, isUnder) = today.subtractingReportingOverflow(RiskyHour.days)
        let hours = unblocksByHourOfWeek(in: (isUnder ? .min : first)..<today)
        let total = hours.reduce(0) { $0.addingSaturated($1) }
        guard total >= RiskyHour.leastUnblocks else { return [] }
        // Less than 17 have strictly more exactly if it is at least the 17th from above.
        let least = max(hours.sorted(by: >)[RiskyHour.riskiest - 1], RiskyHour.leastInHour)
        return hours.indices.filter { hours[$0] >= least }.map {
            RiskyHour(weekday: $0 / 24 + 1, hour: $0 % 24, count: hours[$0], total: total)
        }
    }

    /// The unblocks of a range of days by hour of the week, from Monday 0 o'clock.
    private func unblocksByHourOfWeek(in range: Range<Int>) -> [Int] {
        var hours = [Int](repeating: 0, count: TallySum.hoursOfWeek)
        for day in days[find(range.lowerBound).index..<find(range.upperBound).index] {
            let midnight = day.weekday * 24
            day.visitUnblocks { hour, number in
                let place = midnight + hour
                hours[place] = hours[place].addingSaturated(Int(clamping: number))
            }
        }
        return hours
    }

    /// One of `riskyHours`; weekday 1 Monday to 7 Sunday, hour 0 to 23.
    package func riskyHour(weekday: Int, hour: Int, today: Int) -> RiskyHour? {
        riskyHours(today: today).first { $0.weekday == weekday && $0.hour == hour }
    }
}

extension RiskyHour {
    /// How many whole days before today count: 8 weeks.
    static let days = 56
    /// How many unblocks there must have been in all.
    static let leastUnblocks = 20
    /// How many unblocks there must have been in the hour.
    static let leastInHour = 3
    /// How many hours may not have more: the first whole number from a tenth of 168 on.
    static let riskiest = 17
}
