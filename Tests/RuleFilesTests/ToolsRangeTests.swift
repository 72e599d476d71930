import RuleFiles
import RuleModel
import Testing

/// Ranges as forms have them: ticks and two times.
@Suite struct ToolsRangeTests {
    private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// The ticks of a set whose bit 0 is Monday.
    private func ticks(_ bits: Int) -> Set<String> {
        Set(Self.names.enumerated().filter { bits & 1 << $0.offset != 0 }.map(\.element))
    }

    @Test(arguments: [
        (0b111_1111, ["daily"]), (0b001_1111, ["weekdays"]), (0b110_0000, ["weekends"]),
        (0b100_1111, ["sun-thu"]), (0b000_0001, ["mon"]), (0b000_0011, ["mon", "tue"]),
        (0b111_0001, ["fri-mon"]), (0b101_0101, ["wed", "fri", "sun", "mon"]),
        (0b000_0111, ["mon-wed"]), (0b101_1100, ["wed-fri", "sun"]), (0, []),
    ])
    func daysAreNamedShortly(bits: Int, texts: [String]) {
        #expect(RangeEntry(weekdays: ticks(bits), start: "1", end: "2").days == texts)
    }

    @Test func everySetOfDaysComesBack() throws {
        for bits in 0...127 {
            let range = RangeEntry(weekdays: ticks(bits), start: "22:30", end: "06:30")
            #expect(range.weekdays == ticks(bits), "\(bits)")
            #expect(range.start == "22:30" && range.end == "06:30" && range.time == "22:30-06:30")
            guard bits > 0 else { continue }
            var file = try toolsFile()
            try file.set(ScheduleEntry(key: "n", block: ["shopping"], ranges: [range]))
            let loaded = load(file).ruleSet?.quietHours.first { $0.key == "n" }
            #expect(loaded?.ranges.map(\.days) == [Weekdays(rawValue: UInt8(bits))], "\(bits)")
            #expect(file.schedule("n")?.ranges.first?.weekdays == ticks(bits))
        }
    }

    @Test func noDayTickedIsTheChecksToRefuse() throws {
        var file = try toolsFile()
        try file.set(
            ScheduleEntry(
                key: "nights", block: ["shopping"],
                ranges: [
                    RangeEntry(time: "01:00-02:00"),
                    RangeEntry(weekdays: [], start: "22:30", end: "06:30"),
                ]))
        let error = try #require(load(file).diagnostics.first)
        #expect(error.message == "the list of days is empty")
        #expect(
            file.place(line: error.line, column: error.column)
                == ["quiet_hours", "nights", "ranges", "1", "days"])
    }

    @Test func daysNobodyKnowsAreRefusedNotDropped() throws {
        let range = RangeEntry(weekdays: ["mon", "lun", "<b>"], start: "01:00", end: "02:00")
        #expect(range.days == ["mon", "<b>", "lun"] && range.weekdays == ["mon"])
        var file = try toolsFile()
        try file.set(ScheduleEntry(key: "n", block: ["shopping"], ranges: [range]))
        let errors = load(file).diagnostics
        #expect(errors.count == 2)
        #expect(errors.allSatisfy { $0.message.contains("is not a day") })
        #expect(
            errors.map { file.place(line: $0.line, column: $0.column) ?? [] } == [
                ["quiet_hours", "n", "ranges", "0", "days", "1"],
                ["quiet_hours", "n", "ranges", "0", "days", "2"],
            ])
    }

    @Test func daysThatAreLeftOutAreAll() {
        #expect(RangeEntry(time: "1-2").weekdays == Set(Self.names))
        #expect(RangeEntry(days: ["nonsense"], time: "1-2").weekdays == [])
        #expect(RangeEntry(days: ["mon,wed", "sat"], time: "").weekdays == ["mon", "wed", "sat"])
    }

    @Test func timesThatAreNoneAreRefusedAtTheirField() throws {
        for (start, end) in [("", ""), ("22:30", ""), ("x", "y"), ("25:00", "26:00"), ("1", "1")] {
            var file = try toolsFile()
            let range = RangeEntry(weekdays: ["mon"], start: start, end: end)
            #expect(range.start == start && range.end == end)
            try file.set(ScheduleEntry(key: "nights", block: ["shopping"], ranges: [range]))
            let error = try #require(load(file).diagnostics.first, "\(start)-\(end)")
            #expect(
                file.place(line: error.line, column: error.column)
                    == ["quiet_hours", "nights", "ranges", "0", "time"])
        }
        let odd = RangeEntry(time: "nothing")
        #expect(odd.start == "nothing" && odd.end == "")
    }
}
