import RuleFiles
import RuleModel
import Testing

/// Variables that some conditions may not read: what a person reads about it, and where it points.
@Suite struct RestrictedVariableTests {
    @Test func autoProtectionReadsNothingThatWasTypedIn() {
        expect(
            """
            auto_protection:
              sad:
                when: local.hour >= 20 && mood.last == "sad"
              spent: {when: "unblocks.today > 2 || (true && amount.today > 100.0)"}
            """,
            says: """
                a.yaml:3:31: error: mood.last depends on what someone typed; an auto-protection \
                can read only variables that "soteria rules vars" calls automatic
                    when: local.hour >= 20 && mood.last == "sad"
                                              ^
                a.yaml:4:49: error: amount.today depends on what someone typed; an \
                auto-protection can read only variables that "soteria rules vars" calls automatic
                  spent: {when: "unblocks.today > 2 || (true && amount.today > 100.0)"}
                                                                ^
                2 errors
                """)
    }

    @Test func theScoreOfAllFactorsIsReplacedByTheAutomaticOne() {
        expect(
            "auto_protection: {a: {when: risk.score >= 0.8}}",
            says: """
                a.yaml:1:29: error: risk.score may depend on what someone typed; an \
                auto-protection can read only variables that "soteria rules vars" calls \
                automatic; did you mean "risk.automatic"?
                auto_protection: {a: {when: risk.score >= 0.8}}
                                            ^
                1 error
                """)
    }

    @Test func featuresHideNothing() {
        expect(
            """
            features:
              low: local.hour > 18 && mood.last in ["sad", "lonely"]
              risky: risk.score > 0.5
              night: low && late
            auto_protection:
              a: {when: late && low}
              b: {when: night || risky}
            """,
            says: """
                a.yaml:6:21: error: "low" reads mood.last, which depends on what someone typed; \
                an auto-protection can read only variables that "soteria rules vars" calls automatic
                  a: {when: late && low}
                                    ^
                a.yaml:2:27: note: "low" reads mood.last here
                a.yaml:7:13: error: "night" reads mood.last, which depends on what someone typed; \
                an auto-protection can read only variables that "soteria rules vars" calls automatic
                  b: {when: night || risky}
                            ^
                a.yaml:2:27: note: "low" reads mood.last here
                a.yaml:7:22: error: "risky" reads risk.score, which may depend on what someone \
                typed; an auto-protection can read only variables that "soteria rules vars" calls \
                automatic
                  b: {when: night || risky}
                                     ^
                a.yaml:3:10: note: "risky" reads risk.score here; read risk.automatic instead
                3 errors
                """)
    }

    @Test func aFactorCannotReadTheScore() {
        expect(
            """
            features: {high: risk.automatic > 0.5}
            risk:
              factors:
                a: {weight: 0.1, when: local.hour > 3 && risk.score > 0.5}
                b: {weight: 0.1, when: "risk.automatic > 0.5"}
                c: {weight: 0.1, when: high}
            """,
            says: """
                a.yaml:4:46: error: the condition of a factor cannot read the risk score, because \
                the factor itself adds to that score
                    a: {weight: 0.1, when: local.hour > 3 && risk.score > 0.5}
                                                             ^
                a.yaml:5:29: error: the condition of a factor cannot read the risk score, because \
                the factor itself adds to that score
                    b: {weight: 0.1, when: "risk.automatic > 0.5"}
                                            ^
                a.yaml:6:28: error: "high" reads risk.automatic; the condition of a factor cannot \
                read the risk score, because the factor itself adds to that score
                    c: {weight: 0.1, when: high}
                                           ^
                a.yaml:1:18: note: "high" reads risk.automatic here
                3 errors
                """)
    }

    @Test func whatIsAllowedWhere() throws {
        let loading = load(
            """
            features: {high: risk.automatic > 0.5, said: mood.last != "", unused: risk.score > 0.1}
            risk: {factors: {a: {weight: 0.1, when: said && amount.today > 1.0}}}
            auto_protection: {b: {when: high && risk.automatic < 0.9 && attempts.last_hour > 1}}
            """)
        #expect(
            lines(loading) == ["a.yaml:1:63: warning: no condition uses the feature \"unused\""])
        let set = try #require(loading.ruleSet)
        #expect(set.autoProtections.map(\.key) == ["b", "high_risk"])
        #expect(set.risk.factors.map(\.key).contains("a"))
    }

    @Test func aNoteMayPointIntoAnotherFile() {
        let loading = load(
            "auto_protection: {a: {when: low}}\n", "features: {low: 'mood.last == \"sad\"'}\n")
        #expect(
            loading.rendered(color: false) == """
                a.yaml:1:29: error: "low" reads mood.last, which depends on what someone typed; \
                an auto-protection can read only variables that "soteria rules vars" calls automatic
                auto_protection: {a: {when: low}}
                                            ^
                b.yaml:1:18: note: "low" reads mood.last here
                1 error

                """)
    }

    /// The person's file makes the shipped rule's condition reported.
    @Test func aFeatureThatIsReplacedCanSpoilALowerRule() {
        let shipped = RuleText(
            path: "low.yaml", layer: 0,
            text: "features: {x: local.hour > 3}\nauto_protection: {a: {when: x}}\n")
        let own = RuleText(path: "own.yaml", layer: 2, text: "features: {x: amount.today > 1.0}\n")
        #expect(
            lines(RuleLoader(zones: zones).load(sources: [shipped, own])) == [
                "low.yaml:2:29: error: \"x\" reads amount.today, which depends on what someone "
                    + "typed; an auto-protection can read only variables that \"soteria rules "
                    + "vars\" calls automatic"
            ])
    }

    @Test(arguments: [
        ("mood.last == mood.last && mood.last.size() > 0", ["12 mood.last"]),
        (
            "mood.last == 'a' || amount.today > 1.0 || risk.score > 0.5",
            ["12 mood.last", "32 amount.today", "54 risk.score"]
        ),
        ("low || mood.last == 'b'", ["12 \"low\"", "19 mood.last"]),
        ("['a'].exists(m, m == mood.last)", ["33 mood.last"]),
        ("[1].exists(mood, mood == 1) && both", ["43 \"both\"", "43 \"both\""]),
        (".mood.last == 'a'", ["12 mood.last"]),
        ("'ä' == 'ä' && mood.last == 'ö'", ["26 mood.last"]),
        ("!(low ? true : late) && 'x' in [mood.last]", ["14 \"low\"", "44 mood.last"]),
    ])
    func everyPlaceIsToldOnce(condition: String, places: [String]) {
        let loading = load(
            "auto_protection:\n  a:\n    when: \"\(condition)\"\n",
            """
            features:
              low: mood.last == "sad"
              both: low && amount.today > 1.0 && mood.last == "bored"

            """)
        let found = loading.diagnostics.map { "\($0.column) \($0.message.prefix { $0 != " " })" }
        #expect(found == places)
        #expect(loading.diagnostics.allSatisfy { $0.line == 3 } && loading.ruleSet == nil)
    }

    @Test func aLongChainOfFeaturesIsFollowedToItsEnd() {
        let chain = (1..<2000).map { "  f\($0): f\($0 - 1)\n" }.joined()
        let rules = (0..<400).map { "  r\($0): {when: f1999}\n" }.joined()
        let loading = load(
            "features:\n  f0: mood.last == \"sad\"\n" + chain + "auto_protection:\n" + rules)
        #expect(loading.errors == 400)
        #expect(
            loading.diagnostics.first.map { $0.description + " " + ($0.notes.first?.message ?? "") }
                == "a.yaml:2003:14: error: \"f1999\" reads mood.last, which depends on what "
                + "someone typed; an auto-protection can read only variables that \"soteria rules "
                + "vars\" calls automatic \"f0\" reads mood.last here")
    }

    @Test func placesAreNotCountedWithoutEnd() {
        let names = (0..<3000).map { "f\($0)" }
        let features = names.map { "  \($0): mood.last == \"sad\"\n" }.joined()
        let loading = load(
            "features:\n" + features + "auto_protection:\n  a:\n    when: "
                + names.joined(separator: " || ") + "\n")
        #expect(loading.ruleSet == nil && loading.diagnostics.count == 50)
    }

    @Test func aFaultyFeatureIsToldOnceNotAsAReportedOne() {
        #expect(
            lines(
                load(
                    "features: {bad: mood.lsat == \"sad\"}\nauto_protection: {a: {when: bad}}\n"))
                == [
                    "a.yaml:1:17: error: undeclared reference to 'mood.lsat'; did you mean "
                        + "\"mood.last\"?"
                ])
    }
}
