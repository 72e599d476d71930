import API
import Testing

@testable import Dashboard

/// Numbers, dates and amounts as regions write them, in the language of the texts.
@Suite struct FormatsTests {
    private func formats(_ languages: String...) throws -> Formats {
        Formats(try Texts.english(), languages: languages)
    }

    @Test(arguments: [
        (["de-AT", "en"], "en_AT"), (["de"], "en_DE"), (["en-US"], "en_US"), ([], "en"),
        (["pt_BR"], "en_BR"), (["*", "fr-CH"], "en_CH"),
    ])
    func regions(languages: [String], identifier: String) throws {
        #expect(Formats(try Texts.english(), languages: languages).locale.identifier == identifier)
    }

    @Test func numbers() throws {
        #expect(try formats("en-US").number(1_234_567) == "1,234,567")
        #expect(try formats("de-DE").number(1_234_567) == "1.234.567")
        #expect(try formats("en-US").number(0.8, digits: 2) == "0.80")
        #expect(try formats("en-US").percent(7, of: 10) == "70%")
        #expect(try formats("en-US").percent(0, of: 0) == "0%")
    }

    @Test func money() throws {
        #expect(try formats("en-US").money("1234.50", "EUR") == "€1,234.50")
        #expect(try formats("en-US").money("1234.5", nil) == "1,234.5")
        #expect(try formats("en-US").money("no amount", "EUR") == "no amount")
        let german = try formats("de-DE").money("1234.50", "EUR")
        #expect(german.contains("1.234,50"))
    }

    @Test func times() throws {
        let moment = try #require(Moment("2026-11-21T23:30:00+05:30"))
        #expect(try formats("en-GB").time(moment) == "23:30")
        #expect(try formats("en-US").time(moment).hasPrefix("11:30"))
        #expect(try formats("en-GB").time(minute: 1440) == "00:00")
        #expect(try formats("en-GB").hour(23) == "23")
    }

    @Test(arguments: [
        ("2026-11-22T06:30:00+01:00", "06:30"), ("2026-11-23T06:30:00+01:00", "Mon 06:30"),
        ("2026-12-24T06:30:00+01:00", "24 Dec 06:30"),
        ("2027-01-02T06:30:00+01:00", "2 Jan 2027 06:30"), ("tomorrow", "tomorrow"),
    ])
    func moments(text: String, expected: String) throws {
        let now = try #require(Moment("2026-11-21T23:18:00+01:00"))
        #expect(try formats("en-GB").moment(text, now: now) == expected)
    }

    @Test(arguments: [
        (0, "0 s"), (59, "59 s"), (60, "1 min"), (3599, "59 min"), (3600, "1 h"),
        (25_920, "7 h 12 min"), (183_600, "2 d 3 h"), (-90, "1 min"),
    ])
    func lengths(seconds: Int, expected: String) throws {
        #expect(try formats("en-GB").length(seconds: seconds) == expected)
    }

    @Test(arguments: [("en-US", 7), ("de-DE", 1), ("ar-EG", 6), ("pt-PT", 7)])
    func weeksBeginAsTheRegionHasIt(language: String, first: Int) throws {
        let weekdays = try formats(language).weekdays
        #expect(weekdays.first == first)
        #expect(Set(weekdays) == Set(1...7))
    }

    @Test func daysAndWeekdays() throws {
        let day = try #require(CalendarDay("2026-12-24"))
        let formats = try formats("en-GB")
        #expect(formats.day(day) == "24 December 2026")
        #expect(formats.shortDay(day) == "24 Dec")
        #expect(formats.weekdayAndDay(day).contains("24 December"))
        #expect((1...7).map { formats.shortWeekday($0) }.first == "Mon")
        #expect(formats.weekday(7) == "Sunday")
    }
}
