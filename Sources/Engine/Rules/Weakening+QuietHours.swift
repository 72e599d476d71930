extension Weakening {
    /// The schedules that held back a target at a minute at which no schedule does now, or
    /// strictly where none is strict now.
    var weakerQuietHours: [String] {
        let kept = Dictionary(
            new.quietHours.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        // By index: a schedule is much to copy, once for each of its targets.
        var changed: [String: [Int]] = [:]
        for (index, schedule) in old.quietHours.enumerated() where schedule.isEnabled {
            if let kept = kept[schedule.key], isSame(schedule, kept) { continue }
            for target in schedule.targets where targets.contains(target) {
                changed[target, default: []].append(index)
            }
        }
        guard !changed.isEmpty else { return [] }
        var holding: [String: [Int]] = [:]
        for (index, schedule) in new.quietHours.enumerated() where schedule.isEnabled {
            for target in schedule.targets where changed[target] != nil {
                holding[target, default: []].append(index)
            }
        }
        var weaker: Set<Int> = []
        for (target, indices) in changed {
            var covers: [Cover.Kind: Cover] = [:]
            for index in indices where !weaker.contains(index) {
                let schedule = old.quietHours[index]
                let kind = Cover.Kind(
                    zone: zoneName(schedule.timeZone), isStrict: schedule.isStrict)
                let cover = covers[kind] ?? cover(holding[target] ?? [], kind)
                covers[kind] = cover
                if !cover.covers(schedule.ranges) { weaker.insert(index) }
            }
        }
        return weaker.sorted().map { old.quietHours[$0].key }
    }

    /// When the target is held back that some of the new schedules hold back, by those of a kind.
    private func cover(_ schedules: [Int], _ kind: Cover.Kind) -> Cover {
        Cover(
            schedules.lazy.map { new.quietHours[$0] }.filter { schedule in
                zoneName(schedule.timeZone) == kind.zone && (schedule.isStrict || !kind.isStrict)
            }.flatMap(\.ranges))
    }

    private func isSame(_ left: QuietHours, _ right: QuietHours) -> Bool {
        right.isEnabled && left.targets == right.targets && left.ranges == right.ranges
            && (right.isStrict || !left.isStrict) && isSameZone(left.timeZone, right.timeZone)
    }
}

/// When one target is held back by any of some schedules whose times are read in one zone.
private struct Cover {
    private let week: MinuteSet
    /// What is held back on each date of an exception and the day after it; nil where they are too
    /// many to look at.
    private let exceptions: [Int: MinuteSet]?

    /// What a schedule must be to stand in for another one.
    struct Kind: Hashable {
        var zone: String?
        var isStrict: Bool
    }

    /// Dates times ranges: more would take longer than a reload may.
    private static let most = 200_000

    init(_ ranges: [DailyRange]) {
        let dates = Set(ranges.lazy.flatMap(\.except))
        week = MinuteSet(count: MinuteSet.week, ranges.lazy.flatMap(\.minutesOfWeek))
        exceptions =
            dates.count * ranges.count > Self.most
            ? nil
            : Dictionary(
                uniqueKeysWithValues: dates.map { day in
                    let minutes = ranges.lazy.flatMap { $0.minutes(ofTwoDaysFrom: day) }
                    return (day, MinuteSet(count: MinuteSet.twoDays, minutes))
                })
    }

    /// Whether nothing that ranges hold back is missed. In the hours that a clock change repeats
    /// or skips it holds as well: a start is early there, an end late.
    func covers(_ others: [DailyRange]) -> Bool {
        guard let exceptions, exceptions.count * others.count <= Self.most,
            others.allSatisfy({ $0.minutesOfWeek.allSatisfy(week.contains) })
        else { return false }
        return exceptions.allSatisfy { day, held in
            others.allSatisfy { $0.minutes(ofTwoDaysFrom: day).allSatisfy(held.contains) }
        }
    }
}
