extension Tally {
    /// The hours of the week among the riskiest tenth over the last 8 whole weeks, the 56 days
    /// before `today`, from Monday 0 o'clock. Empty unless there were 20 unblocks in all; each hour
    /// has at least 3.
    package func riskyHours(today: Int) -> [RiskyHour] {
        let week = UnblocksByHour(days(before: today))
        return (1...7).flatMap { week.riskyHours(weekday: $0) }
    }

    /// Those of `riskyHours` on one weekday, 1 Monday to 7 Sunday.
    func riskyHours(weekday: Int, today: Int) -> [RiskyHour] {
        UnblocksByHour(days(before: today)).riskyHours(weekday: weekday)
    }

    /// One of `riskyHours`; weekday 1 Monday to 7 Sunday, hour 0 to 23.
    package func riskyHour(weekday: Int, hour: Int, today: Int) -> RiskyHour? {
        // Most hours have too few, as a look at the hour's own weekday shows.
        let place = DayFigure.unblocks.place(hour: hour)
        let days = days(before: today)
        let own = days.reduce(0) { $0 + ($1.weekday + 1 == weekday ? $1[place] : 0) }
        guard own >= RiskyHour.leastInHour, (0...23).contains(hour) else { return nil }
        return UnblocksByHour(days).riskyHour(weekday: weekday, hour: hour)
    }

    /// The days that count for a day.
    private func days(before today: Int) -> ArraySlice<DayTally> {
        let (first, isUnder) = today.subtractingReportingOverflow(RiskyHour.days)
        return days[find(isUnder ? .min : first).index..<find(today).index]
    }
}

/// The unblocks of some days by hour of the week.
private struct UnblocksByHour {
    /// From Monday 0 o'clock.
    private let hours: [Int]
    private let total: Int
    /// The least number of a risky hour: a tenth of the 168 hours is 16.8, so fewer than 17
    /// hours have strictly more.
    private let least: Int

    init(_ days: ArraySlice<DayTally>) {
        var hours = [Int](repeating: 0, count: TallySum.hoursOfWeek)
        // A span, because an array is checked for being shared at each number.
        var sums = hours.mutableSpan
        // Sums of so few days, each at most `DayTally.limit`, stay far below `Int.max`.
        let first = DayFigure.unblocks.rawValue
        for day in days {
            let midnight = day.weekday * 24
            for entry in day.entries(from: first) {
                let hour = Int(DayTally.place(entry) &- first)
                guard hour < 24 else { break }
                sums[midnight &+ hour] &+= Int(truncatingIfNeeded: DayTally.number(entry))
            }
        }
        self.hours = hours
        total = hours.reduce(0, +)
        var least = RiskyHour.leastInHour
        while let next = Self.next(above: least, hours) { least = next }
        self.least = least
    }

    /// The least number of unblocks above a limit; nil once fewer than `RiskyHour.riskiest` hours
    /// are above it.
    private static func next(above limit: Int, _ hours: [Int]) -> Int? {
        var count = 0
        var least = Int.max
        for number in hours where number > limit {
            count += 1
            least = min(least, number)
        }
        return count < RiskyHour.riskiest ? nil : least
    }

    func riskyHour(weekday: Int, hour: Int) -> RiskyHour? {
        let count = hours[(weekday - 1) * 24 + hour]
        guard count >= least, total >= RiskyHour.leastUnblocks else { return nil }
        return RiskyHour(weekday: weekday, hour: hour, count: count, total: total)
    }

    func riskyHours(weekday: Int) -> [RiskyHour] {
        (0..<24).compactMap { riskyHour(weekday: weekday, hour: $0) }
    }
}

extension RiskyHour {
    /// The number of whole days before today that count: 8 weeks.
    static let days = 56
    static let leastUnblocks = 20
    static let leastInHour = 3
    /// The limit of the hours with more: the first whole number from a tenth of 168 on.
    static let riskiest = 17
}
