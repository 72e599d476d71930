import CEL
import RuleModel
import Testing

@testable import Engine

/// At which values of a variable conditions can come out otherwise, and so where a simulation has
/// to look.
struct WhereConditionsChange {
    private func thresholds(_ texts: [String], _ variable: String) throws -> [Int64]? {
        let environment = RuleSet.empty.risk.environment
        let programs = try texts.map { try environment.compile($0, expecting: .bool).get() }
        return RuleSet.empty.thresholds(of: programs, for: variable)
    }

    @Test(
        arguments: [
            ("unblocks.since_last < duration('1h')", [3_600_000]),
            ("unblocks.since_last >= duration('1h')", [3_600_000]),
            ("unblocks.since_last <= duration('1h')", [3_600_001]),
            ("unblocks.since_last > duration('1h')", [3_600_001]),
            ("duration('1h') < unblocks.since_last", [3_600_001]),
            ("duration('1h') > unblocks.since_last", [3_600_000]),
            ("unblocks.since_last == duration('90s')", [90_000, 90_001]),
            ("unblocks.since_last < duration('0.0005s')", [1]),
            ("!(unblocks.since_last < duration('2s')) || local.hour == 3", [2_000]),
            ("local.hour > 3", []),
        ] as [(String, [Int64])])
    func spans(text: String, expected: [Int64]) throws {
        #expect(try thresholds([text], "unblocks.since_last") == expected)
    }

    @Test(
        arguments: [
            ("local.hour >= 22 || local.hour < 2", [2, 22]),
            ("local.hour in [3, 9]", [3, 4, 9, 10]),
            ("local.hour == 0", [0, 1]),
            ("local.hour > 23", [24]),
            ("local.hour < 7.5", [8]),
            ("local.weekday > 5", []),
        ] as [(String, [Int64])])
    func hours(text: String, expected: [Int64]) throws {
        #expect(try thresholds([text], "local.hour") == expected)
    }

    /// A condition that computes with a variable may change at any of its values.
    @Test(arguments: [
        ("unblocks.since_last > unblocks.last_gap", "unblocks.since_last"),
        ("unblocks.since_last + duration('1m') > duration('1h')", "unblocks.since_last"),
        ("unblocks.since_last.getMinutes() > 3", "unblocks.since_last"),
        ("local.hour * 2 > 30", "local.hour"), ("local.hour == local.weekday", "local.hour"),
        ("local.hour in [local.weekday]", "local.hour"),
    ])
    func anywhere(text: String, variable: String) throws {
        #expect(try thresholds([text], variable) == nil)
        let plain = "unblocks.since_last < duration('1h') && local.hour > 3"
        #expect(try thresholds([plain, text], variable) == nil)
    }

    @Test func ofSeveral() throws {
        let texts = [
            "unblocks.since_last < duration('1h')", "unblocks.since_last > duration('1s')",
            "local.hour > 3",
        ]
        #expect(try thresholds(texts, "unblocks.since_last") == [1_001, 3_600_000])
        #expect(try thresholds(texts, "local.hour") == [4])
        #expect(try thresholds([], "local.hour") == [])
    }

    @Test(arguments: [
        ("2026-01-01T21:30:00Z", "2026-01-01T22:00:00Z"),
        ("2026-01-01T21:59:59.999Z", "2026-01-01T22:00:00Z"),
        ("2026-01-01T22:00:00Z", "2026-01-02T00:00:00Z"),
        ("2026-01-01T00:00:00Z", "2026-01-01T02:00:00Z"),
    ])
    func nextHour(moment: String, expected: String) throws {
        let moment = try at(moment)
        let stretch = LocalStretch(moment, in: .utc)
        let next = stretch.nextHour(of: [2, 22], after: moment)
        #expect(next == (try at(expected)))
        #expect(stretch.nextHour(of: nil, after: moment) <= next)
        #expect(stretch.nextHour(of: [2, 22, 24], after: moment) == next)
    }
}
