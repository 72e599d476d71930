import CEL
import Engine

extension Draft {
    /// `quiet_hours: {KEY: {name, block, ranges, time_zone, enabled, strict}}`.
    mutating func decodeQuietHours(_ entry: Mapping.Entry) {
        for entry in keyedEntries(entry, of: "schedules") {
            guard let schedule = schedule(entry) else { continue }
            quietHours.append((schedule, entry))
        }
    }

    private mutating func schedule(_ entry: Mapping.Entry) -> QuietHours? {
        let what = "schedule \"\(entry.key)\""
        guard let map = map(entry.value, expected: "a map with block and ranges") else {
            return nil
        }
        let meant = checkKeys(
            of: map, are: ["name", "block", "ranges", "time_zone", "enabled", "strict"], in: what)
        var name: String? = entry.key
        if let entry = map["name"] { name = self.name(entry.value) }
        var isEnabled: Bool? = true
        if let entry = map["enabled"] { isEnabled = truth(entry.value) }
        var isStrict: Bool? = false
        if let entry = map["strict"] { isStrict = truth(entry.value) }
        let zone = map["time_zone"].map { localZone($0.value, of: "schedule") }
        let targets = map["block"].flatMap { declaredTargets($0.value) }
        let ranges = map["ranges"].flatMap { self.ranges($0.value) }
        require("block", "the targets that it blocks", of: entry, in: what, meant: meant)
        require("ranges", "the times at which it runs", of: entry, in: what, meant: meant)
        guard let name, let isEnabled, let isStrict, let targets, let ranges else { return nil }
        return QuietHours(
            key: entry.key, name: name, targets: targets, ranges: ranges, timeZone: zone ?? nil,
            isEnabled: isEnabled, isStrict: isStrict,
            fingerprint: Fingerprint.of(["quiet_hours", entry.key, entry.value.canonicalText]))
    }

    private mutating func ranges(_ node: Node) -> [DailyRange]? {
        guard let list = list(node, of: "ranges") else { return nil }
        guard (1...Limits.ranges).contains(list.count) else {
            findings.error(
                list.isEmpty
                    ? "the list of ranges is empty; \"enabled: false\" switches a schedule off"
                    : "\(list.count) ranges are too many; at most \(Limits.ranges) are possible",
                at: node.at)
            return nil
        }
        let ranges = list.compactMap { range($0) }
        return ranges.count == list.count ? ranges : nil
    }

    private mutating func range(_ node: Node) -> DailyRange? {
        guard let map = map(node, expected: "a map with days and time") else { return nil }
        checkKeys(of: map, are: ["days", "time", "except"], in: "a range")
        var days: Weekdays? = .daily
        if let entry = map["days"] { days = weekdays(entry.value) }
        var except: Set<Int>? = []
        if let entry = map["except"] { except = dates(entry.value) }
        guard let time = map["time"] else {
            findings.error("the range needs \"time:\", such as \"22:30-06:30\"", at: node.at)
            return nil
        }
        guard
            let text = text(time.value, expected: "a range of time such as \"22:30-06:30\""),
            let clock = value(ClockRange.parse(text), at: time.value.at), let days, let except
        else { return nil }
        return DailyRange(days: days, start: clock.start, end: clock.end, except: except)
    }

    private mutating func weekdays(_ node: Node) -> Weekdays? {
        var nodes = [node]
        if case .list(let list) = node.content { nodes = list }
        if nodes.isEmpty { findings.error("the list of days is empty", at: node.at) }
        var days = Weekdays()
        for node in nodes {
            guard let text = text(node, expected: "days such as mon, sun-thu or daily"),
                let found = value(WeekdayNames.parse(text), at: node.at)
            else { continue }
            days.formUnion(found)
        }
        return days.isEmpty ? nil : days
    }

    private mutating func dates(_ node: Node) -> Set<Int>? {
        guard let list = list(node, of: "dates") else { return nil }
        var dates: Set<Int> = []
        for node in list {
            guard let text = text(node, expected: "a date such as 2026-12-24") else { return nil }
            guard let date = CivilDate(text) else {
                findings.error(
                    "\"\(text)\" is no date of the calendar; write year, month and "
                        + "day as 2026-12-24",
                    at: node.at)
                return nil
            }
            dates.insert(date.daysSince1970)
        }
        return dates
    }
}
