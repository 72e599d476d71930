import Engine
import RuleFiles
import RuleModel
import Testing

/// Times of day, by the key that holds one.
@Suite struct ClockTimeTests {
    private func loading(_ written: String) -> RuleLoadResult {
        load("check_ins: {a: {question: Q?, opens: \(written)}}\n", defaults: [])
    }

    @Test(arguments: [
        ("00:00", 0), ("\"04:00\"", 240), ("'23:59'", 1439), ("09:05", 545), ("12:30", 750),
    ])
    func times(written: String, minutes: Int) {
        #expect(loading(written).ruleSet?.checkIns.first?.opens == minutes)
    }

    @Test(arguments: [
        ("4:00", "is not a valid time of day; write times in the form 04:00", "04:00"),
        ("4", "is not a valid time of day", "04:00"),
        ("04.30", "is not a valid time of day", "04:30"),
        ("4h", "is not a valid time of day", "04:00"),
        ("4h15", "is not a valid time of day", "04:15"),
        ("4am", "is not a valid time of day", "04:00"),
        ("4 PM", "is not a valid time of day", "16:00"),
        ("12am", "is not a valid time of day", "00:00"),
        ("12pm", "is not a valid time of day", "12:00"),
        ("4:30 pm", "is not a valid time of day", "16:30"),
        ("11:5", "is not a valid time of day", "11:05"),
        ("24:00", "is not a valid time of day; times go from 00:00 to 23:59", "00:00"),
        ("24:01", "is not a valid time of day; times go from 00:00 to 23:59", nil),
        ("23:60", "is not a valid time of day; times go from 00:00 to 23:59", nil),
        ("99:99", "is not a valid time of day; times go from 00:00 to 23:59", nil),
        ("25", "is not a valid time of day", nil), ("111", "is not a valid time of day", nil),
        ("-4:00", "is not a valid time of day", nil),
        ("04:00:00", "is not a valid time of day", nil),
        ("22:30-06:30", "is not a valid time of day", nil),
        ("noon", "is not a valid time of day", nil),
        ("am", "is not a valid time of day", nil), ("١٢:٠٠", "is not a valid time of day", nil),
        ("\"\"", "is not a valid time of day", nil),
        ("\"0٤:00\"", "is not a valid time of day", nil),
        ("99999999999999999999:00", "is not a valid time of day", nil),
        ("[04:00]", "expected a time of day such as \"04:00\", found a list", nil),
    ])
    func whatIsNoTime(written: String, reason: String, meant: String?) throws {
        let loading = loading(written)
        let first = try #require(loading.diagnostics.first)
        #expect(first.message.contains(reason), "\(first)")
        #expect(first.suggestion == meant && first.column == 38, "\(first)")
        #expect(loading.ruleSet == nil)
    }
}
