import CEL
import Engine
import RuleFiles
import RuleModel
import Testing

/// The meaning of rules: the week that a rule file blocks, half hour by half hour.
@Suite struct WeekTests {
    /// One line for each day from Monday, one character for each half hour; `█` where the target is
    /// blocked. The week begins on 2026-01-05.
    private func week(_ text: String, zone name: String = "Europe/Berlin") throws -> [String] {
        let set = try ruleSet(text)
        let zone = try zones.zone(named: name).get()
        let monday = try #require(CivilDate(year: 2026, month: 1, day: 5)).daysSince1970
        let calendars = set.quietHours.map { RangeCalendar($0.ranges, in: $0.timeZone ?? zone) }
        return (0..<7).map { day in
            let midnight = Int64(monday + day) * 86400
            return (0..<48).map { half in
                let instant = zone.instants(ofLocal: midnight + Int64(half) * 1800).first
                return calendars.contains { $0.stretch(holding: instant) != nil } ? "█" : "·"
            }.joined()
        }
    }

    private func example(_ name: String) throws -> String {
        try String(contentsOfFile: repository("rules/examples/\(name).yaml"), encoding: .utf8)
    }

    @Test func shoppingNights() throws {
        #expect(
            try week(example("shopping-nights")) == [
                "█████████████································███",
                "█████████████································███",
                "█████████████································███",
                "█████████████································███",
                "█████████████··································█",
                "████████████████·······························█",
                "████████████████·····························███",
            ])
    }

    @Test func socialMedia() throws {
        #expect(
            try week(example("social-media")) == [
                "██████████████··████████··█████████·········████",
                "██████████████··████████··█████████·········████",
                "██████████████··████████··█████████·········████",
                "██████████████··████████··█████████·········████",
                "██████████████··████████··█████████·········████",
                "██████████████······························████",
                "██████████████······························████",
            ])
    }

    @Test func games() throws {
        #expect(
            try week(example("games")) == [
                "████████████████████████████████████████████████",
                "████████████████████████████████████████████████",
                "████████████████████████████████████████████████",
                "████████████████████████████████████████████████",
                "████████████████████████████████················",
                "················································",
                "········································████████",
            ])
    }

    @Test(arguments: ["gambling", "active-now"])
    func always(name: String) throws {
        let allDay = String(repeating: "█", count: 48)
        #expect(try week(example(name)) == Array(repeating: allDay, count: 7))
    }

    /// A tool that asks for the weekday of *now* opens at Friday's midnight.
    @Test func fridaysNightEndsOnSaturdayMorning() throws {
        let friday = try week(schedule("[{days: fri, time: \"22:00-06:00\"}]"))
        let open = String(repeating: "·", count: 48)
        #expect(
            friday == [
                open, open, open, open,
                "············································████",
                "████████████····································", open,
            ])
    }

    /// A tool that drops a range over midnight fails open, one that refuses it asks for two.
    @Test func aRangeOverMidnightIsTheSameAsItsTwoHalves() throws {
        let one = try week(schedule("[{days: mon-sun, time: \"22:00-06:00\"}]"))
        let two = try week(
            schedule("[{days: daily, time: \"22:00-24:00\"}, {time: \"00:00-06:00\"}]"))
        #expect(one == two)
        #expect(one[0] == "████████████································████")
    }

    @Test func aSpanOfDaysWrapsOverTheWeekend() throws {
        let wrapped = try week(schedule("[{days: sat-mon, time: \"12:00-13:00\"}]"))
        let noon = "························██······················"
        #expect(wrapped.map { $0 == noon } == [true, false, false, false, false, true, true])
    }

    @Test func exceptNamesTheDateOnWhichARangeStarts() throws {
        let nights = try week(
            schedule("[{time: \"22:00-06:00\", except: [2026-01-07]}]"))
        // Wednesday's night is left out, Thursday morning with it.
        #expect(nights[2] == "████████████····································")
        #expect(nights[3] == "············································████")
        #expect(nights[4] == "████████████································████")
    }

    @Test func theTimesAreThoseOfTheSchedulesZone() throws {
        let text = schedule("[{days: mon, time: \"12:00-13:00\"}]") + "    time_zone: Asia/Tokyo\n"
        // Noon in Tokyo is 04:00 in Berlin in winter.
        #expect(try week(text)[0] == "········██······································")
    }
}
