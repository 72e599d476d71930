import CEL
import Testing

struct CivilDateTests {
    /// Days counted by calendars elsewhere, with the ISO weekday.
    static let known: [(days: Int, year: Int, month: Int, day: Int, weekday: Int)] = [
        (0, 1970, 1, 1, 4),
        (-1, 1969, 12, 31, 3),
        (1, 1970, 1, 2, 5),
        (59, 1970, 3, 1, 7),
        (11_016, 2000, 2, 29, 2),
        (11_017, 2000, 3, 1, 3),
        (20_446, 2025, 12, 24, 3),
        (20_541, 2026, 3, 29, 7),
        (20_751, 2026, 10, 25, 7),
        (-25_509, 1900, 2, 28, 3),
        (-25_508, 1900, 3, 1, 4),
        (47_540, 2100, 2, 28, 7),
        (47_541, 2100, 3, 1, 1),
        (-719_162, 1, 1, 1, 1),
        (-719_528, 0, 1, 1, 6),
        (-719_469, 0, 2, 29, 2),
        (2_932_896, 9999, 12, 31, 5),
    ]

    @Test(arguments: known)
    func knownDays(days: Int, year: Int, month: Int, day: Int, weekday: Int) throws {
        let date = CivilDate(daysSince1970: days)
        #expect((date.year, date.month, date.day) == (year, month, day))
        #expect(try #require(CivilDate(year: year, month: month, day: day)) == date)
        #expect(date.daysSince1970 == days)
        #expect(date.weekday == weekday)
        #expect(CivilDate.weekday(daysSince1970: days) == weekday)
    }

    /// Every day of 1600 years, walked by the calendar's own rules.
    @Test func everyDayFollowsTheOneBefore() throws {
        var date = try #require(CivilDate(year: 800, month: 1, day: 1))
        let first = date.daysSince1970
        var days = first
        var weekday = date.weekday
        var wrong = 0
        while date.year < 2400 {
            let next = CivilDate(daysSince1970: days + 1)
            let expected: (Int, Int, Int) =
                if date.day < CivilDate.days(inMonth: date.month, of: date.year) {
                    (date.year, date.month, date.day + 1)
                } else if date.month < 12 {
                    (date.year, date.month + 1, 1)
                } else {
                    (date.year + 1, 1, 1)
                }
            weekday = weekday % 7 + 1
            if (next.year, next.month, next.day) != expected || next.weekday != weekday
                || next.daysSince1970 != days + 1 || !(date < next)
            {
                wrong += 1
            }
            date = next
            days += 1
        }
        #expect(wrong == 0)
        #expect(days - first == 146_097 * 4)
    }

    @Test func farDates() {
        for days in [-1_000_000_000_000, -365_242_500, 365_242_500, 1_000_000_000_000] {
            #expect(CivilDate(daysSince1970: days).daysSince1970 == days)
        }
    }

    @Test(arguments: [
        (2024, true),
        (2023, false),
        (2000, true),
        (1900, false),
        (2100, false),
        (2400, true),
        (0, true),
        (-4, true),
        (-100, false),
        (-400, true),
    ])
    func leapYears(year: Int, isLeap: Bool) {
        #expect(CivilDate.isLeap(year) == isLeap)
        #expect(CivilDate.days(inMonth: 2, of: year) == (isLeap ? 29 : 28))
        #expect((CivilDate(year: year, month: 2, day: 29) != nil) == isLeap)
    }

    @Test func monthsAddUpToTheYear() {
        for (year, length) in [(2023, 365), (2024, 366)] {
            let days = (1...12).map { CivilDate.days(inMonth: $0, of: year) }
            #expect(days.reduce(0, +) == length)
        }
    }

    @Test(arguments: [
        ("2026-01-01", 1),
        ("2026-01-31", 31),
        ("2026-02-01", 32),
        ("2026-02-28", 59),
        ("2026-03-01", 60),
        ("2026-12-31", 365),
        ("2024-02-29", 60),
        ("2024-03-01", 61),
        ("2024-12-31", 366),
    ])
    func dayOfYear(text: String, day: Int) throws {
        let date = try #require(CivilDate(text))
        #expect(date.dayOfYear == day)
        let first = try #require(CivilDate(year: date.year, month: 1, day: 1))
        #expect(date.daysSince1970 - first.daysSince1970 + 1 == day)
    }

    @Test(arguments: [
        (2026, 0, 1),
        (2026, 13, 1),
        (2026, 1, 0),
        (2026, 1, 32),
        (2026, 4, 31),
        (2026, 6, 31),
        (2026, 9, 31),
        (2026, 11, 31),
        (2026, 2, 29),
        (2026, -1, 1),
        (2026, 1, -1),
        (1_000_001, 1, 1),
        (Int.max, 1, 1),
        (Int.min, 1, 1),
    ])
    func noSuchDay(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test(arguments: ["2026-12-24", "0001-01-01", "9999-12-31", "2024-02-29", "1969-07-20"])
    func textsReadBack(text: String) throws {
        #expect(try #require(CivilDate(text)).description == text)
    }

    @Test(arguments: [
        "",
        "2026",
        "2026-12",
        "2026-12-",
        "2026-12-4",
        "2026-2-04",
        "26-12-24",
        "2026-12-24 ",
        " 2026-12-24",
        "2026/12/24",
        "2026-12-24T00:00",
        "2026-02-29",
        "2026-00-10",
        "2026-13-01",
        "20260-12-24",
        "+026-12-24",
        "２０２６-12-24",
        "2026-12-32",
    ])
    func textsThatAreNoDates(text: String) {
        #expect(CivilDate(text) == nil)
    }

    @Test func descriptionsOfOtherYears() throws {
        #expect(try #require(CivilDate(year: -44, month: 3, day: 15)).description == "-0044-03-15")
        #expect(
            try #require(CivilDate(year: 12_345, month: 1, day: 2)).description == "12345-01-02")
    }
}
