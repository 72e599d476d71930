import API
import Foundation
import RuleFiles
import SeededRandom
import Testing

@testable import Dashboard

/// Times of schedules in words and in the picture of the week.
@Suite struct QuietHoursWordsTests {
    private func words(_ languages: [String] = ["en-GB"]) throws -> ScheduleDescription {
        let site = try Site.forTests()
        let environment = PageEnvironment(
            request: PageRequest(), texts: site.texts,
            formats: Formats(site.texts, languages: languages), templates: site.templates,
            surroundings: site.surroundings)
        return ScheduleDescription(PageContext(environment: environment, daemon: CannedDaemon()))
    }

    @Test(arguments: [
        ([1, 2, 3, 4, 5, 6, 7], "Every day"), ([1], "Mon"), ([1, 2], "Mon, Tue"),
        ([1, 2, 3], "Mon–Wed"), ([7, 1, 2, 3, 4], "Sun–Thu"), ([6, 7], "Sat, Sun"),
        ([5, 6, 7, 1], "Fri–Mon"), ([1, 3, 5], "Mon, Wed, Fri"), ([1, 2, 3, 5], "Mon–Wed, Fri"),
        ([], ""),
    ])
    func daysAreDrawnTogether(_ days: [Int], _ expected: String) throws {
        #expect(try words().days(Set(days)) == expected)
    }

    @Test func daysComeInTheOrderOfTheRegion() throws {
        #expect(try words(["en-US"]).days([7, 3]) == "Sun, Wed")
        #expect(try words(["en-GB"]).days([7, 3]) == "Wed, Sun")
    }

    @Test(arguments: [
        ("00:00", 0), ("06:30", 390), ("24:00", 1440), ("7:05", 425), ("24:01", nil),
        ("12:60", nil), ("noon", nil), ("", nil), ("-1:00", nil), ("1:2:3", nil),
    ])
    func timesAreRead(_ text: String, _ minutes: Int?) {
        #expect(ScheduleDescription.minutes(text) == minutes)
    }

    @Test func exceptionsAreSaid() throws {
        let some = QuietHoursAPI.Range.sample(except: ["2026-12-24", "2026-12-31"])
        #expect(
            try words().range(some)
                == "Sun–Thu, 22:30–06:30; not on 24 December 2026, 31 December 2026")
        let many = QuietHoursAPI.Range.sample(
            except: (10..<20).map { "2026-12-\($0)" })
        #expect(try words().range(many).hasSuffix("14 December 2026 and 5 more dates"))
    }

    @Test func rangesOfDatesAreSaid() throws {
        var range = QuietHoursAPI.Range.sample([], except: ["2026-12-25..2026-12-26"])
        range.dates = ["2026-11-27", "2026-12-24..2026-12-31"]
        #expect(
            try words().range(range)
                == "27 November 2026, 24 December 2026–31 December 2026, 22:30–06:30; not on "
                + "25 December 2026–26 December 2026")
        (range.dates, range.except) = ((10..<20).map { "2026-12-\($0)" }, [])
        #expect(
            try words().range(range)
                .hasSuffix("14 December 2026 and 5 more dates, 22:30–06:30"))
        let week = ScheduleWeek([.sample(ranges: [range])])
        #expect((1...7).allSatisfy { week.stretches(of: week.schedules[0], on: $0).isEmpty })
    }

    @Test func aRangeOverMidnightIsTwoStretches() {
        let week = ScheduleWeek([.sample(ranges: [.sample([.fri], "22:30", "06:30")])])
        let stretches = (1...7).map { week.stretches(of: week.schedules[0], on: $0) }
        #expect(stretches == [[], [], [], [], [1350..<1440], [0..<390], []])
    }

    @Test func sundayNightEndsOnMonday() {
        let week = ScheduleWeek([.sample(ranges: [.sample([.sun], "23:00", "01:00")])])
        #expect(week.stretches(of: week.schedules[0], on: 1) == [0..<60])
        #expect(week.stretches(of: week.schedules[0], on: 7) == [1380..<1440])
    }

    @Test func stretchesThatTouchAreOne() {
        let week = ScheduleWeek([
            .sample(ranges: [
                .sample([.mon], "20:00", "22:00"), .sample([.mon], "22:00", "24:00"),
                .sample([.mon], "08:00", "09:00"), .sample([.mon], "08:30", "08:45"),
            ])
        ])
        #expect(week.stretches(of: week.schedules[0], on: 1) == [480..<540, 1200..<1440])
    }

    @Test func stretchesAgreeWithMinutesCountedOneByOne() {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let ranges = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                Self.range(&random)
            }
            let week = ScheduleWeek([.sample(ranges: ranges)])
            var blocked = Set<Int>()
            for range in ranges {
                guard let start = ScheduleDescription.minutes(range.start),
                    let end = ScheduleDescription.minutes(range.end)
                else { continue }
                let length = end > start ? end - start : end + 1440 - start
                for day in range.days {
                    for minute in 0..<length {
                        blocked.insert(((day.number - 1) * 1440 + start + minute) % (7 * 1440))
                    }
                }
            }
            var drawn = Set<Int>()
            for day in 1...7 {
                for stretch in week.stretches(of: week.schedules[0], on: day) {
                    drawn.formUnion(stretch.map { (day - 1) * 1440 + $0 })
                }
            }
            #expect(drawn == blocked, "seed \(seed): \(ranges)")
        }
    }

    private static func range(_ random: inout SeededGenerator) -> QuietHoursAPI.Range {
        func clock(_ minutes: Int) -> String {
            let (hours, rest) = (minutes / 60, minutes % 60)
            return "\(hours < 10 ? "0" : "")\(hours):\(rest < 10 ? "0" : "")\(rest)"
        }
        let days = QuietHoursAPI.Weekday.allCases.filter { _ in Bool.random(using: &random) }
        let start = Int.random(in: 0..<1440, using: &random)
        var end = Int.random(in: 1...1440, using: &random)
        if end == start { end = start == 1439 ? 0 : start + 1 }
        return .sample(days, clock(start), clock(end))
    }

    @Test func partsOfPathsAreEncodedByteByByte() {
        #expect("nights-2_a.~".asPathPart == "nights-2_a.~")
        #expect("a/b?c#d".asPathPart == "a%2Fb%3Fc%23d")
        #expect("ü\"<".asPathPart == "%C3%BC%22%3C")
        #expect("\t".asPathPart == "%09")
        for text in [Hostile.html, Hostile.emoji] {
            #expect(text.asPathPart.removingPercentEncoding == text)
        }
    }
}
