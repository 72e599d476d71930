import API

/// A picture of the week that the schedules make, as their entries have it: without the dates on
/// which they do not begin, each in its own zone.
struct ScheduleWeek {
    let schedules: [QuietHoursAPI.Schedule]

    init(_ schedules: [QuietHoursAPI.Schedule]) {
        self.schedules = schedules.filter(\.enabled)
    }

    /// What stretches of a weekday are blocked, 1 Monday to 7 Sunday, in minutes since midnight:
    /// those of one schedule that touch are one.
    func stretches(of schedule: QuietHoursAPI.Schedule, on day: Int) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for range in schedule.ranges {
            guard let start = ScheduleWords.minutes(range.start),
                let end = ScheduleWords.minutes(range.end)
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
            WeekPicture.Day(
                name: ChartLabel(formats.weekday(day), short: formats.shortWeekday(day)),
                blocks: schedules.enumerated().flatMap { index, schedule in
                    stretches(of: schedule, on: day).map {
                        WeekPicture.Block(minutes: $0, schedule: index + 1, label: schedule.name)
                    }
                })
        }
        let minute = now.secondOfDay / 60
        return WeekPicture(
            caption: ChartCaption(
                id: "quiet-week-picture", title: texts("quietHours.week"),
                description: texts("quietHours.weekText", count: schedules.count),
                tableLabel: texts("quietHours.weekTable"),
                emptyText: texts("quietHours.weekEmpty")),
            days: days, schedules: schedules.map(\.name),
            now: order.firstIndex(of: now.day.weekday).map { day in
                WeekPicture.Now(
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
