import RuleFiles
import RuleModel
import Testing

/// For how long the record is kept, and the debug actions.
@Suite struct KeepTests {
    @Test(arguments: [
        ("2y", 730), ("1y", 365), ("30d", 30), ("400d", 400), ("1y180d", 545), ("100y", 36500),
        ("1y0d", 365),
    ])
    func lengths(written: String, days: Int64) throws {
        #expect(try ruleSet("keep: {events: \(written)}").retention == .days(days))
    }

    @Test func leftOutItIsForEver() throws {
        #expect(try ruleSet("plan: premium").retention == nil)
        #expect(try ruleSet("keep: {}").retention == nil)
        let loading = RuleLoader(zones: zones).load(sources: [
            RuleText(path: "a.yaml", layer: 1, text: "keep: {events: 2y}"),
            RuleText(path: "b.yaml", layer: 2, text: "keep: {events: null}"),
        ])
        #expect(loading.rendered(color: false) == "" && loading.ruleSet?.retention == nil)
    }

    @Test(arguments: [
        ("29d", "expected a length of time from 30d to 100y, found 29d", nil),
        ("101y", "expected a length of time from 30d to 100y, found 101y", nil),
        ("100y1d", "expected a length of time from 30d to 100y, found 100y1d", nil),
        (
            "2",
            "\"2\" has no unit; write whole numbers followed by y or d, such as 2y, 1y180d or 90d",
            "2d"
        ),
        (
            "720h",
            "\"720h\" is not a valid length of time; write whole numbers followed by y or d, such "
                + "as 2y, 1y180d or 90d", nil
        ),
        ("2Y", "\"2Y\" is not a valid length of time", nil),
        (
            "180d1y",
            "is not a valid length of time", nil
        ),
        ("999999999999y", "is not a valid length of time", nil),
        (
            "-2y",
            "is not a valid length of time", nil
        ),
        ("[2y]", "expected a length of time such as 2y, 1y180d or 90d, found a list", nil),
    ])
    func whatIsNoLength(written: String, reason: String, meant: String?) throws {
        let loading = load("keep: {events: \(written)}")
        let first = try #require(loading.diagnostics.first)
        #expect(first.message.contains(reason), "\(first)")
        #expect(first.suggestion == meant && first.column == 16)
        #expect(loading.ruleSet == nil)
    }

    @Test func otherMistakes() {
        #expect(
            lines(load("keep: {event: 2y}")) == [
                "a.yaml:1:8: error: unknown key \"event\" in keep; did you mean \"events\"?"
            ])
        #expect(
            lines(load("keep: 2y")) == [
                "a.yaml:1:7: error: expected a map with \"events:\", found \"2y\""
            ])
        // Years are not the words of other lengths.
        #expect(
            lines(load("unblock: {grant: 1y}")) == [
                "a.yaml:1:18: error: \"1y\" is not a valid length of time; write whole numbers "
                    + "followed by d, h, m "
                    + "or s, such as 15m, 1h30m or 10s"
            ])
    }

    @Test func debugIsATruth() throws {
        #expect(try ruleSet("debug: true").isDebug)
        #expect(try !ruleSet("debug: false").isDebug)
        #expect(try !ruleSet("plan: premium").isDebug)
        #expect(
            lines(load("debug: on")) == [
                "a.yaml:1:8: error: expected true or false, found \"on\"; did you mean \"true\"?"
            ])
        #expect(
            lines(load("debug: {on: true}")) == [
                "a.yaml:1:8: error: expected true or false, found a map"
            ])
        #expect(
            lines(load("debug: true", "debug: false")) == [
                "b.yaml:1:1: error: \"debug\" is set in two files of one directory"
            ])
    }
}
