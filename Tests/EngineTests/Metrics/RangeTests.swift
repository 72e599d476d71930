import RuleModel
import Testing

@testable import Engine

/// Which days a range holds, and what stands where it holds none.
struct RangeTests {
    /// One request on each of ten days from Monday, one unblock at the last hour of each.
    private var tenDays: Tally {
        Tally(
            (0..<10).flatMap { day in
                [
                    Deed(
                        day: monday + day, hour: 0, what: .request(isQuiet: false, isPause: false)),
                    Deed(day: monday + day, hour: 23, what: .unblock(.bareImpulse, isQuiet: false)),
                ]
            })
    }

    @Test(arguments: [
        (0, 10, 10), (0, 1, 1), (9, 10, 1), (3, 5, 2), (-5, 3, 3), (8, 99, 2), (5, 5, 0),
        (10, 20, 0), (-10, 0, 0), (-99, 99, 10),
    ])
    func daysOfARange(from: Int, to: Int, count: Int) {
        let metrics = tenDays.metrics(days: monday + from..<monday + to)
        #expect(metrics.total == Cell(requests: count, unblocks: count, kept: 0))
        #expect(metrics.days == monday + from..<monday + to)
    }

    @Test func whatIsRecorded() {
        #expect(Tally().recorded == nil)
        #expect(tenDays.recorded == monday...monday + 9)
        var tally = tenDays
        // Things come in late: a day before all others, and one between.
        tally.attempt(day: monday - 7)
        tally.attempt(day: monday - 3)
        #expect(tally.recorded == monday - 7...monday + 9)
        #expect(tally.metrics(days: monday - 3..<monday).attempts == 1)
    }

    /// Nothing that is counted leaves no day behind.
    @Test func nothingLeavesNoDay() {
        var tally = Tally()
        tally.use(day: monday, from: .zero, to: .zero, intendedMinutes: 5)
        tally.usage(day: monday, target: "news", active: .zero)
        tally.usage(day: monday, target: "news", active: .seconds(-5))
        tally.closed(day: monday, outcome: .kept)
        tally.unlogged(day: monday, isBought: true, amount: Money(thousandths: 5), regret: 3)
        #expect(tally.recorded == nil)
        #expect(tally == Tally())
    }

    @Test func emptyRange() {
        let none = tenDays.metrics(days: monday + 50..<monday + 60)
        let ratios = [
            none.plannedShare, none.impulseShare, none.keptShare, none.quietRequests,
            none.quietUnblocks, none.useShare, none.purchaseShare,
        ]
        let means = [
            none.meanGap, none.meanUse, none.meanIntended, none.meanUseOfIntended,
            none.meanRegret,
        ]
        #expect(ratios.allSatisfy { $0 == nil })
        #expect(means.allSatisfy { $0 == nil })
        #expect(none.total == Cell())
        #expect(none.hours == Array(repeating: Cell(), count: 24))
        #expect(none.weekdays == Array(repeating: Cell(), count: 7))
        #expect(none.hoursOfWeek == Array(repeating: Cell(), count: 168))
        #expect(none.categories.isEmpty && none.moods.isEmpty && none.usage.isEmpty)
        #expect(none.estimates.isEmpty && none.keptAmounts.isEmpty && none.purchases.isEmpty)
        #expect(none.mostActiveHour == nil && none.mostActiveWeekday == nil)
        #expect(none.commonMood == nil && none.commonCategory == nil)
        #expect(none.insights == [])
    }

    // MARK: The equally long range before

    @Test(arguments: [(7, 10, 3), (5, 10, 5), (0, 10, 0), (9, 10, 1), (4, 4, 0), (12, 20, 6)])
    func rangeBefore(from: Int, to: Int, before: Int) {
        let metrics = tenDays.metrics(days: monday + from..<monday + to)
        #expect(metrics.previous == Cell(requests: before, unblocks: before, kept: 0))
    }

    /// Numbers have an end, ranges of days too.
    @Test(arguments: [
        Int.min..<Int.max, Int.min..<Int.min, Int.max..<Int.max, Int.min..<0, 0..<Int.max,
        Int.min + 1..<Int.max, -1..<Int.max,
    ])
    func enormousRanges(days: Range<Int>) {
        let metrics = tenDays.metrics(days: days)
        #expect(metrics.total.requests == (days.contains(monday) ? 10 : 0))
        #expect(metrics.previous == Cell())
        #expect(tenDays.insights(days: days).isEmpty == !days.contains(monday))
    }

    @Test(arguments: [Int.min, -1, 0, Int.max - 1, Int.max])
    func enormousDays(day: Int) {
        var tally = tenDays
        tally.keep(day: day, hour: 3, purpose: nil, category: nil, mood: nil, amount: nil)
        #expect(tally.metrics(days: Int.min..<Int.max).total.kept == (day == .max ? 0 : 1))
        #expect(tally.metrics(days: monday..<monday + 10).total.kept == 0)
        #expect(tally.riskyHours(today: day) == [])
    }
}
