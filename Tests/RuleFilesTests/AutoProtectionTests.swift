import CEL
import Engine
import RuleFiles
import RuleModel
import Testing

@Suite struct AutoProtectionTests {
    private let targets = "targets: {a: {sites: [a.com]}, b: {sites: [b.com]}}\n"

    @Test func theDefault() throws {
        let set = try ruleSet("version: 1\nplan: premium")
        #expect(set.autoProtections.map(\.key) == ["high_risk"])
        let rule = set.autoProtections[0]
        #expect(rule.name == "Auto-Protection: High Risk Detected")
        #expect(rule.text == "risk.automatic >= 0.8")
        #expect(rule.condition.references == ["risk.automatic"])
        #expect(rule.targets == nil)
        #expect(rule.length == .hours(2) && rule.againAfter == .minutes(30))
        #expect(rule.isEnabled && !rule.isStrict)
    }

    @Test func everyKeyOfARule() throws {
        let set = try ruleSet(
            targets + """
                auto_protection:
                  evening:
                    name: Evening guard
                    when: |
                      local.hour >= 19
                        && risk.automatic >= 0.5
                    block: [b, a]
                    for: 1h30m
                    again_after: 45m
                    enabled: false
                    strict: true
                  bare: {when: unblocks.today > 5}
                """)
        #expect(set.autoProtections.map(\.key) == ["bare", "evening", "high_risk"])
        let bare = set.autoProtections[0]
        #expect(bare.name == "bare" && bare.targets == nil && bare.isEnabled && !bare.isStrict)
        #expect(bare.length == .hours(2) && bare.againAfter == .minutes(30))
        let evening = set.autoProtections[1]
        #expect(evening.name == "Evening guard" && evening.targets == ["b", "a"])
        #expect(evening.text == "local.hour >= 19\n  && risk.automatic >= 0.5")
        #expect(evening.length == .minutes(90) && evening.againAfter == .minutes(45))
        #expect(!evening.isEnabled && evening.isStrict)
    }

    @Test func aFileChangesWhatItNamesAlone() throws {
        let set = try ruleSet(
            "targets: {a: {sites: [a.com]}}\n"
                + "auto_protection: {high_risk: {block: [a], strict: true, for: 3h}}")
        let rule = set.autoProtections[0]
        #expect(rule.name == "Auto-Protection: High Risk Detected")
        #expect(rule.text == "risk.automatic >= 0.8" && rule.targets == ["a"] && rule.isStrict)
        #expect(rule.length == .hours(3) && rule.againAfter == .minutes(30))
        #expect(try ruleSet("auto_protection: {high_risk: null}").autoProtections.isEmpty)
        #expect(try ruleSet("auto_protection: null").autoProtections.isEmpty)
    }

    @Test(arguments: [
        ("for", "1m", 60), ("for", "7d", 604_800), ("for", "2h", 7200), ("again_after", "0s", 0),
        ("again_after", "0m", 0), ("again_after", "7d", 604_800), ("again_after", "1s", 1),
    ])
    func lengths(key: String, written: String, seconds: Int64) throws {
        let set = try ruleSet(
            "auto_protection: {a: {when: unblocks.today > 3, \(key): \(written)}}")
        let rule = set.autoProtections[0]
        #expect((key == "for" ? rule.length : rule.againAfter) == .seconds(seconds))
    }

    @Test func lengthsOutOfReason() {
        #expect(
            lines(
                load(
                    """
                    auto_protection:
                      a: {when: "true", for: 59s}
                      b: {when: "true", for: 7d1s}
                      c: {when: "true", again_after: 169h}
                      d: {when: "true", for: 2, again_after: never}
                    """)) == [
                    "a.yaml:2:26: error: expected a length of time from 1m to 7d, found 59s",
                    "a.yaml:3:26: error: expected a length of time from 1m to 7d, found 7d1s",
                    "a.yaml:4:34: error: expected a length of time from 0s to 7d, found 169h",
                    "a.yaml:5:26: error: \"2\" has no unit; write whole numbers followed by d, h, "
                        + "m or s, such as 15m, 1h30m or 10s; did you mean \"2m\"?",
                    "a.yaml:5:42: error: \"never\" is not a valid length of time; write whole "
                        + "numbers followed by d, h, m or s, such as 15m, 1h30m or 10s",
                ])
    }

    @Test func whatIsMissingMisspeltOrOfTheWrongKind() {
        #expect(
            lines(
                load(
                    targets + """
                        auto_protection:
                          a: {block: []}
                          b: {wen: "true", block: [c]}
                          c: {when: local.hour, name: "", enabled: yes, strict: 1}
                          d: 0.8
                          e: {when: "true", block: a, until: 2h}
                          f: {when: [risk.automatic]}
                          g h: {when: "true"}
                        """)) == [
                    "a.yaml:3:3: error: auto-protection \"a\" needs \"when:\", the condition that "
                        + "starts the block",
                    "a.yaml:3:14: error: the list of targets is empty; to block every target, "
                        + "leave out \"block:\"",
                    "a.yaml:4:7: error: unknown key \"wen\" in auto-protection \"b\"; did you "
                        + "mean \"when\"?",
                    "a.yaml:4:28: error: there is no target \"c\"; did you mean \"a\"?",
                    "a.yaml:5:13: error: the expression must be bool, found int",
                    "a.yaml:5:31: error: the name is blank",
                    "a.yaml:5:44: error: expected true or false, found \"yes\"; did you mean "
                        + "\"true\"?",
                    "a.yaml:5:57: error: expected true or false, found \"1\"; did you mean "
                        + "\"true\"?",
                    "a.yaml:6:6: error: expected a map with \"when:\", found \"0.8\"",
                    "a.yaml:7:28: error: expected a list of targets, found \"a\"; did you mean "
                        + "\"[a]\"?",
                    "a.yaml:7:31: error: unknown key \"until\" in auto-protection \"e\"; the known "
                        + "keys are name, when, block, for, again_after, enabled, strict",
                    "a.yaml:8:13: error: expected a condition such as \"local.hour >= 22\", found "
                        + "a list",
                    "a.yaml:9:3: error: a key can contain only letters, digits, _ and -, cannot "
                        + "begin with -, and can have at most 64 characters; to show any other "
                        + "name, add \"name:\"",
                ])
    }

    @Test func aMisspeltTargetIsSuggested() {
        expect(
            "targets: {shopping: {sites: [a.com]}}\n"
                + "auto_protection: {mine: {when: \"true\", block: [shoping]}}\n",
            says: """
                a.yaml:2:48: error: there is no target "shoping"; did you mean "shopping"?
                auto_protection: {mine: {when: "true", block: [shoping]}}
                                                               ^
                a.yaml:1:11: note: "shopping" is declared here
                1 error
                """)
    }

    /// It is told, and the set is in force.
    @Test func aMarkThatCannotBeReachedIsNoMistake() throws {
        for mark in ["1.001", "2", "2.0", "1e300", "-1"] {
            let loading = load("auto_protection: {a: {when: \"risk.automatic >= \(mark)\"}}")
            #expect(loading.errors == 0 && loading.warnings == 1)
            let set = try #require(loading.ruleSet)
            #expect(set.autoProtections[0].text == "risk.automatic >= \(mark)")
        }
    }

    @Test func tooManyRulesAreRefusedInOneLine() {
        let many = (0...5000).map { "  r\($0): {when: \"true\"}" }.joined(separator: "\n")
        #expect(
            lines(load("auto_protection:\n" + many, defaults: [])) == [
                "a.yaml:1:1: error: too many auto-protections: 5001; at most 5000 are allowed"
            ])
    }

    @Test func aFingerprintChangesWithTheEntryAlone() throws {
        func rule(_ text: String) throws -> AutoProtection {
            try #require(load(text, defaults: []).ruleSet?.autoProtections.first)
        }
        let base = try rule("auto_protection: {a: {when: unblocks.today > 3, for: 1h}}")
        let same = try rule(
            """
            # elsewhere, with other quotes and order
            auto_protection: {a: {for: "1h", when: 'unblocks.today > 3'}, b: {when: "true"}}
            risk: {levels: {high: 0.7}}
            """)
        let other = try rule("auto_protection: {a: {when: unblocks.today > 4, for: 1h}}")
        let renamed = try rule("auto_protection: {b: {when: unblocks.today > 3, for: 1h}}")
        #expect(base.fingerprint == same.fingerprint && base.fingerprint.count == 32)
        #expect(Set([base, other, renamed].map(\.fingerprint)).count == 3)
    }

    @Test func aRuleOfSeveralFilesKnowsWhereItWasWritten() {
        let merged = load("auto_protection: {high_risk: {strict: true}}").merged
        #expect(merged.origin(of: "auto_protection.high_risk") == "a.yaml:1")
        #expect(
            merged.origin(of: "auto_protection.high_risk.when")
                == "default/auto-protection.yaml:17")
        let again = load(merged.rendered(), defaults: []).ruleSet?.autoProtections.first
        #expect(again?.isStrict == true && again?.text == "risk.automatic >= 0.8")
    }
}
