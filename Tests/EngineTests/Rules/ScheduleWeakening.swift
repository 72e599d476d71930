import CEL
import RuleModel
import Testing

/// Schedules are compared by the minutes that they hold back, whatever their keys.
struct ScheduleWeakening {
    private func weakened(
        _ old: [QuietHours], by new: [QuietHours], targets: [String] = ["shopping"]
    ) throws -> [String] {
        try rules(new, targets: targets).weakenings(
            replacing: try rules(old, targets: targets))
    }

    /// The range of every day at the times, but for some dates.
    private func daily(_ start: Int, _ end: Int, except dates: String...) throws -> DailyRange {
        DailyRange(
            days: .daily, start: start * 60, end: end * 60,
            except: Dates(
                try dates.map { try #require(CivilDate($0)).daysSince1970 }))
    }

    private func schedule(_ key: String, of ranges: [DailyRange]) -> QuietHours {
        QuietHours(
            key: key, name: key, targets: ["shopping"], ranges: ranges, timeZone: nil,
            isEnabled: true, isStrict: false, fingerprint: "")
    }

    @Test func severalSchedulesStandInForOne() throws {
        let nights = try EngineTests.schedule("nights", ["daily 22:00-06:00"])
        let early = try EngineTests.schedule("early", ["daily 00:00-06:00"])
        let late = try EngineTests.schedule("late", ["daily 21:00-24:00"])
        #expect(try weakened([nights], by: [early, late]) == [])
        #expect(try weakened([nights], by: [early]) == ["quiet_hours.nights"])
        #expect(try weakened([early, late], by: [nights]) == ["quiet_hours.late"])
    }

    @Test func sundaysNightEndsOnMonday() throws {
        let sunday = try EngineTests.schedule("a", ["sun 22:00-06:00"])
        let parts = try EngineTests.schedule("b", ["sun 22:00-24:00", "mon 00:00-06:00"])
        let wrong = try EngineTests.schedule("c", ["sun 22:00-24:00", "sun 00:00-06:00"])
        #expect(try weakened([sunday], by: [parts]) == [])
        #expect(try weakened([parts], by: [sunday]) == [])
        #expect(try weakened([sunday], by: [wrong]) == ["quiet_hours.a"])
    }

    @Test func onlyWhatIsStrictStandsInForStrict() throws {
        let strict = try EngineTests.schedule("a", ["daily 10:00-12:00"], isStrict: true)
        let always = try EngineTests.schedule("b", ["daily 00:00-24:00"])
        #expect(try weakened([strict], by: [always]) == ["quiet_hours.a"])
        #expect(try weakened([always], by: [always, strict]) == [])
        let first = try EngineTests.schedule("c", ["daily 10:00-11:00"], isStrict: true)
        let second = try EngineTests.schedule("d", ["daily 11:00-12:00"], isStrict: true)
        #expect(try weakened([strict], by: [always, first, second]) == [])
        #expect(try weakened([strict], by: [always, first]) == ["quiet_hours.a"])
    }

    @Test func eachTargetByItself() throws {
        let both = try EngineTests.schedule("both", ["daily 10:00-12:00"], blocks: ["a", "b"])
        let first = try EngineTests.schedule("first", ["daily 10:00-12:00"], blocks: ["a"])
        let second = try EngineTests.schedule("second", ["daily 09:00-12:00"], blocks: ["b"])
        #expect(try weakened([both], by: [first, second], targets: ["a", "b"]) == [])
        #expect(
            try weakened([both], by: [first], targets: ["a", "b"]) == ["quiet_hours.both"])
        #expect(
            try weakened([first, second], by: [both], targets: ["a", "b"])
                == ["quiet_hours.second"])
    }

    @Test func aDateThatIsExceptedIsMissed() throws {
        let always = schedule("a", of: [try daily(22, 6)])
        let but = schedule("a", of: [try daily(22, 6, except: "2026-12-24")])
        #expect(try weakened([always], by: [but]) == ["quiet_hours.a"])
        #expect(try weakened([but], by: [always]) == [])
        #expect(try weakened([but], by: [but]) == [])
        // Another schedule that runs on that date alone, or on its weekday.
        let thursday = DailyRange(days: .through(4, 4), start: 22 * 60, end: 6 * 60)
        #expect(try weakened([always], by: [but, schedule("b", of: [thursday])]) == [])
        let wednesday = DailyRange(days: .through(3, 3), start: 22 * 60, end: 6 * 60)
        #expect(
            try weakened([always], by: [but, schedule("b", of: [wednesday])])
                == ["quiet_hours.a"])
        // The date's night ends on the day after it.
        let evening = DailyRange(days: .through(4, 4), start: 22 * 60, end: 1440)
        let morning = DailyRange(days: .through(5, 5), start: 0, end: 6 * 60)
        #expect(
            try weakened([always], by: [but, schedule("b", of: [evening])]) == ["quiet_hours.a"])
        #expect(try weakened([always], by: [but, schedule("b", of: [evening, morning])]) == [])
    }

    @Test func exceptionsOnDifferentDates() throws {
        let one = schedule("a", of: [try daily(8, 10, except: "2026-12-24")])
        let two = schedule("b", of: [try daily(8, 10, except: "2026-12-25")])
        // Each stands in for the other one's date.
        #expect(try weakened([schedule("c", of: [try daily(8, 10)])], by: [one, two]) == [])
        #expect(try weakened([one], by: [two]) == ["quiet_hours.a"])
        let many = schedule(
            "d", of: [try daily(8, 10, except: "2026-12-23", "2026-12-24", "2026-12-25")])
        #expect(try weakened([many], by: [one]) == [])
        #expect(try weakened([one], by: [many]) == ["quiet_hours.a"])
    }

    /// 2026-12-24 is a Thursday.
    @Test func rangesOfDates() throws {
        let span = try EngineTests.schedule("a", ["2026-12-24..2026-12-26 22:00-06:00"])
        func by(_ ranges: String...) throws -> [String] {
            try weakened([span], by: [try EngineTests.schedule("b", ranges)])
        }
        #expect(try by("daily 22:00-06:00") == [])
        #expect(try by("thu-sat 21:00-06:00") == [])
        #expect(try by("2026-12-01..2026-12-31 22:00-06:00") == [])
        #expect(try by("2026-12-24 22:00-06:00", "fri-sat 22:00-06:00") == [])
        #expect(
            try by("2026-12-24..2026-12-26 22:00-24:00", "2026-12-25..2026-12-27 00:00-06:00")
                == [])
        #expect(try by("2026-12-24..2026-12-25 22:00-06:00") == ["quiet_hours.a"])
        #expect(try by("2026-12-24..2026-12-26 22:00-05:59") == ["quiet_hours.a"])
        #expect(try by("daily 22:00-06:00 except 2026-12-26") == ["quiet_hours.a"])
        #expect(
            try by("daily 22:00-06:00 except 2026-12-26", "2026-12-26 20:00-08:00") == [])
        #expect(try by("thu-fri 22:00-06:00") == ["quiet_hours.a"])
        // No number of dates is an ordinary week.
        let nights = try EngineTests.schedule("a", ["daily 22:00-06:00"])
        let dates = try EngineTests.schedule("b", ["2026-01-01..9999-12-31 22:00-06:00"])
        #expect(try weakened([nights], by: [dates]) == ["quiet_hours.a"])
        // Too many dates to look at each.
        #expect(try weakened([dates], by: [nights]) == ["quiet_hours.b"])
        #expect(try weakened([dates], by: [dates]) == [])
    }

    /// Beyond what a reload can look at exceptions count as weaker; unchanged ones never do.
    @Test func tooManyExceptions() throws {
        let ranges = (0..<500).map { index in
            DailyRange(
                days: .daily, start: index, end: index + 1,
                except: Dates(index * 500..<(index + 1) * 500))
        }
        let whole = [DailyRange(days: .daily, start: 0, end: 500)]
        #expect(
            try weakened([schedule("a", of: ranges)], by: [schedule("a", of: ranges)]) == [])
        #expect(
            try weakened([schedule("a", of: ranges)], by: [schedule("a", of: whole)]) == [])
        #expect(
            try weakened([schedule("a", of: ranges)], by: [schedule("b", of: ranges + whole)])
                == ["quiet_hours.a"])
    }

    @Test func aThousandSchedulesOfOneTarget() throws {
        let minutes = (0..<1000).map { index in
            QuietHours(
                key: "m\(index)", name: "m", targets: ["shopping"],
                ranges: [DailyRange(days: .daily, start: index, end: index + 1)], timeZone: nil,
                isEnabled: true, isStrict: index.isMultiple(of: 2), fingerprint: "")
        }
        let whole = try EngineTests.schedule("whole", ["daily 00:00-17:00"], isStrict: true)
        #expect(try weakened(minutes, by: [whole]) == [])
        #expect(try weakened(Array(minutes.dropLast()), by: minutes.reversed()) == [])
        #expect(
            try weakened(minutes, by: Array(minutes.dropFirst(2))) == [
                "quiet_hours.m0", "quiet_hours.m1",
            ])
    }
}
