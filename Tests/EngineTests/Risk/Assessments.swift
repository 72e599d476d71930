import CEL
import RuleModel
import Testing

@testable import Engine

/// How a score is explained: each factor with its weight, outcome and the values that it read.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Assessments {
    /// An assessment of factors on 2026-11-20 (a Friday) at 22:07 in Berlin.
    private func assess(
        _ factors: [(key: String, weight: String, condition: String)],
        levels: RiskLevels = .standard
    ) throws -> RiskAssessment {
        let now = try at("2026-11-20T22:07:00+01:00")
        return RiskEvaluator(try risk(factors, levels: levels)).assess(
            Features(
                now: now, local: LocalTime(now, in: try zone("Europe/Berlin")),
                quietHoursActive: true, quietHoursSwitchedOff: false))
    }

    @Test func valuesThatWereRead() throws {
        let assessment = try assess([
            ("late", "0.40", "local.hour >= 22 || local.hour < 2"),
            ("friday", "0.10", "local.weekday == 5 && local.minute > 30"),
            ("active", "0.25", "quiet_hours.active && !quiet_hours.switched_off"),
        ])
        #expect(assessment.score.description == "0.650")
        #expect(assessment.level == .high)
        #expect(assessment.factors.map(\.key) == ["active", "friday", "late"])
        #expect(assessment.factors.map(\.isTrue) == [true, false, true])
        #expect(assessment.factors.map(\.weight.description) == ["0.250", "0.100", "0.400"])
        #expect(assessment.factors.allSatisfy { $0.isAutomatic })
        #expect(assessment.factors.allSatisfy { $0.failure == nil })
        #expect(assessment.factors[2].text == "local.hour >= 22 || local.hour < 2")
        let values = assessment.factors.map { factor in
            factor.values.map { "\($0.name)=\($0.value)" }
        }
        #expect(
            values == [
                ["quiet_hours.active=true", "quiet_hours.switched_off=false"],
                ["local.weekday=5", "local.minute=7"], ["local.hour=22"],
            ])
        #expect(
            assessment.record
                == RiskRecord(
                    score: Score(thousandths: 650), automatic: Score(thousandths: 650),
                    level: .high, factors: ["active", "late"]))
    }

    @Test(arguments: [
        ("now == timestamp('2026-11-20T21:07:00Z')", true),
        ("now < timestamp('2026-11-20T21:07:00Z')", false),
        ("local.day == 20", true), ("local.weekday == 5", true), ("local.hour == 22", true),
        ("local.minute == 7", true), ("quiet_hours.active", true),
        ("quiet_hours.switched_off", false),
    ])
    func everyVariable(condition: String, isTrue: Bool) throws {
        let factor = try #require(assess([("a", "1", condition)]).factors.first)
        #expect(factor.isTrue == isTrue)
    }

    /// A condition without a value counts as false and says why.
    @Test func failureIsFalse() throws {
        let assessment = try assess([
            ("broken", "0.9", "local.hour / (local.minute - 7) > 0"),
            ("absorbed", "0.1", "local.hour / (local.minute - 7) > 0 || local.hour == 22"),
        ])
        #expect(assessment.score.description == "0.100")
        #expect(assessment.factors.map(\.isTrue) == [true, false])
        #expect(assessment.factors[0].failure == nil)
        #expect(assessment.factors[1].failure?.isEmpty == false)
    }

    /// 0.30 + 0.15 + 0.15 + 0.10 + 0.10 is 0.800, which in binary fractions it is not.
    @Test func tenthsAreExact() throws {
        let weights = ["0.30", "0.15", "0.15", "0.10", "0.10"]
        let assessment = try assess(
            weights.enumerated().map { ("f\($0.offset)", $0.element, "true") })
        #expect(assessment.score.description == "0.800")
        #expect(assessment.level == .critical)
    }

    @Test func atMostOne() throws {
        let assessment = try assess([("a", "0.8", "true"), ("b", "0.7", "true")])
        #expect(assessment.score == .one)
        #expect(assessment.automatic == .one)
    }

    @Test(arguments: [
        ("0.399", RiskLevel.low), ("0.4", .moderate), ("0.599", .moderate), ("0.6", .high),
        ("0.799", .high), ("0.8", .critical), ("1", .critical), ("0", .low),
    ])
    func levelEdges(weight: String, level: RiskLevel) throws {
        #expect(try assess([("a", weight, "true")]).level == level)
    }

    @Test func levelsOfTheRules() throws {
        let levels = RiskLevels(
            moderate: Score(thousandths: 50), high: Score(thousandths: 51),
            critical: Score(thousandths: 52))
        #expect(try assess([("a", "0.05", "true")], levels: levels).level == .moderate)
        #expect(try assess([("a", "0.051", "true")], levels: levels).level == .high)
        #expect(try assess([("a", "0.052", "true")], levels: levels).level == .critical)
    }

    @Test func withoutFactors() throws {
        let assessment = try assess([])
        #expect(assessment.score == .zero)
        #expect(assessment.level == .low)
        #expect(assessment.factors.isEmpty)
    }

    /// The vocabulary that every rule file can rely on.
    @Test func vocabulary() {
        #expect(
            Vocabulary.entries.map { "\($0.name): \($0.type)" } == [
                "now: timestamp", "local.hour: int", "local.minute: int", "local.weekday: int",
                "local.day: int", "unblocks.last_hour: int", "unblocks.today: int",
                "unblocks.this_week: int", "unblocks.last_30_days: int",
                "unblocks.since_last: duration", "unblocks.last_gap: duration",
                "unblocks.impulse_ratio: double", "attempts.last_hour: int", "kept.today: int",
                "kept.this_week: int", "quiet_hours.active: bool",
                "quiet_hours.switched_off: bool", "session.idle: bool", "session.locked: bool",
                "mood.last: string", "amount.today: double", "regret.mean_30_days: double",
                "risk.score: double", "risk.automatic: double",
            ])
        #expect(Vocabulary.entries.allSatisfy { !$0.summary.isEmpty })
        #expect(
            Vocabulary.entries.filter(\.isReported).map(\.name) == [
                "mood.last", "amount.today", "regret.mean_30_days", "risk.score",
            ])
        #expect(
            Vocabulary.entries.filter(\.isScore).map(\.name) == ["risk.score", "risk.automatic"])
    }
}
