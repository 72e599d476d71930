import CEL
import RuleFiles
import RuleModel
import Testing

@testable import Engine

/// The shipped factors at, just below and just above each of their edges.
@Suite struct DefaultFactorTests {
    private let set: RuleSet
    private let evaluator: RiskEvaluator

    init() throws {
        set = try ruleSet("version: 1\nplan: premium")
        evaluator = RiskEvaluator(set.risk, set.autoProtections)
    }

    /// The features at a moment on a clock that shows UTC.
    private func features(
        _ time: String, switchedOff: Bool = false, _ figures: Behaviour.Figures = .none
    ) throws -> Features {
        let now = try #require(Instant(rfc3339: time + "Z"))
        return Features(
            now: now, local: LocalTime(now, in: .utc), quietHoursActive: false,
            quietHoursSwitchedOff: switchedOff, figures: figures)
    }

    /// The true factors and the score, as `late_night weekend 0.500`; on a Tuesday at 15:00, when
    /// no factor of the clock holds, if no time is given.
    private func outcome(
        at time: String = "2026-11-17T15:00:00",
        _ change: (inout Behaviour.Figures) -> Void = { _ in }
    ) throws -> String {
        var figures = Behaviour.Figures.none
        change(&figures)
        return summary(evaluator.assess(try features(time, figures)))
    }

    private func summary(_ assessment: RiskAssessment) -> String {
        let keys = assessment.factors.filter(\.isTrue).map(\.key)
        return (keys + ["\(assessment.score)"]).joined(separator: " ")
    }

    @Test(arguments: [
        ("2026-11-18T21:59:59", "0.000"), ("2026-11-18T21:59:59.999", "0.000"),
        ("2026-11-18T22:00:00", "late_night 0.400"), ("2026-11-18T23:59:59", "late_night 0.400"),
        ("2026-11-19T00:00:00", "late_night 0.400"), ("2026-11-19T01:59:59", "late_night 0.400"),
        ("2026-11-19T01:59:59.999", "late_night 0.400"), ("2026-11-19T02:00:00", "0.000"),
    ])
    func lateNight(time: String, expected: String) throws {
        #expect(try outcome(at: time) == expected)
    }

    @Test(arguments: [
        ("2026-11-20T17:59:59", "0.000"), ("2026-11-20T18:00:00", "weekend 0.100"),
        ("2026-11-21T00:00:00", "late_night weekend 0.500"),
        ("2026-11-21T12:00:00", "weekend 0.100"), ("2026-11-22T12:00:00", "weekend 0.100"),
        ("2026-11-22T23:59:59", "late_night weekend 0.500"),
        ("2026-11-23T00:00:00", "late_night 0.400"), ("2026-11-23T12:00:00", "0.000"),
    ])
    func weekend(time: String, expected: String) throws {
        #expect(try outcome(at: time) == expected)
    }

    @Test(arguments: [
        (0, "0.000"), (2, "0.000"), (3, "high_frequency 0.400"), (4, "high_frequency 0.400"),
        (1_000_000, "high_frequency 0.400"),
    ])
    func highFrequency(unblocks: Int, expected: String) throws {
        #expect(try outcome { $0.unblocksLastHour = unblocks } == expected)
    }

    @Test(arguments: [
        ("29:59", "0:00", true), ("29:59", "59:59", true), ("29:59", "60:00", false),
        ("30:00", "0:00", false), ("30:00", "59:59", false), ("30:01", "59:59", false),
        ("0:00", "0:00", true), ("0:00", "60:01", false),
    ])
    func rapidUnblocks(gap: String, since: String, isTrue: Bool) throws {
        let expected = isTrue ? "rapid_unblocks 0.200" : "0.000"
        let gap = try span(gap)
        let since = try span(since)
        #expect(
            try outcome {
                $0.lastGap = gap
                $0.sinceLast = since
            } == expected)
    }

    /// Minutes and seconds, as `29:59`.
    private func span(_ text: String) throws -> TimeSpan {
        let parts = text.split(separator: ":").compactMap { Int64($0) }
        try #require(parts.count == 2)
        return .seconds(parts[0] * 60 + parts[1])
    }

    @Test func aMillisecondDecidesAtTheEdgesOfRapidUnblocks() throws {
        func outcome(_ gap: Int64, _ since: Int64) throws -> String {
            try self.outcome {
                $0.lastGap = TimeSpan(milliseconds: gap)
                $0.sinceLast = TimeSpan(milliseconds: since)
            }
        }
        #expect(try outcome(1_799_999, 3_599_999) == "rapid_unblocks 0.200")
        #expect(try outcome(1_800_000, 3_599_999) == "0.000")
        #expect(try outcome(1_799_999, 3_600_000) == "0.000")
    }

    @Test func whatNeverHappenedIsNotRapid() throws {
        #expect(try outcome { $0.sinceLast = .minutes(1) } == "0.000")
        #expect(try outcome { $0.lastGap = .minutes(1) } == "0.000")
    }

    @Test(arguments: [
        (0, 0, false), (1, 1, false), (4, 4, false), (5, 5, true), (5, 3, true), (5, 2, false),
        (6, 4, true), (6, 3, false), (100, 59, false), (100, 60, true), (100, 61, true),
        (1000, 599, false), (1000, 600, true), (7, 4, false), (7, 5, true),
    ])
    func highImpulseRatio(unblocks: Int, impulses: Int, isTrue: Bool) throws {
        #expect(
            try outcome {
                $0.unblocksLast30Days = unblocks
                $0.impulsesLast30Days = impulses
            } == (isTrue ? "high_impulse_ratio 0.150" : "0.000"))
    }

    /// No whole numbers that make exactly 60 % may fall below it by a binary fraction.
    @Test func sixtyPercentIsSixtyPercentOfAnyNumber() throws {
        for part in 1...500 {
            #expect(
                try outcome {
                    $0.unblocksLast30Days = part * 5
                    $0.impulsesLast30Days = part * 3
                } == "high_impulse_ratio 0.150", "\(part * 3) of \(part * 5)")
        }
    }

    @Test func quietHoursOff() throws {
        let on = try features("2026-11-17T15:00:00")
        let off = try features("2026-11-17T15:00:00", switchedOff: true)
        #expect(summary(evaluator.assess(on)) == "0.000")
        #expect(summary(evaluator.assess(off)) == "quiet_hours_off 0.100")
    }

    /// Unblocks at 22:10, 22:35 and 22:58 on a Wednesday, looked at at 23:00.
    @Test func theGoldenLateNight() throws {
        var figures = Behaviour.Figures.none
        figures.unblocksLastHour = 3
        figures.unblocksToday = 3
        figures.unblocksThisWeek = 3
        figures.unblocksLast30Days = 3
        figures.impulsesLast30Days = 3
        figures.lastGap = .minutes(23)
        figures.sinceLast = .minutes(2)
        let features = try features("2026-11-18T23:00:00", figures)
        let assessment = evaluator.assess(features)
        #expect(summary(assessment) == "high_frequency late_night rapid_unblocks 1.000")
        #expect(assessment.level == .critical && assessment.automatic == .one)
        let rule = try #require(set.autoProtections.first)
        #expect(assessment.holds(rule.condition))
    }

    @Test func aNewPersonOnATuesdayAfternoon() throws {
        let features = try features("2026-11-17T15:00:00")
        let assessment = evaluator.assess(features)
        #expect(summary(assessment) == "0.000" && assessment.level == .low)
        let rule = try #require(set.autoProtections.first)
        #expect(!assessment.holds(rule.condition))
    }

    @Test func everyFactorAtOnceIsOneAndAutomatic() throws {
        var figures = Behaviour.Figures.none
        figures.unblocksLastHour = 9
        figures.unblocksLast30Days = 9
        figures.impulsesLast30Days = 9
        figures.lastGap = .minutes(1)
        figures.sinceLast = .minutes(1)
        let assessment = evaluator.assess(
            try features("2026-11-21T23:00:00", switchedOff: true, figures))
        #expect(assessment.factors.allSatisfy { $0.isTrue && $0.isAutomatic })
        #expect(assessment.score == .one && assessment.automatic == .one)
        #expect(assessment.factors.map(\.weight.thousandths).reduce(0, +) == 1350)
    }
}
