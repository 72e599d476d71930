import RuleModel

extension Draft {
    /// `quiet_hours: {KEY: QuietHoursFields}`.
    mutating func decodeQuietHours(_ entry: Mapping.Entry) {
        let entries = keyedEntries(entry, of: "schedules")
        quietHours = rules(entries, QuietHoursFields.shape, "schedule") { $0.schedule($1, $2) }
    }

    private mutating func schedule(_ fields: Fields, _ entry: Mapping.Entry) -> QuietHours? {
        let name = read(QuietHoursFields.name, in: fields) ?? entry.key
        let isEnabled = read(CommonFields.enabled, in: fields)
        let isStrict = read(QuietHoursFields.strict, in: fields)
        let zone = read(QuietHoursFields.zone, in: fields)
        let targets = read(QuietHoursFields.block, in: fields)
        let ranges = read(QuietHoursFields.ranges, in: fields)
        guard let isEnabled, let isStrict, let targets, let ranges else { return nil }
        return QuietHours(
            key: entry.key, name: name, targets: targets, ranges: ranges, timeZone: zone ?? nil,
            isEnabled: isEnabled, isStrict: isStrict,
            fingerprint: Fingerprint.of(["quiet_hours", entry.key, entry.value.canonicalText]))
    }

    mutating func ranges(_ node: Node) -> [DailyRange]? {
        guard let list = list(node, of: "ranges") else { return nil }
        guard (1...Limits.ranges).contains(list.count) else {
            findings.error(
                list.isEmpty
                    ? "the list of ranges is empty; to switch the schedule off, write \"enabled: "
                        + "false\""
                    : "too many ranges: \(list.count); at most \(Limits.ranges) are allowed",
                at: node.at)
            return nil
        }
        let ranges = list.compactMap { range($0) }
        return ranges.count == list.count ? ranges : nil
    }

    private mutating func range(_ node: Node) -> DailyRange? {
        guard
            let fields = fields(
                node, RangeFields.shape, of: "the range", in: "a range", at: node.at)
        else { return nil }
        let days = read(RangeFields.days, in: fields)
        let dates = read(RangeFields.dates, in: fields)
        let except = read(RangeFields.except, in: fields)
        guard let clock = read(RangeFields.time, in: fields), let days, let except else {
            return nil
        }
        guard fields.has(RangeFields.dates.key) else {
            return DailyRange(days: days, start: clock.start, end: clock.end, except: except)
        }
        guard let dates, isAlone(dates, except, fields) else { return nil }
        return DailyRange(dates: dates, start: clock.start, end: clock.end, except: except)
    }

    /// Reports weekdays beside dates, and dates of which the exceptions leave none.
    private mutating func isAlone(_ dates: Dates, _ except: Dates, _ fields: Fields) -> Bool {
        if let days = fields.entry(RangeFields.days.key) {
            findings.error(
                "a range has either \"days:\" or \"dates:\"; remove one of them", at: days.keyAt)
            return false
        }
        if DailyRange(dates: dates, start: 0, end: 1, except: except)
            .firstStart(from: dates.first(from: .min) ?? 0) == nil
        {
            findings.error(
                "the range never starts, because \"except:\" lists all of its dates",
                at: fields.position(of: RangeFields.except.key))
            return false
        }
        return true
    }

    mutating func clockRange(_ node: Node) -> ClockRange? {
        value(node, expected: "a time range such as \"22:30-06:30\"", ClockRange.parse)
    }

    /// Reads one text that names days, or a list of such texts.
    mutating func weekdays(_ node: Node) -> Weekdays? {
        let nodes = node.list ?? [node]
        if nodes.isEmpty { findings.error("the list of days is empty", at: node.at) }
        var days = Weekdays()
        for node in nodes {
            let expected = "days such as mon, sun-thu or daily"
            days.formUnion(value(node, expected: expected, WeekdayNames.parse) ?? [])
        }
        return days.isEmpty ? nil : days
    }

    /// Reads a list of dates and spans of dates.
    mutating func dates(_ node: Node, mayBeEmpty: Bool) -> Dates? {
        guard let list = list(node, of: "dates") else { return nil }
        if list.isEmpty, !mayBeEmpty {
            findings.error("the list of dates is empty", at: node.at)
            return nil
        }
        var spans: [ClosedRange<Int>] = []
        for node in list {
            let expected = "a date such as 2026-12-24"
            guard let span = value(node, expected: expected, DateSpan.parse) else { return nil }
            spans.append(span)
        }
        return Dates(spans: spans)
    }
}
