import RuleModel
import Testing

@testable import Engine

/// Rows by hour and weekday, what leads in them, and the time between unblocks.
struct TimeRowsTests {
    /// Day, weekday of 1970 and before as well.
    @Test(arguments: [
        ("2026-11-16", 1), ("2026-11-20", 5), ("2026-11-22", 7), ("1970-01-01", 4),
        ("1969-12-31", 3), ("1969-12-28", 7), ("1969-12-29", 1), ("2024-02-29", 4),
        ("0001-01-01", 1), ("9999-12-31", 5),
    ])
    func weekday(date: String, weekday: Int) throws {
        var tally = Tally()
        tally.unblocks(3, day: try day(date), hour: 5)
        let metrics = tally.metrics(days: Int.min..<Int.max)
        #expect(metrics.weekdays[weekday - 1].unblocks == 3)
        #expect(metrics.hoursOfWeek[(weekday - 1) * 24 + 5].unblocks == 3)
        #expect(metrics.mostActiveWeekday == weekday)
    }

    @Test(arguments: 0..<24)
    func hour(hour: Int) {
        var tally = Tally()
        tally.request(day: monday, hour: hour, isQuiet: false, isPause: false)
        tally.unblocks(2, day: monday, hour: hour)
        for _ in 0..<3 {
            tally.keep(
                day: monday, hour: hour, purpose: nil, category: nil, mood: nil, amount: nil)
        }
        let metrics = tally.metrics(days: monday..<monday + 1)
        let cell = Cell(requests: 1, unblocks: 2, kept: 3)
        #expect(metrics.hours[hour] == cell)
        #expect(metrics.hours.count { $0 == Cell() } == 23)
        #expect(metrics.hoursOfWeek[hour] == cell)
        #expect(metrics.weekdays[0] == cell)
        #expect(metrics.mostActiveHour == hour)
    }

    /// A damaged record may name hours that no clock shows.
    @Test(arguments: [(-1, 0), (Int.min, 0), (24, 23), (Int.max, 23)])
    func hoursOfNoClock(hour: Int, shown: Int) {
        var tally = Tally()
        tally.request(day: monday, hour: hour, isQuiet: false, isPause: false)
        tally.unblocks(1, day: monday, hour: hour)
        tally.keep(day: monday, hour: hour, purpose: nil, category: nil, mood: nil, amount: nil)
        let metrics = tally.metrics(days: monday..<monday + 1)
        #expect(metrics.hours[shown] == Cell(requests: 1, unblocks: 1, kept: 1))
    }

    /// The same hour of two weeks is one row, of two weekdays two.
    @Test func rowsAddUp() {
        var tally = Tally()
        tally.unblocks(1, day: monday, hour: 9)
        tally.unblocks(2, day: monday + 7, hour: 9)
        tally.unblocks(4, day: monday + 1, hour: 9)
        let metrics = tally.metrics(days: monday..<monday + 14)
        #expect(metrics.hours[9].unblocks == 7)
        #expect(metrics.hoursOfWeek[9].unblocks == 3)
        #expect(metrics.hoursOfWeek[24 + 9].unblocks == 4)
        #expect(metrics.weekdays.map(\.unblocks) == [3, 4, 0, 0, 0, 0, 0])
        #expect(metrics.mostActiveWeekday == 2)
    }

    /// A request late in the evening may end on the next day: each counts where it happened.
    @Test func eachCountsWhereItHappens() {
        var tally = Tally()
        tally.request(day: monday, hour: 23, isQuiet: false, isPause: false)
        tally.unblocks(1, day: monday + 1, hour: 0)
        let first = tally.metrics(days: monday..<monday + 1)
        #expect(first.total == Cell(requests: 1, unblocks: 0, kept: 0))
        let second = tally.metrics(days: monday + 1..<monday + 2)
        #expect(second.total == Cell(requests: 0, unblocks: 1, kept: 0))
    }

    // MARK: The most active

    /// Unblocks at 8, 9 and 10 o'clock, and the hour that leads.
    @Test(
        arguments: [
            (1, 0, 0, 8), (2, 1, 1, 8), (1, 2, 1, 9), (1, 1, 2, 10), (1, 1, 0, nil), (2, 2, 2, nil),
            (1, 3, 3, nil), (0, 0, 0, nil),
        ] as [(Int, Int, Int, Int?)])
    func clearLeadOnly(eight: Int, nine: Int, ten: Int, leader: Int?) {
        var tally = Tally()
        for (offset, count) in [eight, nine, ten].enumerated() {
            tally.unblocks(count, day: monday + offset, hour: 8 + offset)
        }
        // Requests do not make an hour active.
        for _ in 0..<9 { tally.request(day: monday, hour: 7, isQuiet: false, isPause: false) }
        let metrics = tally.metrics(days: monday..<monday + 7)
        #expect(metrics.mostActiveHour == leader)
        #expect(metrics.mostActiveWeekday == leader.map { $0 - 7 })
    }

    // MARK: The time between unblocks

    @Test(
        arguments: [
            ([], nil), ([5], nil), ([0, 60], Mean(60_000, of: 1)),
            ([0, 10, 60], Mean(60_000, of: 2)),
            ([60, 0, 10], Mean(60_000, of: 2)), ([7, 7, 7], Mean(0, of: 2)),
        ] as [([Int64], Mean?)])
    func meanGap(seconds: [Int64], mean: Mean?) {
        var tally = Tally()
        let start = Instant(seconds: Int64(monday) * 86_400)
        for second in seconds {
            tally.unblock(
                day: monday, hour: 0, at: start + .seconds(second), purpose: .planned,
                category: nil, mood: nil, isQuiet: false, intendedMinutes: nil, amount: nil)
        }
        #expect(tally.metrics(days: monday..<monday + 1).meanGap == mean)
    }

    /// From the first day's first to the last day's last, whatever lies between.
    @Test func meanGapOverDays() {
        var tally = Tally()
        for (day, hour) in [(0, 6), (0, 8), (2, 1), (5, 6)] {
            tally.unblocks(1, day: monday + day, hour: hour)
        }
        #expect(
            tally.metrics(days: monday..<monday + 7).meanGap
                == Mean(5 * 24 * 3_600_000, of: 3))
        #expect(tally.metrics(days: monday + 1..<monday + 5).meanGap == nil)
    }

    /// A traveller's day may come before the one that was, and trusted time may go back: what
    /// counts are the first and the last instant, on whatever days.
    @Test func meanGapOfATraveller() {
        var tally = Tally()
        for (day, hour) in [(0, 30), (1, 20), (2, 25)] {
            tally.unblock(
                day: monday + day, hour: 0, at: Instant(seconds: Int64(hour) * 3600),
                purpose: .planned, category: nil, mood: nil, isQuiet: false,
                intendedMinutes: nil, amount: nil)
        }
        #expect(
            tally.metrics(days: monday..<monday + 7).meanGap == Mean(10 * 3_600_000, of: 2))
    }

    /// Instants that cannot be recorded are the nearest that can; none is too far apart.
    @Test func instantsOfNoCalendar() throws {
        var tally = Tally()
        for milliseconds in [Int64.min, .max] {
            tally.unblock(
                day: monday, hour: 0, at: Instant(milliseconds: milliseconds), purpose: .planned,
                category: nil, mood: nil, isQuiet: false, intendedMinutes: nil, amount: nil)
        }
        let gap = try #require(tally.metrics(days: monday..<monday + 1).meanGap)
        let ends = Instant.recordable
        #expect(gap.total == ends.upperBound - ends.lowerBound)
    }
}
