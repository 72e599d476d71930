import API
import Testing

@testable import Dashboard

/// Which days a page of figures is asked for.
@Suite struct MetricsRangeTests {
    @Test(arguments: [
        ([:], MetricsAPI.Range.thisWeek), (["range": "today"], .today),
        (["range": "this_month", "from": "2026-11-01"], .thisMonth), (["range": "all"], .all),
        (["range": "custom", "from": "2026-11-01"], .custom), (["from": "2026-11-01"], .custom),
    ])
    func rangesAreNamed(query: [String: String], range: MetricsAPI.Range) {
        let asked = RangeQuery(query)
        #expect(asked.range == range)
        #expect(asked.problem == nil)
        #expect(asked.isWhole)
    }

    @Test func onlyDaysOfOnesOwnHaveDays() {
        let month = RangeQuery(["range": "this_month", "from": "2026-11-01", "to": "2026-11-02"])
        #expect(month.asked == .init(range: .thisMonth))
        let own = RangeQuery(["range": "custom", "from": " 2026-11-01 ", "to": "2026-11-02"])
        #expect(own.asked == .init(range: .custom, from: "2026-11-01", to: "2026-11-02"))
        let open = RangeQuery(["range": "custom", "from": "2026-11-01", "to": ""])
        #expect(open.asked == .init(range: .custom, from: "2026-11-01"))
    }

    @Test(arguments: [
        ("", "", RangeQuery.Problem.from("metrics.chooseFirst")),
        ("", "2026-11-01", .from("metrics.chooseFirst")),
        ("1 November", "", .from("metrics.noDay")), ("2026-02-30", "", .from("metrics.noDay")),
        ("2026-11-01", "tomorrow", .to("metrics.noDay")),
        ("2026-11-02", "2026-11-01", .to("metrics.endsBefore")),
        ("2026-11-01", "999999999999-01-01", .to("metrics.noDay")),
    ])
    func whatIsWrongWithDaysIsSaidOfTheDay(
        from: String, to: String, problem: RangeQuery.Problem
    ) {
        let query = RangeQuery(["range": "custom", "from": from, "to": to])
        #expect(query.problem == problem)
        #expect(!query.isWhole)
    }

    @Test func whatIsNotCalledSoIsThisWeek() {
        let query = RangeQuery(["range": "last_week"])
        #expect(query.problem == .unknown)
        #expect(query.isWhole)
        #expect(query.asked == .init(range: .thisWeek))
    }

    @Test func whatTheDaemonDoesNotTakeIsSaidToo() {
        var query = RangeQuery(["range": "custom", "from": "2030-01-01"])
        query.record(.init(from: "2030-01-01"))
        #expect(query.problem == .from("metrics.liesAhead"))
        query.record(.init(from: "2030-01-01", to: "2030-01-02"))
        #expect(query.problem == .to("metrics.noRange"))
    }

    @Test(arguments: [
        ("  a b ", "a b"), ("", ""), (" \t\n", ""), ("a", "a"), ("\u{A0}a\u{202F}", "a"),
    ])
    func blanksAroundATextAreLeftOut(text: String, expected: String) {
        #expect(text.withoutOuterBlanks == expected)
    }
}
