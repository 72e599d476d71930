import CEL
import Foundation
import RuleFiles
import RuleModel
import Testing

@testable import Engine

/// The meaning of the examples with factors of their own.
@Suite struct GuardExampleTests {
    private func example(_ name: String) throws -> RuleSet {
        try ruleSet(
            try String(contentsOfFile: repository("rules/examples/\(name).yaml"), encoding: .utf8))
    }

    /// The assessment at a time of day on a Wednesday, and the auto-protections that hold then.
    private func outcome(
        _ set: RuleSet, at time: String, _ change: (inout Behaviour.Figures) -> Void
    ) throws -> (assessment: RiskAssessment, rules: [String]) {
        var figures = Behaviour.Figures.none
        change(&figures)
        let now = try #require(Instant(rfc3339: "2026-11-18T\(time):00Z"))
        let features = Features(
            now: now, local: LocalTime(now, in: .utc), quietHoursActive: true,
            quietHoursSwitchedOff: false, figures: figures)
        let assessment = RiskEvaluator(set.risk, set.autoProtections).assess(features)
        let rules = set.autoProtections.filter { assessment.holds($0.condition) }
        return (assessment, rules.map(\.key))
    }

    @Test func theEveningGuardIsStrictAndLong() throws {
        let rule = try #require(try example("evening-guard").autoProtections.first)
        #expect(rule.key == "evening_guard" && rule.targets == ["shops"])
        #expect(rule.isStrict && rule.length == .hours(3) && rule.againAfter == .hours(1))
    }

    @Test(arguments: [
        ("18:59", 9, 9, []), ("19:00", 5, 2, ["evening_guard"]), ("19:00", 4, 2, []),
        ("19:00", 5, 1, []), ("22:00", 5, 1, ["evening_guard", "high_risk"]),
        ("22:00", 4, 2, ["evening_guard"]), ("22:00", 0, 0, []),
    ])
    func theEveningGuard(time: String, attempts: Int, unblocks: Int, rules: [String]) throws {
        let set = try example("evening-guard")
        let outcome = try outcome(set, at: time) {
            $0.attemptsLastHour = attempts
            $0.unblocksToday = unblocks
        }
        #expect(outcome.rules == rules)
    }

    @Test func moodsRaiseTheScoreAlone() throws {
        let set = try example("moods")
        #expect(set.autoProtections.map(\.key) == ["high_risk"])
        let sad = try outcome(set, at: "23:00") {
            $0.unblocksToday = 3
            $0.unblocksLastHour = 2
            $0.lastGap = .minutes(20)
            $0.sinceLast = .minutes(5)
            $0.lastMood = "sad"
            $0.amountTodayThousandths = 150_000
        }
        #expect(sad.assessment.score == Score(thousandths: 950))
        #expect(sad.assessment.automatic == Score(thousandths: 600))
        #expect(sad.assessment.level == .critical && sad.rules.isEmpty)
        #expect(
            sad.assessment.factors.filter { !$0.isAutomatic }.map(\.key)
                == ["large_amounts", "low_mood"])
    }

    @Test(arguments: [
        ("sad", 1, 0, 149_999, 200), ("sad", 0, 1, 150_000, 350), ("sad", 0, 0, 0, 0),
        ("happy", 1, 0, 150_000, 150), ("", 1, 0, 0, 0),
    ])
    func moods(
        mood: String, unblocks: Int, kept: Int, amount: Int64, thousandths: Int
    ) throws {
        let outcome = try outcome(try example("moods"), at: "12:00") {
            $0.unblocksToday = unblocks
            $0.keptToday = kept
            $0.lastMood = mood
            $0.amountTodayThousandths = amount
        }
        #expect(outcome.assessment.score == Score(thousandths: thousandths))
        #expect(outcome.assessment.automatic == .zero && outcome.rules.isEmpty)
    }
}
