import API
import Testing

@testable import soteria

/// Quiet hours as text.
@Suite struct ScheduleTextTests {
    private let style = Style(width: 100)
    private let now = Moment(SampleReplies.now)

    @Test func aScheduleThatRuns() {
        #expect(
            ScheduleText.list([SampleReplies.schedule], now: now, style) == """
                ● Financial quiet mode (nights, strict)
                  Sun–Thu   22:30–06:30, not on 2026-12-24
                  Fri, Sat  23:00–06:30
                  blocks shopping until 06:30 (in 7 h 12 min)

                """)
    }

    @Test func aScheduleOfDates() {
        var schedule = SampleReplies.schedule
        schedule.ranges = [
            .init(
                days: [], start: "00:00", end: "24:00", except: [],
                dates: ["2026-11-27..2026-11-30", "2026-12-24"])
        ]
        #expect(
            ScheduleText.list([schedule], now: now, style)
                .contains("\n  2026-11-27..2026-11-30, 2026-12-24  00:00–24:00\n"))
    }

    @Test func aScheduleThatComes() {
        var schedule = SampleReplies.schedule
        schedule.active = false
        schedule.strict = false
        schedule.ranges = [
            .init(days: QuietHoursAPI.Weekday.allCases, start: "12:00", end: "24:00", except: [])
        ]
        schedule.start = "2026-11-22T12:00:00+01:00"
        schedule.end = "2026-11-23T00:00:00+01:00"
        #expect(
            ScheduleText.list([schedule], now: now, style) == """
                ○ Financial quiet mode (nights)
                  daily  12:00–24:00
                  blocks shopping from 12:00 (in 12 h 42 min) until Mon 00:00

                """)
    }

    @Test func schedulesThatDoNotRun() {
        var schedule = SampleReplies.schedule
        schedule.active = false
        schedule.enabled = false
        #expect(
            ScheduleText.list([schedule], now: now, style)
                .contains("switched off in the rules; if on, it blocks shopping"))
        schedule.switched = true
        #expect(ScheduleText.list([schedule], now: now, style).contains("switched off by you"))
        schedule.enabled = true
        schedule.start = nil
        schedule.targets = []
        #expect(
            ScheduleText.list([schedule], now: now, style)
                .contains("blocks nothing, next start unknown"))
        #expect(ScheduleText.list([], now: now, style) == "No rule file defines quiet hours.\n")
    }

    @Test(arguments: [
        ([QuietHoursAPI.Weekday.mon], "Mon"), ([.sat, .sun], "Sat, Sun"),
        ([.mon, .tue, .wed, .thu, .fri], "Mon–Fri"), ([.mon, .wed, .fri], "Mon, Wed, Fri"),
        ([.mon, .fri, .sat, .sun], "Fri–Mon"), ([.mon, .tue, .sat], "Mon, Tue, Sat"), ([], ""),
        ([.mon, .tue, .wed, .thu, .fri, .sat, .sun], "daily"),
    ])
    func daysAreSaidInRuns(days: [QuietHoursAPI.Weekday], text: String) {
        #expect(ScheduleText.days(days) == text)
    }
}
