import Engine
import RuleModel
import SeededRandom
import Testing

/// Ranges of dates and with spans of exceptions, against a search through every minute that a clock
/// on the wall shows, around its changes.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct RangesOfDates {
    /// A range, and the days on which it starts by a plain list.
    private struct Planned {
        var range: DailyRange
        var days: Set<Int>
    }

    /// Some days within a week of another, as spans.
    private static func spans(
        near day: Int, _ random: inout SeededGenerator
    ) -> [ClosedRange<Int>] {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
            let first = day + Int.random(in: -7...6, using: &random)
            return first...first + Int.random(in: 0...3, using: &random)
        }
    }

    private static func plan(near day: Int, _ random: inout SeededGenerator) -> Planned {
        // Half of the ranges begin or end where clocks change.
        let start = Int.random(in: 0..<(Bool.random(using: &random) ? 240 : 1440), using: &random)
        var end = Int.random(in: 0...(Bool.random(using: &random) ? 240 : 1440), using: &random)
        if end == start { end = start == 0 ? 1 : start - 1 }
        let except = Bool.random(using: &random) ? spans(near: day, &random) : []
        let excepted = Set(except.flatMap { Array($0) })
        if Bool.random(using: &random) {
            let dates = spans(near: day, &random)
            let range = DailyRange(
                dates: Dates(spans: dates), start: start, end: end, except: Dates(spans: except))
            return Planned(
                range: range, days: Set(dates.flatMap { Array($0) }).subtracting(excepted))
        }
        let days = Weekdays(rawValue: .random(in: 1...0x7f, using: &random))
        // 1970-01-01 was a Thursday, the fourth of Monday's week.
        let all = (day - 12...day + 12).filter { days.rawValue >> UInt8(($0 + 3) % 7) & 1 == 1 }
        return Planned(
            range: DailyRange(days: days, start: start, end: end, except: Dates(spans: except)),
            days: Set(all).subtracting(excepted))
    }

    @Test(arguments: WallClock.changes)
    func agreeMinuteByMinute(name: String, change: String) throws {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        let zone = try zone(name)
        let wall = WallClock(zone, around: try at(change))
        let today = LocalTime(try at(change), in: zone).daysSince1970
        for _ in 0..<6 {
            let plans = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                Self.plan(near: today, &random)
            }
            var runs = [Bool](repeating: false, count: wall.shown.count)
            var starts: Set<Int> = []
            for plan in plans {
                let range = plan.range
                for day in plan.days {
                    let last = range.end < range.start ? day + 1 : day
                    guard let begin = wall.begin(day * 1440 + range.start),
                        let end = wall.end(last * 1440 + range.end), begin < end
                    else { continue }
                    starts.insert(begin)
                    for index in begin..<end { runs[index] = true }
                }
            }
            let calendar = RangeCalendar(plans.map(\.range), in: zone)
            let words = "\(name) \(plans.map(\.range)) seed \(seed)"
            // Ordinary weeks have more starts than the list.
            for index in stride(from: 2 * 1440, to: 17 * 1440, by: 7) {
                let instant = wall.instant(index)
                let isHeld = calendar.stretch(holding: instant) != nil
                let next = starts.filter { $0 > index }.min()
                let isListed =
                    next.map { $0 < 17 * 1440 } ?? plans.allSatisfy { $0.range.dates != nil }
                let found = isListed ? calendar.nextStart(after: instant) : nil
                guard isHeld == runs[index], !isListed || found == next.map(wall.instant) else {
                    Issue.record("\(instant): \(isHeld), \(String(describing: found)): \(words)")
                    return
                }
            }
        }
    }

    @Test(arguments: datesTable.rows)
    func dates(row: String) throws {
        let cells = Table.cells(row)
        let zone = try zone("Europe/Berlin")
        let calendar = try calendar([cells[0]], in: "Europe/Berlin")
        let instant = try at(cells[1] + ":00+01:00")
        let stretch = calendar.stretch(holding: instant)
        let found =
            stretch.map { "\(text($0.start, in: zone)) to \(text($0.end, in: zone))" }
            ?? "next \(text(calendar.nextStart(after: instant), in: zone))"
        #expect(found.replacing(":00+01:00", with: "") == cells[2])
    }

    private static let datesTable = Table(
        """
        2026-11-27..2026-11-30 00:00-24:00 | 2026-11-26T23:59 | next 2026-11-27T00:00
        2026-11-27..2026-11-30 00:00-24:00 | 2026-11-27T00:00 | 2026-11-27T00:00 to 2026-12-01T00:00
        2026-11-27..2026-11-30 00:00-24:00 | 2026-11-30T23:59 | 2026-11-30T00:00 to 2026-12-01T00:00
        2026-11-27..2026-11-30 00:00-24:00 | 2026-12-01T00:00 | next none
        2026-12-24 22:00-06:00 | 2026-12-25T05:59 | 2026-12-24T22:00 to 2026-12-25T06:00
        2026-12-24 22:00-06:00 | 2026-12-25T22:00 | next none
        2026-12-24..2026-12-26 09:00-10:00 except 2026-12-25 | 2026-12-24T10:00 | \
        next 2026-12-26T09:00
        # Far away, and behind a long exception.
        2099-01-15 22:00-06:00 | 2026-11-20T12:00 | next 2099-01-15T22:00
        fri 22:30-06:30 except 2026-11-20..2030-11-28 | 2026-11-20T12:00 | next 2030-11-29T22:30
        """)

    /// The days of a sale, in the engine.
    @Test func aSale() throws {
        var machine = try Machine(
            at: "2026-11-25T12:00:00+01:00",
            rules: rules(
                [schedule("sale", ["2026-11-27..2026-11-30 00:00-24:00"])], targets: ["shopping"]))
        #expect(!machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-27T00:00:00+01:00")
        #expect(machine.isBlocked("shopping"))
        #expect(machine.end() == "2026-12-01T00:00:00+01:00")
        try machine.advance(to: "2026-12-01T00:00:00+01:00")
        #expect(!machine.isBlocked("shopping"))
        let sale = try #require(machine.engine.rules.quietHours.first)
        #expect(machine.engine.occurrences(of: sale, from: machine.engine.now, count: 3).isEmpty)
    }
}

/// Sets of dates in spans.
@Suite struct DateSets {
    @Test func spansAreJoinedWhereTheyShareADate() {
        let dates = Dates(spans: [20...22, 5...5, 22...30, 31...31, 6...6, 5...5])
        #expect(dates.spans == [5...5, 6...6, 20...30, 31...31])
        #expect(dates.count == 14 && !dates.isEmpty && Dates().isEmpty)
        #expect((0...40).filter(dates.contains) == [5, 6] + Array(20...31))
        #expect([0, 5, 7, 25, 31, 32].map(dates.first(from:)) == [5, 5, 20, 25, 31, nil])
    }

    @Test func theyAreWrittenAsRulesAre() throws {
        let first = try day("2026-12-24")
        #expect(
            Dates(spans: [first...first, first + 2...first + 8]).texts
                == ["2026-12-24", "2026-12-26..2027-01-01"])
    }
}
