import RuleModel

/// A range of a schedule as the tools read and write it: `{days: sun-thu, time: "22:30-06:30"}`.
package struct RangeEntry: Hashable, Sendable {
    /// The days on which it starts: `mon`, `sun-thu`, `daily`; nil: every day.
    package var days: [String]?
    /// The only dates on which it starts, `2026-12-24`, `2026-12-24..2026-12-31`; nil: weekdays.
    package var dates: [String]?
    /// The time of day, `22:30-06:30`.
    package var time: String
    /// Dates on which it does not start, `2026-12-24`, and spans of them.
    package var except: [String]

    package init(
        days: [String]? = nil, dates: [String]? = nil, time: String, except: [String] = []
    ) {
        self.days = days
        self.dates = dates
        self.time = time
        self.except = except
    }

    /// A range from a form: ticked days, `mon` to `sun`, and two times of day, `22:30`.
    ///
    /// Without a ticked day the list of days is empty, which the check of the rules refuses.
    package init(weekdays: Set<String>, start: String, end: String, except: [String] = []) {
        self.init(
            days: WeekdayNames.shortest(for: weekdays), time: "\(start)-\(end)", except: except)
    }

    /// A range as people type it: days, `sun-thu`, and two times of day, `22:30` or `7:05`. As an
    /// end, `00:00` is the end of the day.
    package static func typed(
        days: String, start: String, end: String
    ) -> Result<RangeEntry, ValueFault> {
        let (start, typedEnd) = (clock(start), clock(end))
        let end = typedEnd == "00:00" ? "24:00" : typedEnd
        for time in [start, end] where time != "24:00" || time == start {
            if case .failure(let fault) = ClockTime.parse(time) { return .failure(fault) }
        }
        return ClockRange.parse("\(start)-\(end)").flatMap { _ in
            WeekdayNames.parse(days).map { days in
                RangeEntry(
                    weekdays: Set(WeekdayNames.names(of: days)), start: start, end: end)
            }
        }
    }

    /// `07:05` for `7:05`; a text that is not a time of day is unchanged.
    package static func clock(_ text: String) -> String {
        text.utf8.count == 4 && text.utf8.dropFirst().first == UInt8(ascii: ":") ? "0" + text : text
    }

    /// The days on which it starts, `mon` to `sun`; all if neither days nor dates are named. Names
    /// that cannot be read are left out.
    package var weekdays: Set<String> {
        guard let days else { return dates == nil ? Set(WeekdayNames.all) : [] }
        let found = days.compactMap { try? WeekdayNames.parse($0).get() }
        return Set(WeekdayNames.names(of: Weekdays(found)))
    }

    /// The time of day at which it starts, as written; empty if there is none.
    package var start: String { String(time.prefix { $0 != "-" }) }

    /// The time of day at which it ends, as written; empty if there is none.
    package var end: String { String(time.drop { $0 != "-" }.dropFirst()) }

    /// Reads a map in a file; parts that cannot be read are left out.
    init(_ map: [Literal.Member]) {
        self.init(
            days: map[RangeFields.days.key]?.texts,
            dates: map[RangeFields.dates.key]?.texts, time: map[RangeFields.time.key]?.words ?? "",
            except: map[RangeFields.except.key]?.texts ?? [])
    }

    var literal: Literal {
        var map: [Literal.Member] = []
        map[RangeFields.days.key] = days.map { days in
            if days.count == 1, let day = days.first { .text(day) } else { .texts(days) }
        }
        map[RangeFields.dates.key] = dates.map { .texts($0) }
        map[RangeFields.time.key] = .text(time)
        map[RangeFields.except.key] = .filled(except)
        return .map(map)
    }
}
