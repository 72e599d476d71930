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

/// A half-open range of local time that starts on some days of the week: `22:30-06:30`, `sun-thu`.
package struct DailyRange: Hashable, Sendable {
    package var days: Weekdays
    /// Minutes after local midnight at which it starts, 0 to 1439.
    package var start: Int
    /// Minutes after local midnight at which it ends, 0 to 1440; below `start`: on the next day.
    package var end: Int
    /// The excepted start dates, as days since 1970-01-01.
    package var except: Set<Int>

    /// A range; start and end must differ (the rule files refuse equal ends).
    package init(days: Weekdays, start: Int, end: Int, except: Set<Int> = []) {
        precondition(start != end && (0..<1440).contains(start) && (0...1440).contains(end))
        self.days = days
        self.start = start
        self.end = end
        self.except = except
    }

    /// True if the range starts on the date, given as days since 1970-01-01.
    package func starts(onDay day: Int) -> Bool {
        days.contains(weekday: CivilDate.weekday(daysSince1970: day)) && !except.contains(day)
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
