import API

/// Quiet-hours schedules in words.
enum ScheduleText {
    /// Every schedule with its ranges, what it blocks and when it runs.
    static func list(_ schedules: [QuietHoursAPI.Schedule], now: Moment?, _ style: Style) -> String
    {
        if schedules.isEmpty { return "No rule file has quiet hours.\n" }
        return schedules.map { one($0, now: now, style) }.joined(separator: "\n")
    }

    private static func one(_ schedule: QuietHoursAPI.Schedule, now: Moment?, _ style: Style)
        -> String
    {
        let mark = style.apply(schedule.active ? .bad : .faint, schedule.active ? "●" : "○")
        var key = schedule.schedule
        if schedule.strict { key += ", strict" }
        var table = TextTable()
        for range in schedule.ranges { table.add(.init(days(range.days)), .init(times(range))) }
        return "\(mark) \(style.apply(.strong, Printable.text(schedule.name))) "
            + "(\(Printable.text(key)))\n" + table.text(style, indent: 2)
            + "  " + state(schedule, now: now, style) + "\n"
    }

    private static func state(_ schedule: QuietHoursAPI.Schedule, now: Moment?, _ style: Style)
        -> String
    {
        let blocks =
            schedule.targets.isEmpty
            ? "nothing" : Printable.text(schedule.targets.joined(separator: ", "))
        let by = schedule.switched ? " by you" : " in the rules"
        guard schedule.enabled else {
            return style.apply(.doubtful, "switched off\(by)") + ", would block \(blocks)"
        }
        let reference = now ?? schedule.start.flatMap { Moment($0) }
        guard let now = reference, let start = schedule.start else {
            return "blocks \(blocks), never in the time to come"
        }
        if schedule.active {
            let until = TimeWords.until(schedule.end, now: now)
            return style.apply(.bad, "blocks \(blocks)" + until)
        }
        let end = schedule.end.map { " until \(TimeWords.at($0, now: now))" } ?? ""
        return "blocks \(blocks) from \(TimeWords.ahead(start, now: now))\(end)"
    }

    /// `Sun–Thu`, `daily`, `Mon, Wed`: runs of days, around the end of the week too.
    static func days(_ days: [QuietHoursAPI.Weekday]) -> String {
        let week = QuietHoursAPI.Weekday.allCases
        let isIn = week.map { days.contains($0) }
        if isIn.allSatisfy({ $0 }) { return "daily" }
        // A run begins where the day before is not in it.
        let starts = week.indices.filter { isIn[$0] && !isIn[($0 + 6) % 7] }
        let runs = starts.map { start in
            var end = start
            while isIn[(end + 1) % 7] { end = (end + 1) % 7 }
            let first = week[start].rawValue.capitalized
            if end == start { return first }
            let separator = (start + 1) % 7 == end ? ", " : "–"
            return first + separator + week[end].rawValue.capitalized
        }
        return runs.joined(separator: ", ")
    }

    private static func times(_ range: QuietHoursAPI.Range) -> String {
        let except =
            range.except.isEmpty ? "" : ", not on \(range.except.joined(separator: ", "))"
        return "\(range.start)–\(range.end)\(except)"
    }
}
