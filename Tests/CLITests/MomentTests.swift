import API
import Testing

@testable import soteria

/// Instants in local words. The offset comes with the text, so no zone of this machine matters.
@Suite struct MomentTests {
    private func moment(_ text: String) throws -> Moment { try #require(Moment(text)) }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2026-11-21T22:30:00+01:00", 1_795_296_600),
        ("2026-11-21T21:30:00Z", 1_795_296_600), ("2026-11-21T13:30:00-08:00", 1_795_296_600),
        ("2026-11-22T08:30:00+11:00", 1_795_296_600), ("2026-11-21T21:30:00.250Z", 1_795_296_600),
        ("1969-12-31T23:59:59Z", -1), ("2000-02-29T12:00:00Z", 951_825_600),
    ])
    func theInstantIsTheSameWhateverItsOffset(text: String, seconds: Int) throws {
        #expect(try moment(text).seconds == seconds)
    }

    @Test(arguments: [
        "", "2026", "2026-11-21", "2026-11-21T22:30:00", "2026-13-21T22:30:00Z",
        "2026-11-21T22:30:00+1", "a026-11-21T22:30:00Z", "2026-11-21T22:30:00X",
        "2026-11-21T22:30:00.", "2026-11-21T22:30:00+01:00x", "2026-11-21T22:30:00Zulu",
        "2026-11-21T24:30:00Z", "2026-11-21 22:30:00Z", "2026-11-21T22:30:00+01-00",
    ])
    func whatIsNoInstantIsNil(text: String) {
        #expect(Moment(text) == nil)
    }

    @Test(arguments: [
        ("2026-11-21T23:18:00+01:00", "23:18"), ("2026-11-21T00:05:00+11:00", "00:05"),
        ("2026-11-21T23:59:59-08:00", "23:59"), ("1960-01-01T06:07:08-03:30", "06:07"),
    ])
    func theTimeIsTheLocalOne(text: String, time: String) throws {
        #expect(try moment(text).time == time)
    }

    @Test(arguments: [
        ("2026-11-21T06:00:00+01:00", "06:00"), ("2026-11-22T06:30:00+01:00", "06:30"),
        ("2026-11-22T23:30:00+01:00", "Sun 23:30"), ("2026-11-27T06:30:00+01:00", "Fri 06:30"),
        ("2026-12-24T06:30:00+01:00", "24 Dec 06:30"),
        ("2027-01-02T06:30:00+01:00", "2 Jan 2027 06:30"),
        ("2026-11-20T06:30:00+01:00", "20 Nov 06:30"),
    ])
    func asMuchOfTheDateIsSaidAsItTakes(text: String, words: String) throws {
        let now = try moment("2026-11-21T23:18:00+01:00")
        #expect(try moment(text).relative(to: now) == words)
    }

    @Test func datesGoThereAndBack() {
        let numbers = stride(from: -800_000, through: 800_000, by: 37)
        #expect(numbers.allSatisfy { CalendarDay(number: $0).number == $0 })
        #expect(CalendarDay(number: 0).weekdayName == "Thu")
        #expect(CalendarDay(year: 2026, month: 11, day: 21).weekdayName == "Sat")
        #expect(CalendarDay(year: 1960, month: 2, day: 29).weekdayName == "Mon")
    }
}

/// Lengths in words.
@Suite struct TimeWordsTests {
    @Test(arguments: [
        (0, "0 s"), (1, "1 s"), (59, "59 s"), (60, "1 min"), (119, "1 min"), (3600, "1 h"),
        (3661, "1 h 1 min"), (25_920, "7 h 12 min"), (86_400, "1 d"), (183_600, "2 d 3 h"),
        (86_460, "1 d"), (-3600, "1 h"),
    ])
    func twoUnitsAreEnough(seconds: Int, text: String) {
        #expect(TimeWords.length(seconds: seconds) == text)
    }

    @Test(arguments: [
        ("2026-11-22T06:30:00+01:00", "06:30 (in 7 h 12 min)"),
        ("2026-11-21T23:18:20+01:00", "23:18 (in 20 s)"),
        ("2026-11-21T23:19:01+01:00", "23:19 (in 2 min)"),
        ("2026-11-21T23:17:00+01:00", "23:17"), ("nonsense", "nonsense"),
        // The clock goes on an hour in between: the offset of the end is another.
        ("2026-11-22T07:30:00+02:00", "07:30 (in 7 h 12 min)"),
    ])
    func whatLiesAheadSaysHowFar(instant: String, text: String) throws {
        let now = try #require(Moment("2026-11-21T23:18:00+01:00"))
        #expect(TimeWords.ahead(instant, now: now) == text)
    }
}
