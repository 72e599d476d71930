import CEL
import RuleFiles
import RuleModel
import Testing

@Suite struct RiskTests {
    @Test func theDefaults() throws {
        let risk = try ruleSet("version: 1\nplan: premium").risk
        #expect(risk.levels == .standard)
        #expect(
            risk.factors.map { "\($0.key) \($0.weight): \($0.text)" } == [
                "high_frequency 0.400: unblocks.last_hour >= 3",
                "high_impulse_ratio 0.150: "
                    + "unblocks.last_30_days >= 5 && unblocks.impulse_ratio >= 0.6",
                "late_night 0.400: late",
                "quiet_hours_off 0.100: quiet_hours.switched_off",
                "rapid_unblocks 0.200: unblocks.last_gap < duration(\"30m\") "
                    + "&& unblocks.since_last < duration(\"1h\")",
                "weekend 0.100: weekend",
            ])
    }

    @Test func aFileChangesWhatItNamesAlone() throws {
        let risk = try ruleSet(
            """
            risk:
              levels: {high: 0.65}
              factors: {late_night: {weight: 0.3}, weekend: null, mine: {weight: 1, when: \
              session.idle}}
            """
        ).risk
        #expect(risk.levels.high == Score(thousandths: 650))
        #expect(risk.levels.moderate == Score(thousandths: 400))
        #expect(
            risk.factors.map(\.key) == [
                "high_frequency", "high_impulse_ratio", "late_night", "mine", "quiet_hours_off",
                "rapid_unblocks",
            ])
        #expect(risk.factors.map(\.weight.thousandths) == [400, 150, 300, 1000, 100, 200])
        #expect(risk.factors[2].text == "late")
    }

    @Test(arguments: [
        ("0", 0), ("1", 1000), ("1.000", 1000), ("0.4", 400), ("0.40", 400), ("0.125", 125),
        ("00.5", 500),
    ])
    func weights(written: String, thousandths: Int) throws {
        let loading = load("risk: {factors: {a: {weight: \(written), when: \"true\"}}}")
        #expect(loading.errors == 0)
        #expect(loading.ruleSet?.risk.factors[0].weight.thousandths == thousandths)
    }

    /// 0.30 + 0.15 + 0.15 + 0.10 + 0.10 is less than 0.8 in binary fractions.
    @Test func weightsAddUpExactly() throws {
        let factors = ["0.30", "0.15", "0.15", "0.10", "0.10"].enumerated()
            .map { "f\($0): {weight: \($1), when: \"true\"}" }.joined(separator: ", ")
        let set = try #require(load("risk: {factors: {\(factors)}}", defaults: []).ruleSet)
        #expect(set.risk.factors.map(\.weight).reduce(.zero, +) == Score(thousandths: 800))
        #expect(set.risk.levels.level(of: Score(thousandths: 800)) == .critical)
    }

    @Test(arguments: ["1.1", "-0.1", "0.1234", "1e-1", "40%", "[0.4]", "\"\"", "0x1"])
    func whatIsNoWeight(written: String) {
        let loading = load("risk: {factors: {a: {weight: \(written), when: \"true\"}}}")
        #expect(
            lines(loading).first?.hasPrefix(
                "a.yaml:1:30: error: expected a number from 0 to 1 with at most three decimal "
                    + "places, found "
            )
                == true)
    }

    @Test func aWeightWithoutZeroIsSuggested() {
        #expect(
            load("risk: {factors: {a: {weight: .4, when: \"true\"}}}").diagnostics.map(\.suggestion)
                == ["0.4"])
    }

    @Test func levelsAscend() {
        expect(
            "risk: {levels: {moderate: 0.7, critical: 0.9}}",
            says: """
                a.yaml:1:27: error: high begins at 0.600, but must begin above moderate, which \
                begins \
                at 0.700
                risk: {levels: {moderate: 0.7, critical: 0.9}}
                                          ^
                default/risk.yaml:19:33: note: the other level is set here
                1 error
                """)
        #expect(
            lines(load("risk: {levels: {moderate: 0, high: 0.5, critical: 0.5}}")) == [
                "a.yaml:1:27: error: moderate begins at 0.000, but must begin above low, which "
                    + "begins at 0.000",
                "a.yaml:1:51: error: critical begins at 0.500, but must begin above high, which "
                    + "begins at 0.500",
            ])
    }

    @Test func factorsNeedBothKeys() {
        #expect(
            lines(
                load("risk: {factor: {}, factors: {a: {}, b: {weigth: 1, when: \"true\"}, c: 1}}"))
                == [
                    "a.yaml:1:8: error: unknown key \"factor\" in risk; did you mean \"factors\"?",
                    "a.yaml:1:30: error: factor \"a\" needs \"weight:\", the amount that the "
                        + "factor adds to the score",
                    "a.yaml:1:30: error: factor \"a\" needs \"when:\", the condition of the factor",
                    "a.yaml:1:41: error: unknown key \"weigth\" in factor \"b\"; did you "
                        + "mean \"weight\"?",
                    "a.yaml:1:70: error: expected a map with \"weight:\" and \"when:\", found "
                        + "\"1\"",
                ])
    }
}
