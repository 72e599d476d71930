/// The daily ranges of one schedule on the time line of one zone.
///
/// A range belongs to the local date on which it starts. In a repeated hour it starts at the
/// earlier and ends at the later occurrence; a time in a gap means the first instant after it.
package struct RangeCalendar: Sendable {
    private let ranges: [DailyRange]
    private let zone: TimeZoneRules

    /// The limit of the search for an end; beyond it the end counts as unknown.
    package static let horizon = TimeSpan.days(8)

    package init(_ ranges: [DailyRange], in zone: TimeZoneRules) {
        self.ranges = ranges
        self.zone = zone
    }

    /// An unbroken stretch of time; `end` is nil if none is in sight.
    package struct Stretch: Hashable, Sendable {
        /// The first instant in it.
        package var start: Instant
        /// The first instant after it.
        package var end: Instant?

        package init(start: Instant, end: Instant?) {
            self.start = start
            self.end = end
        }
    }

    /// The stretch that holds the instant, adjoining and overlapping ranges taken together.
    ///
    /// It begins with the earliest range that holds the instant.
    package func stretch(holding instant: Instant) -> Stretch? {
        guard let first = occurrence(holding: instant) else { return nil }
        var end = first.end
        while let next = occurrence(holding: end) {
            end = next.end
            if end - instant > Self.horizon { return Stretch(start: first.start, end: nil) }
        }
        return Stretch(start: first.start, end: end)
    }

    /// The first instant after the given one at which a range starts; nil if none is in reach.
    package func nextStart(after instant: Instant) -> Instant? {
        let today = LocalTime(instant, in: zone).daysSince1970
        var earliest: Instant?
        for range in ranges {
            var day = today - 1
            while let date = range.firstStart(from: day) {
                if let found = occurrence(of: range, on: date), found.start > instant {
                    earliest = min(earliest ?? found.start, found.start)
                    break
                }
                day = date + 1
            }
        }
        return earliest
    }

    /// The hull of the ranges that hold the instant themselves.
    private func occurrence(holding instant: Instant) -> (start: Instant, end: Instant)? {
        // Where the offset stays the same for days, the zone need not be asked for each range.
        let offset = zone.steadyOffset(around: instant)
        let today = LocalTime(instant, offset: offset.map { Int($0) } ?? zone.offset(at: instant))
            .daysSince1970
        // Two days back if the offset changes: a range over midnight may end across a day that a
        // zone skipped.
        let days = offset == nil ? (today - 2)...(today + 1) : (today - 1)...today
        var hull: (start: Instant, end: Instant)?
        for range in ranges {
            for day in days {
                guard let found = occurrence(of: range, on: day, offset), found.start <= instant,
                    instant < found.end
                else { continue }
                hull = (
                    min(hull?.start ?? found.start, found.start),
                    max(hull?.end ?? found.end, found.end)
                )
            }
        }
        return hull
    }

    /// The range that starts on the day; nil if it does not run or a gap swallows it.
    private func occurrence(
        of range: DailyRange, on day: Int, _ offset: Int64? = nil
    ) -> (start: Instant, end: Instant)? {
        guard range.starts(onDay: day) else { return nil }
        let midnight = Int64(day) * 86400
        if let offset {
            let start = midnight + Int64(range.start) * 60 - offset
            let end = midnight + Int64(range.end) * 60 - offset
            return (
                Instant(seconds: start),
                Instant(seconds: range.endsNextDay ? end + 86400 : end)
            )
        }
        let start = zone.instants(ofLocal: midnight + Int64(range.start) * 60).first
        let lastDay = range.endsNextDay ? midnight + 86400 : midnight
        let end = zone.instants(ofLocal: lastDay + Int64(range.end) * 60).last
        return start < end ? (start, end) : nil
    }
}
