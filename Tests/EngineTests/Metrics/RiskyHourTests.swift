import Foundation
import RuleModel
import Testing

@testable import Engine

/// An hour of the week among the riskiest tenth, at each edge of what that means.
struct RiskyHourTests {
    /// Monday eight weeks after the first day that counts.
    private let today = monday + 56

    /// So many unblocks at Friday, 22 o'clock, five weeks ago, and `others` in hours of their own.
    private func tally(friday: Int, others: [Int] = []) -> Tally {
        var tally = Tally()
        tally.unblocks(friday, day: monday + 21 + 4, hour: 22)
        // From Monday 0 o'clock on; none is Friday, 22 o'clock.
        for (hour, count) in others.enumerated() {
            tally.unblocks(count, day: monday + 14 + hour / 24, hour: hour % 24)
        }
        return tally
    }

    private func friday(_ tally: Tally) -> RiskyHour? {
        tally.riskyHour(weekday: 5, hour: 22, today: today)
    }

    @Test func explained() throws {
        let risky = try #require(friday(tally(friday: 14, others: [10, 10, 6])))
        #expect(risky == RiskyHour(weekday: 5, hour: 22, count: 14, total: 40))
        #expect(risky.text == "Fridays 22–23: 14 of your last 40 unblocks")
    }

    /// At least 20 unblocks in all.
    @Test(arguments: [(19, false), (20, true), (21, true)])
    func twentyInAll(total: Int, isRisky: Bool) {
        #expect((friday(tally(friday: total)) != nil) == isRisky)
        #expect((friday(tally(friday: 3, others: [total - 3])) != nil) == isRisky)
    }

    /// At least 3 of them in the hour.
    @Test(arguments: [(2, false), (3, true), (4, true), (0, false)])
    func threeInTheHour(count: Int, isRisky: Bool) {
        #expect((friday(tally(friday: count, others: [30])) != nil) == isRisky)
    }

    /// Less than 17 of the 168 hours have strictly more.
    @Test(arguments: [(0, true), (15, true), (16, true), (17, false), (18, false), (100, false)])
    func riskiestTenth(hoursWithMore: Int, isRisky: Bool) {
        let others = Array(repeating: 21, count: hoursWithMore)
        #expect((friday(tally(friday: 20, others: others)) != nil) == isRisky)
    }

    /// Those with as many do not stand above it.
    @Test(arguments: [(16, 100, true), (17, 100, false), (0, 110, true)])
    func levelHours(hoursWithMore: Int, level: Int, isRisky: Bool) {
        let others =
            Array(repeating: 6, count: hoursWithMore) + Array(repeating: 5, count: level)
        #expect((friday(tally(friday: 5, others: others)) != nil) == isRisky)
    }

    /// The 56 days before today: neither the 57th nor today itself.
    @Test(arguments: [(57, 0), (56, 20), (55, 20), (1, 20), (0, 0), (-1, 0)])
    func eightWholeWeeks(daysAgo: Int, counted: Int) {
        var tally = Tally()
        tally.unblocks(20, day: today - daysAgo, hour: 9)
        let weekday = (((today - daysAgo - monday) % 7) + 7) % 7 + 1
        let risky = tally.riskyHour(weekday: weekday, hour: 9, today: today)
        #expect(risky?.total ?? 0 == counted)
        #expect(risky?.count ?? 0 == counted)
    }

    /// Requests, kept blocks and unblocks of other hours are none of this hour.
    @Test func onlyUnblocksOfThisHour() {
        var tally = tally(friday: 2, others: [30])
        for _ in 0..<30 {
            tally.request(day: monday + 4, hour: 22, isQuiet: true, isPause: false)
            tally.count(Deed(day: monday + 4, hour: 22, what: .keep(.bareImpulse)))
        }
        tally.unblocks(9, day: monday + 4, hour: 21)
        tally.unblocks(9, day: monday + 5, hour: 22)
        #expect(friday(tally) == nil)
        #expect(tally.riskyHours(today: today).map(\.hour) == [0, 21, 22])
        #expect(tally.riskyHours(today: today).map(\.weekday) == [1, 5, 6])
    }

    @Test(arguments: [(0, 22), (8, 22), (5, -1), (5, 24), (.min, .max)])
    func hoursOfNoWeek(weekday: Int, hour: Int) {
        #expect(tally(friday: 30).riskyHour(weekday: weekday, hour: hour, today: today) == nil)
    }

    // MARK: In the record

    @Test func inTheRecord() throws {
        let hour = RiskyHour(weekday: 5, hour: 22, count: 14, total: 40)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(hour)
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"count":14,"hour":22,"total":40,"weekday":5}"#)
        #expect(try JSONDecoder().decode(RiskyHour.self, from: data) == hour)
    }

    /// Damage is an error, so that no sentence has to be made of it.
    @Test(arguments: [
        #"{"count":14,"hour":24,"total":40,"weekday":5}"#,
        #"{"count":14,"hour":-1,"total":40,"weekday":5}"#,
        #"{"count":14,"hour":22,"total":40,"weekday":0}"#,
        #"{"count":14,"hour":22,"total":40,"weekday":8}"#,
        #"{"count":41,"hour":22,"total":40,"weekday":5}"#,
        #"{"count":-1,"hour":22,"total":40,"weekday":5}"#,
        #"{"count":-2,"hour":22,"total":-1,"weekday":5}"#,
        #"{"count":14,"hour":22,"total":40}"#,
    ])
    func damaged(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(RiskyHour.self, from: Data(json.utf8))
        }
    }
}
