import CEL

/// A quiet-hours schedule: the times at which targets are blocked.
package struct QuietHours: Hashable, Sendable {
    /// The key in the rule files: `weeknights`.
    package var key: String
    package var name: String
    /// The keys of the targets to block.
    package var targets: [String]
    /// The times of the schedule: the union of the ranges.
    package var ranges: [DailyRange]
    /// The zone of the times; nil: the rule set's, else the machine's.
    package var timeZone: TimeZoneRules?
    /// True if the schedule is enabled in the file; a switch through the socket can override it.
    package var isEnabled: Bool
    /// True if nothing can be unblocked during the schedule.
    package var isStrict: Bool
    /// The fingerprint of the entry's text: a change clears the switch.
    package var fingerprint: String

    package init(
        key: String, name: String, targets: [String], ranges: [DailyRange],
        timeZone: TimeZoneRules?, isEnabled: Bool, isStrict: Bool, fingerprint: String
    ) {
        self.key = key
        self.name = name
        self.targets = targets
        self.ranges = ranges
        self.timeZone = timeZone
        self.isEnabled = isEnabled
        self.isStrict = isStrict
        self.fingerprint = fingerprint
    }
}

/// A half-open range of local time that starts on some days of the week, `22:30-06:30`, `sun-thu`,
/// or on some dates.
package struct DailyRange: Hashable, Sendable {
    /// The weekdays on which it starts; none if it has dates.
    package var days: Weekdays
    /// The dates on which alone it starts; nil if it has weekdays.
    package var dates: Dates?
    /// Minutes after local midnight at which it starts, 0 to 1439.
    package var start: Int
    /// Minutes after local midnight at which it ends, 0 to 1440; below `start`: on the next day.
    package var end: Int
    /// The excepted start dates.
    package var except: Dates

    /// A range of weekdays or dates; start and end must differ (the rule files refuse equal ends).
    package init(
        days: Weekdays = [], dates: Dates? = nil, start: Int, end: Int, except: Dates = []
    ) {
        precondition(start != end && (0..<1440).contains(start) && (0...1440).contains(end))
        precondition(dates == nil || days.isEmpty)
        self.days = days
        self.dates = dates
        self.start = start
        self.end = end
        self.except = except
    }

    /// True if the range starts on the date, given as days since 1970-01-01.
    package func starts(onDay day: Int) -> Bool {
        isOn(day) && !except.contains(day)
    }

    /// The first date from the given one on at which the range starts; nil if none is in reach.
    package func firstStart(from first: Int) -> Int? {
        var day = first
        let spans = except.spans.count + (dates?.spans.count ?? 0)
        for _ in 0..<Self.reach + spans {
            if let dates {
                guard let date = dates.first(from: day) else { return nil }
                day = date
            }
            if let excepted = except.span(holding: day) {
                day = excepted.upperBound + 1
            } else if isOn(day) {
                return day
            } else {
                day += 1
            }
        }
        return nil
    }

    /// The limit of the search for a start in days that no span of dates or exceptions skips.
    private static let reach = 750

    private func isOn(_ day: Int) -> Bool {
        dates?.contains(day) ?? days.contains(weekday: CivilDate.weekday(daysSince1970: day))
    }
    package var endsNextDay: Bool { end < start }
}

package struct Weekdays: OptionSet, Hashable, Sendable {
    /// Bit 0 Monday to bit 6 Sunday.
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue & 0x7f }

    package static let daily = Weekdays(rawValue: 0x7f)
    /// Monday to Friday.
    package static let weekdays = Weekdays(rawValue: 0x1f)
    /// Saturday and Sunday.
    package static let weekends = Weekdays(rawValue: 0x60)

    /// The days from one weekday through another, 1 Monday to 7 Sunday; `fri-mon` wraps.
    package static func through(_ first: Int, _ last: Int) -> Weekdays {
        var days = Weekdays()
        var day = first
        while true {
            days.insert(Weekdays(rawValue: 1 << (day - 1)))
            if day == last { return days }
            day = day % 7 + 1
        }
    }
    /// True if the weekday, 1 Monday to 7 Sunday, is in the set.
    package func contains(weekday: Int) -> Bool { rawValue & (1 << UInt8(weekday - 1)) != 0 }
}
