import RuleModel

/// Local times found by going along the line of time, minute by minute where a clock changes.
final class LocalMinutes {
    let zone: TimeZoneRules
    /// The offset of each day in UTC from `firstDay` on, as far as it was asked for.
    private var offsets = Array(repeating: LocalMinutes.unknown, count: 6000)
    /// 2026-01-01.
    private static let firstDay: Int64 = 20454
    private static let unknown = Int64.max
    private static let changing = Int64.min

    init(zone: TimeZoneRules) { self.zone = zone }

    /// Seconds east of UTC. No clock changes twice on a day.
    private func offset(_ seconds: Int64) -> Int64 {
        let place = Int(seconds / 86400 - Self.firstDay)
        guard place >= 0, place < offsets.count else { return read(seconds) }
        if offsets[place] == Self.unknown {
            let begin = (Int64(place) + Self.firstDay) * 86400
            let offset = read(begin)
            offsets[place] = offset == read(begin + 86399) ? offset : Self.changing
        }
        return offsets[place] == Self.changing ? read(seconds) : offsets[place]
    }

    private func read(_ seconds: Int64) -> Int64 {
        Int64(zone.offset(at: Instant(seconds: seconds)))
    }

    /// Seconds since 1970-01-01T00:00:00 as the local clock shows them.
    func local(_ instant: Instant) -> Int64 {
        let seconds = instant.seconds
        return seconds + offset(seconds)
    }

    func day(_ instant: Instant) -> Int { Int(local(instant) / 86400) }

    /// When the local clock shows a minute of a day first and last; the first instant after the
    /// gap where it never does.
    func instants(_ day: Int, _ minute: Int) -> (first: Instant, last: Instant) {
        let wanted = Int64(day) * 86400 + Int64(minute) * 60
        let before = offset(wanted - 100_000)
        let after = offset(wanted + 100_000)
        if before == after {
            let instant = Instant(seconds: wanted - before)
            return (instant, instant)
        }
        var moment = wanted - max(before, after) - 7200
        let end = wanted - min(before, after) + 7200
        var first: Int64?
        var last: Int64?
        var beyond: Int64?
        while moment <= end {
            let shown = local(Instant(seconds: moment))
            if shown == wanted {
                first = first ?? moment
                last = moment
            } else if shown > wanted {
                beyond = beyond ?? moment
            }
            moment += 60
        }
        let skipped = beyond ?? wanted
        return (Instant(seconds: first ?? skipped), Instant(seconds: last ?? skipped))
    }

    /// The hour of the local clock that holds an instant: it begins when the clock shows or skips a
    /// full hour.
    func hour(_ instant: Instant) -> (from: Instant, until: Instant) {
        var from = Instant(seconds: instant.seconds / 60 * 60)
        while !beginsHour(from) { from = from - .minutes(1) }
        var until = Instant(seconds: instant.seconds / 60 * 60) + .minutes(1)
        while !beginsHour(until) { until = until + .minutes(1) }
        return (from, until)
    }

    private func beginsHour(_ instant: Instant) -> Bool {
        let (before, shown) = (local(instant - .seconds(1)), local(instant))
        return shown % 3600 == 0 || shown / 3600 > before / 3600
    }

    /// The occurrences of a range that may hold an instant of a local day.
    func occurrences(
        _ range: RuleDraft.Range, around day: Int
    ) -> [(start: Instant, end: Instant)] {
        var found: [(start: Instant, end: Instant)] = []
        for start in (day - 1)...(day + 1) {
            guard range.starts(on: start) else { continue }
            let begin = instants(start, range.start).first
            let endDay = range.end < range.start ? start + 1 : start
            let end = instants(endDay, range.end).last
            if begin < end { found.append((begin, end)) }
        }
        return found
    }

    /// Whether one of the ranges runs, and until when without a break; nil as the end: longer than
    /// eight days.
    func running(
        _ ranges: [RuleDraft.Range], at instant: Instant
    ) -> (start: Instant, end: Instant?)? {
        guard let first = hull(ranges, at: instant) else { return nil }
        var end = first.end
        while let next = hull(ranges, at: end) {
            end = next.end
            if end - instant > .days(8) { return (first.start, nil) }
        }
        return (first.start, end)
    }

    private func hull(
        _ ranges: [RuleDraft.Range], at instant: Instant
    ) -> (start: Instant, end: Instant)? {
        let day = day(instant)
        var hull: (start: Instant, end: Instant)?
        for range in ranges {
            for found in occurrences(range, around: day)
            where found.start <= instant && instant < found.end {
                hull = (
                    min(hull?.start ?? found.start, found.start),
                    max(hull?.end ?? found.end, found.end)
                )
            }
        }
        return hull
    }
}
