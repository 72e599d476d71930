import RuleFiles
import Testing

/// Ranges as people type them.
@Suite struct RangeEntryTests {
    @Test(arguments: [
        ("daily", "22:00", "06:30", ["daily"], "22:00-06:30"),
        ("mon,tue,wed,thu,fri", "9:00", "17:00", ["weekdays"], "09:00-17:00"),
        ("sun-thu", "22:30", "00:00", ["sun-thu"], "22:30-24:00"),
        ("sat", "00:00", "24:00", ["sat"], "00:00-24:00"),
    ])
    func typedTimesAreRead(
        days: String, start: String, end: String, read: [String], time: String
    ) throws {
        let range = try RangeEntry.typed(days: days, start: start, end: end).get()
        #expect(range == RangeEntry(days: read, time: time))
    }

    @Test(arguments: [
        ("daily", "25:00", "06:30", "\"25:00\" is not a valid time of day"),
        ("daily", "24:00", "06:30", "\"24:00\" is not a valid time of day"),
        ("daily", "22:00", "6pm", "did you mean \"18:00\"?"),
        ("daily", "22:00", "22:00", "begins and ends at the same time"),
        ("fry", "22:00", "06:30", "\"fry\" is not a day"),
        ("", "22:00", "06:30", "is not a day"),
    ])
    func mistakesAreNamed(days: String, start: String, end: String, words: String) {
        let reading = RangeEntry.typed(days: days, start: start, end: end)
        guard case .failure(let fault) = reading else {
            Issue.record("\(reading)")
            return
        }
        #expect(fault.description.contains(words), "\(fault.description)")
    }
}
