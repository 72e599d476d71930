import CEL
import Engine
import RuleModel
import SeededRandom
import Testing

/// A naive evaluator, minute by minute over what the local clock shows, against the calendar, in
/// weeks in which no clock changes.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct RangeOracle {
    /// Whether one of the ranges runs when the local clock shows a minute of a day.
    private func runs(_ ranges: [DailyRange], day: Int, minute: Int) -> Bool {
        ranges.contains { range in
            if range.start < range.end {
                return startsOn(range, day) && minute >= range.start && minute < range.end
            }
            return startsOn(range, day) && minute >= range.start
                || startsOn(range, day - 1) && minute < range.end
        }
    }

    private func startsOn(_ range: DailyRange, _ day: Int) -> Bool {
        // 1970-01-01 was a Thursday, the fourth of Monday's week.
        let weekday = ((day + 3) % 7 + 7) % 7
        return range.days.rawValue >> UInt8(weekday) & 1 == 1 && !range.except.contains(day)
    }

    private func randomRange(near day: Int, _ random: inout SeededGenerator) -> DailyRange {
        let start = Int.random(in: 0..<1440, using: &random)
        var end = Int.random(in: 0...1440, using: &random)
        if end == start { end = start == 0 ? 1 : start - 1 }
        let days = Weekdays(rawValue: .random(in: 0...0x7f, using: &random))
        let except = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            day + Int.random(in: -1...8, using: &random)
        }
        return DailyRange(days: days, start: start, end: end, except: Dates(except))
    }

    @Test(arguments: [
        "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe",
        "Pacific/Apia", "America/St_Johns", "UTC",
    ])
    func agreesMinuteByMinute(name: String) throws {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        let zone = try zone(name)
        // 2026-06-08 to 2026-06-16: nobody changes the clock.
        let first = try at("2026-06-08T12:00:00Z")
        let day = LocalTime(first, in: zone).date.daysSince1970
        for _ in 0..<4 {
            let count = Int.random(in: 1...4, using: &random)
            let ranges = (0..<count).map { _ in randomRange(near: day, &random) }
            let calendar = RangeCalendar(ranges, in: zone)
            let ran = (0..<8 * 1440).map { minute in
                let shown = LocalTime(first + .minutes(Int64(minute)), in: zone)
                return runs(
                    ranges, day: shown.date.daysSince1970, minute: shown.secondOfDay / 60)
            }
            compare(calendar, ran, from: first, note: "\(name) \(ranges) seed \(seed)")
        }
    }

    /// Each minute is held or not as the oracle says; ends and starts are where it changes.
    private func compare(
        _ calendar: RangeCalendar, _ ran: [Bool], from first: Instant, note: String
    ) {
        // For each minute the first later one that differs.
        var change = [Int](repeating: ran.count, count: ran.count)
        for minute in ran.indices.dropLast().reversed() {
            change[minute] = ran[minute] == ran[minute + 1] ? change[minute + 1] : minute + 1
        }
        for minute in stride(from: 0, to: ran.count, by: 11) {
            let instant = first + .minutes(Int64(minute))
            let found = calendar.stretch(holding: instant)
            guard (found != nil) == ran[minute] else {
                Issue.record("minute \(minute): \(found != nil), not \(ran[minute]): \(note)")
                return
            }
            let said = found == nil ? calendar.nextStart(after: instant) : found?.end
            if change[minute] < ran.count {
                guard said == first + .minutes(Int64(change[minute])) else {
                    Issue.record("minute \(minute): \(String(describing: said)): \(note)")
                    return
                }
            } else if let said, said < first + .minutes(Int64(ran.count)) {
                Issue.record("minute \(minute): changes too early: \(note)")
                return
            }
        }
    }
}
