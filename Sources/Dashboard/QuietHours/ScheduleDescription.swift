import API

struct ScheduleDescription {
    let formats: Formats
    let texts: Texts

    init(_ context: PageContext) {
        formats = context.formats
        texts = context.texts
    }

    /// `Sun–Thu, 22:30–06:30, not on 24 Dec`.
    func range(_ range: QuietHoursAPI.Range) -> String {
        let days = range.dates.map(only) ?? self.days(Set(range.days.map(\.number)))
        let times = texts(
            "quietHours.times", ["start": time(range.start), "end": time(range.end)])
        guard !range.except.isEmpty else {
            return texts("quietHours.range", ["days": days, "times": times])
        }
        let more = range.except.count - Self.mostDates
        let listed = dates(range.except)
        return texts(
            more > 0 ? "quietHours.rangeExceptMore" : "quietHours.rangeExcept",
            ["days": days, "times": times, "dates": listed, "count": formats.number(more)])
    }

    /// The dates on which alone a range starts: `24 Dec, 27 Dec–31 Dec`.
    private func only(_ texts: [String]) -> String {
        let more = texts.count - Self.mostDates
        guard more > 0 else { return dates(texts) }
        return self.texts(
            "quietHours.moreDates", ["dates": dates(texts), "count": formats.number(more)])
    }

    /// The first dates and spans of a list.
    private func dates(_ texts: [String]) -> String {
        texts.prefix(Self.mostDates).map { text in
            let ends = text.split(separator: ".").map { end in
                CalendarDay(String(end)).map(formats.day) ?? String(end)
            }
            guard ends.count == 2 else { return ends.first ?? text }
            return self.texts("quietHours.dayRun", ["first": ends[0], "last": ends[1]])
        }.joined(separator: ", ")
    }

    /// The largest number of dates that are listed; of more dates only the number is shown.
    private static let mostDates = 5

    /// `Sun–Thu` for weekdays 1 Monday to 7 Sunday; combines consecutive days, across Sunday too.
    func days(_ days: Set<Int>) -> String {
        if days.count == 7 { return texts("quietHours.everyDay") }
        let runs = formats.weekdays.filter { day in
            days.contains(day) && !days.contains(day == 1 ? 7 : day - 1)
        }.map { first in
            (first..<first + 7).map { ($0 - 1) % 7 + 1 }.prefix { days.contains($0) }
        }
        return runs.map { run in
            let names = run.map(formats.shortWeekday)
            guard names.count > 2, let first = names.first, let last = names.last else {
                return names.joined(separator: ", ")
            }
            return texts("quietHours.dayRun", ["first": first, "last": last])
        }.joined(separator: ", ")
    }

    /// A time of day from the rules, `22:30`, in the region's format.
    func time(_ text: String) -> String {
        Self.minutes(text).map(formats.time(minute:)) ?? text
    }

    /// The minutes since midnight of `22:30`, 0 to 1440; nil for any other text.
    static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let hours = Int(parts[0]), let minutes = Int(parts[1]),
            (0...24).contains(hours), (0...59).contains(minutes), hours < 24 || minutes == 0
        else { return nil }
        return hours * 60 + minutes
    }
}

extension QuietHoursAPI.Weekday {
    /// 1 Monday to 7 Sunday.
    var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }

    init?(number: Int) {
        guard Self.allCases.indices.contains(number - 1) else { return nil }
        self = Self.allCases[number - 1]
    }
}

/// A chart of the schedules' week, each in its own zone, without regard to any dates.
struct ScheduleWeek {
    let schedules: [QuietHoursAPI.Schedule]

    init(_ schedules: [QuietHoursAPI.Schedule]) {
        self.schedules = schedules.filter(\.enabled)
    }

    /// A weekday's blocked minutes since midnight, adjacent ones joined; 1 Monday to 7 Sunday.
    func stretches(of schedule: QuietHoursAPI.Schedule, on day: Int) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for range in schedule.ranges {
            guard let start = ScheduleDescription.minutes(range.start),
                let end = ScheduleDescription.minutes(range.end)
            else { continue }
            let isOverMidnight = end <= start
            let days = Set(range.days.map(\.number))
            if days.contains(day) { found.append(start..<(isOverMidnight ? 1440 : end)) }
            if isOverMidnight, days.contains(day == 1 ? 7 : day - 1) { found.append(0..<end) }
        }
        var joined: [Range<Int>] = []
        for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = joined.last, last.upperBound >= range.lowerBound {
                joined[joined.count - 1] =
                    last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }

    func html(_ context: PageContext, now: Moment) -> String {
        let formats = context.formats
        let texts = context.texts
        let order = formats.weekdays
        let days = order.map { day in
            WeekChart.Day(
                name: ChartLabel(formats.weekday(day), short: formats.shortWeekday(day)),
                blocks: schedules.enumerated().flatMap { index, schedule in
                    stretches(of: schedule, on: day).map {
                        WeekChart.Block(minutes: $0, schedule: index + 1, label: schedule.name)
                    }
                })
        }
        let minute = now.secondOfDay / 60
        return WeekChart(
            caption: ChartCaption(
                id: "quiet-week-picture", title: texts("quietHours.week"),
                description: texts("quietHours.weekText", count: schedules.count),
                tableLabel: texts("quietHours.weekTable"),
                emptyText: texts("quietHours.weekEmpty")),
            days: days, schedules: schedules.map(\.name),
            now: order.firstIndex(of: now.day.weekday).map { day in
                WeekChart.Now(
                    day: day, minute: minute,
                    label: texts("quietHours.now", ["time": formats.time(minute: minute)]))
            },
            heads: [
                texts("quietHours.day"), texts("quietHours.blocked"), texts("quietHours.schedule"),
            ],
            hour: { formats.hour($0) }, clock: { formats.time(minute: $0) }
        ).html
    }
}
