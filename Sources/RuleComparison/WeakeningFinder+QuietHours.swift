import RuleModel

/// Quiet hours, by the minutes that they hold back.
extension WeakeningFinder {
    /// The schedules that blocked a target at a minute at which no schedule does after, or strictly
    /// if none is strict after.
    var quietHoursWeakenings: [Weakening] {
        let kept = Self.byKey(after.quietHours, \.key)
        // By index: a schedule is expensive to copy, once for each of its targets.
        var changed: [String: [Int]] = [:]
        for (index, schedule) in before.quietHours.enumerated() where schedule.isEnabled {
            if let kept = kept[schedule.key], isSame(schedule, kept) { continue }
            for target in schedule.targets where targets.contains(target) {
                changed[target, default: []].append(index)
            }
        }
        guard !changed.isEmpty else { return [] }
        var holding: [String: [Int]] = [:]
        for (index, schedule) in after.quietHours.enumerated() where schedule.isEnabled {
            for target in schedule.targets where changed[target] != nil {
                holding[target, default: []].append(index)
            }
        }
        var weakenings: [Int: Weakening] = [:]
        for (target, indices) in changed.sorted(by: { $0.key < $1.key }) {
            var timesByKind: [BlockedTimes.Kind: BlockedTimes] = [:]
            for index in indices where weakenings[index] == nil {
                let schedule = before.quietHours[index]
                let kind = BlockedTimes.Kind(
                    zone: zoneName(schedule.timeZone), isStrict: schedule.isStrict)
                let times = timesByKind[kind] ?? blockedTimes(holding[target] ?? [], kind)
                timesByKind[kind] = times
                weakenings[index] = weakening(of: schedule, target, by: times, kept[schedule.key])
            }
        }
        return weakenings.sorted { $0.key < $1.key }.map(\.value)
    }

    private func weakening(
        of schedule: QuietHours, _ target: String, by times: BlockedTimes, _ kept: QuietHours?
    ) -> Weakening? {
        let path = "quiet_hours.\(schedule.key)"
        switch times.missing(schedule.ranges) {
        case .nothing: return nil
        case .unknown: return .undecided(path, "the schedule has too many dates")
        case .minute(let witness):
            if let kept, kept.isEnabled, !isSameZone(schedule.timeZone, kept.timeZone) {
                return .undecided(path, zones(schedule.timeZone, kept.timeZone))
            }
            let how = schedule.isStrict ? "strictly blocked" : "blocked"
            return Weakening(path, target, isNoLonger: how, witness)
        }
    }

    /// The times at which some schedules, of those of a kind, block their target.
    private func blockedTimes(_ schedules: [Int], _ kind: BlockedTimes.Kind) -> BlockedTimes {
        BlockedTimes(
            schedules.lazy.map { after.quietHours[$0] }.filter { schedule in
                zoneName(schedule.timeZone) == kind.zone && (schedule.isStrict || !kind.isStrict)
            }.flatMap(\.ranges))
    }

    private func isSame(_ left: QuietHours, _ right: QuietHours) -> Bool {
        right.isEnabled && left.targets == right.targets && left.ranges == right.ranges
            && (right.isStrict || !left.isStrict) && isSameZone(left.timeZone, right.timeZone)
    }
}

/// The times at which some schedules, all read in one zone, block a target.
private struct BlockedTimes {
    private let ranges: [DailyRange]
    private let week: MinuteSet
    /// The minutes blocked on each date of an exception and the day after; nil: too many dates.
    private let exceptions: [(day: Int, minutes: MinuteSet)]?

    /// The kind of a schedule: another of the same kind can replace it.
    struct Kind: Hashable {
        var zone: String?
        var isStrict: Bool
    }

    /// The part of some ranges that is not blocked.
    enum Missing {
        case nothing
        case minute(Witness)
        case unknown
    }

    /// The limit of dates times ranges: more would take too long for a reload.
    private static let most = 200_000

    init(_ ranges: [DailyRange]) {
        self.ranges = ranges
        week = MinuteSet(count: MinuteSet.week, ranges.lazy.flatMap(\.minutesOfWeek))
        exceptions = Self.dates(ranges.lazy.map(\.except), times: ranges.count)?
            .map { ($0, Self.minutes(of: ranges, on: $0)) }
    }

    /// The dates of several sets, ascending; nil if there are too many for so many ranges.
    private static func dates(_ sets: some Sequence<Dates>, times ranges: Int) -> [Int]? {
        let dates = Dates(spans: sets.flatMap(\.spans))
        return dates.count * ranges > most ? nil : dates.spans.flatMap { Array($0) }
    }

    /// The minutes of some ranges on a date and the day after.
    private static func minutes(of ranges: [DailyRange], on day: Int) -> MinuteSet {
        MinuteSet(
            count: MinuteSet.twoDays, ranges.lazy.flatMap { $0.minutes(ofTwoDaysFrom: day) })
    }

    /// The first minute of other ranges that is not blocked: of any week, else of a date. It holds
    /// over clock changes as well: a start is early there, an end late.
    func missing(_ others: [DailyRange]) -> Missing {
        var first: (isRest: Bool, minute: Int)?
        for range in others.lazy.flatMap(\.minutesOfWeek) {
            guard let minute = week.firstMissing(of: range) else { continue }
            // Sunday's night is reported as Sunday, not as its rest on Monday.
            let found = (isRest: range.lowerBound < 0, minute: minute)
            guard let known = first else {
                first = found
                continue
            }
            if found.isRest == known.isRest ? found.minute < known.minute : known.isRest {
                first = found
            }
        }
        if let first { return .minute(.minuteOfWeek(first.minute)) }
        guard let exceptions, exceptions.count * others.count <= Self.most else { return .unknown }
        for (day, held) in exceptions {
            if let minute = Self.missing(others, from: held, day) { return .minute(minute) }
        }
        // Ranges of dates have no minutes in an ordinary week.
        guard
            let dates = Self.dates(
                others.lazy.compactMap(\.dates), times: ranges.count + others.count)
        else { return .unknown }
        for day in dates {
            let held = Self.minutes(of: ranges, on: day)
            if let minute = Self.missing(others, from: held, day) { return .minute(minute) }
        }
        return .nothing
    }

    /// The first minute of some ranges, on a date and the day after, that is not in a set.
    private static func missing(
        _ others: [DailyRange], from held: MinuteSet, _ day: Int
    ) -> Witness? {
        others.lazy.flatMap { $0.minutes(ofTwoDaysFrom: day) }
            .compactMap(held.firstMissing(of:)).min().map { .minute($0, day: day) }
    }
}
