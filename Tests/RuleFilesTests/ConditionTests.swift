import CEL
import Engine
import RuleFiles
import RuleModel
import Testing

/// Mistakes in conditions point at their character in the file, however the text was written.
@Suite struct ConditionTests {
    /// Where the first diagnostic points, as `line:column`, and what stands there in the file.
    private func place(_ text: String) -> String {
        let first = load(text).diagnostics.first { $0.file == "a.yaml" }
        guard let first else { return "no diagnostic" }
        let line = text.split(separator: "\n", omittingEmptySubsequences: false)[first.line - 1]
        return "\(first.line):\(first.column) " + line.dropFirst(first.column - 1).prefix(4)
    }

    @Test(arguments: [
        ("local.hour > 1 && nope", "5:31 nope"),
        ("\"local.hour > 1 && nope\"", "5:32 nope"),
        ("'local.hour > 1 && nope'", "5:32 nope"),
        ("\"'ä' == 'ä' && nope\"", "5:28 nope"),
        ("\"'\\u00e4' == '\\x41' && nope\"", "5:36 nope"),
        ("\"\\\"a\\\" == \\\"b\\\" && nope\"", "5:32 nope"),
        ("\"'\\U0001F600' == 'b'\\n && nope\"", "5:39 nope"),
        ("'''a'' == ''b'' && nope'", "5:32 nope"),
        ("local.hour > 1\n        && nope", "6:12 nope"),
        ("local.hour > 1\n\n\n        && nope", "8:12 nope"),
        ("\"local.hour > 1   \n\n        && nope\"", "7:12 nope"),
        ("\"local.hour > 1 \\\n        && nope\"", "6:12 nope"),
        ("'local.hour > 1\n        && nope'", "6:12 nope"),
        (">\n        local.hour > 1\n        && nope", "7:12 nope"),
        (">-\n        local.hour > 1\n\n          && true\n        && nope", "9:12 nope"),
        ("|\n        local.hour > 1\n          && nope\n", "7:14 nope"),
        ("|2-\n        local.hour > 1\n\n        && nope\n", "8:12 nope"),
        ("| # why\n        local.hour > 1 &&\n        nope\n", "7:9 nope"),
        ("\"👩‍👩‍👧 == 1 || nope\"", "5:14 👩‍👩‍👧 =="),
    ])
    func mistakesPointIntoTheFile(condition: String, expected: String) {
        #expect(place(factor(condition)) == expected)
    }

    @Test func aMissingRestPointsBehindTheText() {
        #expect(place(factor("local.hour >")) == "5:25 ")
        #expect(place(factor("\"local.hour >\"")) == "5:26 \"")
    }

    @Test func columnsCountCharactersAndTheCaretStandsUnderThem() {
        expect(
            factor("\"'日本' == 'e\u{301}' || nope\""),
            says: """
                a.yaml:5:29: error: undeclared reference to 'nope'
                      when: "'日本' == 'e\u{301}' || nope"
                                              ^
                1 error
                """)
    }

    @Test func aConditionIsABool() {
        expect(
            factor("local.hour + 1"),
            says: """
                a.yaml:5:13: error: the expression must be bool, found int
                      when: local.hour + 1
                            ^
                1 error
                """)
    }

    @Test func nearNamesAreSuggested() {
        #expect(
            lines(load(factor("local.huor >= 22"))) == [
                "a.yaml:5:13: error: undeclared reference to 'local.huor'; did you mean "
                    + "\"local.hour\"?"
            ])
    }

    @Test func severalMistakesOfOneConditionAreAllTold() {
        #expect(lines(load(factor("nope || nope2"))).count == 2)
    }

    @Test func featuresAreUsedInAnyOrder() throws {
        let set = try ruleSet(
            """
            features:
              a_night: b_late && c_weekday
              b_late: local.hour >= 22
              c_weekday: local.weekday <= 5
            """ + "\n" + factor("a_night || b_late"))
        let mine = try #require(set.risk.factors.first { $0.key == "mine" })
        #expect(mine.text == "a_night || b_late")
        #expect(Set(mine.condition.references) == ["local.hour", "local.weekday"])
    }

    @Test func cyclesAreToldWhole() {
        expect(
            """
            features:
              a: b && true
              b: c || local.hour > 3
              c: a
              d: d
              fine: local.hour > 1
              uses_cycle: a
            """,
            says: """
                a.yaml:2:3: error: the feature "a" depends on itself: a → b → c → a
                  a: b && true
                  ^
                a.yaml:3:3: note: "b" is defined here
                a.yaml:4:3: note: "c" is defined here
                a.yaml:5:3: error: the feature "d" depends on itself: d → d
                  d: d
                  ^
                2 errors
                """)
    }

    @Test func aFaultyFeatureIsToldOnceNotWhereItIsUsed() {
        #expect(
            lines(load("features: {bad: local.huor > 1, other: bad}\n" + factor("bad || other")))
                == [
                    "a.yaml:1:17: error: undeclared reference to 'local.huor'; did you "
                        + "mean \"local.hour\"?"
                ])
    }

    @Test(arguments: ["now", "local", "quiet_hours", "true", "in", "int", "null"])
    func featuresDoNotTakeNames(name: String) {
        #expect(
            lines(load("features: {\"\(name)\": local.hour > 1}")) == [
                "a.yaml:1:12: error: the name \"\(name)\" already has a meaning in conditions; "
                    + "choose another name"
            ])
    }

    @Test func featureNamesAreIdentifiers() {
        #expect(
            lines(load("features: {late-night: local.hour > 1}")) == [
                "a.yaml:1:12: error: the feature \"late-night\" cannot be used in conditions; a "
                    + "feature's name can contain only letters, digits and _, and cannot begin "
                    + "with a digit"
            ])
    }

    @Test func aLongChainOfFeaturesIsNoCycle() throws {
        let chain = (1..<2000).map { "  f\($0): f\($0 - 1)" }.joined(separator: "\n")
        let set = try ruleSet(
            "features:\n  f0: local.hour > 1\n\(chain)\n" + factor("f1999"))
        let mine = try #require(set.risk.factors.first { $0.key == "mine" })
        #expect(mine.condition.references == ["local.hour"])
    }

    @Test func zonesInConditionsAreFound() throws {
        let set = try ruleSet(factor("now.getHours(\"Europe/Berlin\") == 3"))
        #expect(set.risk.factors.map(\.key).contains("mine"))
    }
}
