import RuleFiles
import RuleModel
import Testing

@testable import Engine

/// Conditions and features that stand in different files and directories.
@Suite struct LayeredConditionTests {
    @Test func aFeatureOfAnotherFileCanBeUsedAndReplaced() throws {
        let set = try #require(
            load("features: {late: local.hour >= 20}", factor("late && local.weekday < 6"))
                .ruleSet)
        let late = try #require(set.risk.factors.first { $0.key == "late_night" })
        #expect(late.text == "late")
        #expect(Set(late.condition.references) == ["local.hour"])
        #expect(try score(set, hour: 20) == Score(thousandths: 500))
        #expect(try score(set, hour: 19) == .zero)
    }

    /// The score on Tuesday, 2026-01-06, at an hour.
    private func score(_ set: RuleSet, hour: Int64) throws -> Score {
        let now = Instant(seconds: 20_459 * 86400 + hour * 3600)
        return RiskEvaluator(set.risk).assess(
            Features(
                now: now, local: LocalTime(now, in: .utc), quietHoursActive: false,
                quietHoursSwitchedOff: false)
        ).score
    }

    @Test func aMistakeOfOneFileMayShowInAnother() {
        expect(
            "features: {late: null}\n",
            says: """
                default/risk.yaml:22:32: error: undeclared reference to 'late'
                    late_night: {weight: 0.40, when: late}
                                                     ^
                1 error
                """.replacing("22:32", with: place(of: "when: late", in: "risk.yaml", skip: 6)))
    }

    /// `LINE:COLUMN` of a text in a default file, that many characters further on.
    private func place(of text: String, in name: String, skip: Int) -> String {
        let source = defaults.first { $0.path == "default/\(name)" }?.text ?? ""
        for (number, line) in source.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            guard let found = line.firstRange(of: text) else { continue }
            let column = line.distance(from: line.startIndex, to: found.lowerBound)
            return "\(number + 1):\(column + 1 + skip)"
        }
        return "nowhere"
    }

    @Test func aCycleOverTwoFilesNamesBoth() {
        let loading = load("features: {x: y}\n", "features: {y: x}\n")
        #expect(
            loading.rendered(color: false) == """
                a.yaml:1:12: error: the feature "x" depends on itself: x → y → x
                features: {x: y}
                           ^
                b.yaml:1:12: note: "y" is defined here
                1 error

                """)
    }

    @Test func aMacrosVariableIsNoFeature() throws {
        // `late` inside the macro is its own variable, so there is no cycle.
        let set = try ruleSet(
            "features: {late: '[1, 2].exists(late, late == local.hour)'}\n" + factor("late"))
        #expect(set.risk.factors.contains { $0.key == "mine" })
    }

    @Test func aWeightAloneNeedsTheConditionBelow() {
        #expect(load("risk: {factors: {late_night: {weight: 0.2}}}").ruleSet != nil)
        #expect(
            lines(load("risk: {factors: {late_nihgt: {weight: 0.2}}}")) == [
                "a.yaml:1:18: error: factor \"late_nihgt\" needs \"when:\", the condition of the "
                    + "factor"
            ])
    }

    @Test func aConditionIsBoundedInSizeAndDepth() {
        let long = Array(repeating: "local.hour > 1", count: 10_000).joined(separator: " || ")
        #expect(load(factor(long)).ruleSet == nil)
        let deep =
            String(repeating: "(", count: 5000) + "true" + String(repeating: ")", count: 5000)
        #expect(load(factor(deep)).ruleSet == nil)
        let wrong = Array(repeating: "nope", count: 5000).joined(separator: " || ")
        let loading = load(factor(wrong))
        #expect(loading.ruleSet == nil && loading.diagnostics.count <= 51)
    }

    @Test func thousandsOfFactorsAreRefusedInOneLine() {
        let many = (0...5000).map { "    f\($0): {weight: 0.1, when: late}" }
        #expect(
            lines(load("risk:\n  factors:\n" + many.joined(separator: "\n"))).contains {
                $0.hasPrefix("a.yaml:2:3: error: too many ")
                    && $0.hasSuffix("at most 5000 are allowed")
            })
    }
}
