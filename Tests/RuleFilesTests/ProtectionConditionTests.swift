import CEL
import RuleFiles
import RuleModel
import Testing

@testable import Engine

/// Auto-protection's conditions at work: evaluated as the engine does it, in the environment of the
/// set's risk rules.
@Suite struct ProtectionConditionTests {
    /// Whether the first auto-protection of a set holds at a moment on a clock that shows UTC.
    private func holds(
        _ set: RuleSet, at time: String = "2026-11-17T15:00:00Z",
        _ figures: Behaviour.Figures = .none
    ) throws -> Bool {
        let now = try #require(Instant(rfc3339: time))
        let features = Features(
            now: now, local: LocalTime(now, in: .utc), quietHoursActive: false,
            quietHoursSwitchedOff: false, figures: figures)
        let rule = try #require(set.autoProtections.first)
        return RiskEvaluator(set.risk, [rule]).assess(features).holds(rule.condition)
    }

    private func bare(_ text: String) throws -> RuleSet {
        let loading = load(text, defaults: [])
        #expect(loading.errors == 0)
        return try #require(loading.ruleSet)
    }

    /// 0.30 + 0.15 + 0.15 + 0.10 + 0.10 is less than 0.8 in binary fractions.
    @Test func scoresThatWouldRoundFire() throws {
        func set(_ weights: [String]) throws -> RuleSet {
            let factors = weights.enumerated()
                .map { "f\($0): {weight: \($1), when: \"true\"}" }.joined(separator: ", ")
            return try bare(
                "risk: {factors: {\(factors)}}\nauto_protection: {a: {when: risk.automatic >= 0.8}}"
            )
        }
        #expect([0.30, 0.15, 0.15, 0.10, 0.10].reduce(0, +) < 0.8)
        #expect(try holds(try set(["0.30", "0.15", "0.15", "0.10", "0.10"])))
        #expect(try holds(try set(["0.8"])))
        #expect(try holds(try set(["0.1", "0.7", "0.001"])))
        #expect(!(try holds(try set(["0.30", "0.15", "0.15", "0.10", "0.099"]))))
    }

    /// Every mark of three decimals is met by exactly its score.
    @Test func everyMarkOfThreeDecimals() throws {
        let environment = Vocabulary.environment()
        let slot = try #require(environment.slot(of: "risk.automatic"))
        let now = Instant(seconds: 0)
        let features = Features(
            now: now, local: LocalTime(now, in: .utc), quietHoursActive: false,
            quietHoursSwitchedOff: false)
        for thousandths in 0...1000 {
            let mark = Score(thousandths: thousandths)
            let condition = try environment.compile("risk.automatic >= \(mark)").get()
            var activation = Activation(environment)
            features.fill(&activation, automatic: mark)
            #expect(activation.value(slot) == .double(Double(mark.description) ?? -1))
            #expect(condition.evaluateBool(activation) == .success(true), "\(mark)")
            guard thousandths > 0 else { continue }
            features.fill(&activation, automatic: Score(thousandths: thousandths - 1))
            #expect(condition.evaluateBool(activation) == .success(false), "\(mark)")
        }
    }

    @Test func whatIsReportedCountsInTheScoreAndNotHere() throws {
        let text = """
            risk:
              factors:
                said: {weight: 0.5, when: mood.last == "sad" || amount.today > 10.0}
                done: {weight: 0.5, when: unblocks.today >= 1}
            auto_protection: {a: {when: risk.automatic >= 0.8}, b: {when: risk.automatic >= 0.5}}
            """
        let set = try bare(text)
        var figures = Behaviour.Figures.none
        figures.unblocksToday = 1
        figures.lastMood = "sad"
        figures.amountTodayThousandths = 99_000
        #expect(!(try holds(set, figures)))
        var second = set
        second.autoProtections.removeFirst()
        #expect(try holds(second, figures))
    }

    @Test func aRuleWithoutAnyRiskSection() throws {
        let set = try bare("auto_protection: {a: {when: local.hour >= 15 && unblocks.today >= 2}}")
        #expect(set.risk.factors.isEmpty && set.risk.levels == .standard)
        var figures = Behaviour.Figures.none
        #expect(!(try holds(set, figures)))
        figures.unblocksToday = 2
        #expect(try holds(set, figures))
        #expect(!(try holds(set, at: "2026-11-17T14:59:59Z", figures)))
    }

    @Test(arguments: [
        "", "risk: {}\n", "risk: {factors: {}}\n", "risk: {levels: {high: 0.7}}\n",
        "risk: {factors: {f: {weight: 0.1, when: 'now.getHours(\"Asia/Tokyo\") == 0'}}}\n",
    ])
    func aRuleThatNamesAZone(risk: String) throws {
        let set = try bare(
            risk + "auto_protection: {a: {when: 'now.getHours(\"Europe/Berlin\") == 16'}}")
        #expect(try holds(set, at: "2026-11-17T15:00:00Z"))
        #expect(!(try holds(set, at: "2026-11-17T14:59:59Z")))
        // In summer Berlin is two hours ahead.
        #expect(try holds(set, at: "2026-07-17T14:00:00Z"))
    }

    @Test func featuresAreReadLikeVariables() throws {
        let set = try bare(
            """
            features: {berlin: 'now.getHours("Europe/Berlin") >= 16', busy: berlin && unblocks.today > 0}
            auto_protection: {a: {when: busy}}
            """)
        #expect(set.autoProtections[0].condition.references == ["now", "unblocks.today"])
        var figures = Behaviour.Figures.none
        figures.unblocksToday = 1
        #expect(try holds(set, figures))
        #expect(!(try holds(set)))
    }

    @Test func aConditionWithoutAValueDoesNotHold() throws {
        let set = try bare("auto_protection: {a: {when: 1 / unblocks.today > 0}}")
        #expect(!(try holds(set)))
    }
}
