import RuleFiles
import Testing

/// Texts that YAML 1.1 would guess, hide or cut, each reported with its place.
@Suite struct YAMLTrapTests {
    @Test func timesAreReadAsWritten() throws {
        // YAML 1.1 reads 22:00 as 1320 and 22:30-06:30 only by luck as a text.
        let set = try ruleSet(schedule("[{time: 22:30-06:30}, {time: 12:00-13:00}]"))
        #expect(set.quietHours[0].ranges.map(\.start) == [1350, 720])
        #expect(set.quietHours[0].ranges.map(\.end) == [390, 780])
    }

    @Test(arguments: [
        ("no", "false"), ("off", "false"), ("yes", "true"), ("on", "true"), ("True", "true"),
        ("\"Yes\"", "true"),
    ])
    func truthIsTrueOrFalse(written: String, meant: String) {
        let found = written.filter { $0 != "\"" }
        #expect(
            lines(load(schedule("[{time: 22:30-06:30}]") + "    strict: \(written)\n")) == [
                "a.yaml:6:13: error: expected true or false, found \"\(found)\"; did you "
                    + "mean \"\(meant)\"?"
            ])
    }

    @Test(arguments: ["\"true\"", "'false'"])
    func quotesMakeATextOfATruth(written: String) {
        let found = written.filter { $0.isLetter }
        #expect(
            lines(load(schedule("[{time: 22:30-06:30}]") + "    strict: \(written)\n")) == [
                "a.yaml:6:13: error: expected true or false without quotes, found \"\(found)\" in "
                    + "quotes"
            ])
    }

    @Test func noIsATextWhereATextStands() throws {
        let set = try ruleSet("targets: {norway: {name: no, sites: [example.no]}}")
        #expect(set.targets[0].name == "no")
    }

    @Test func tagsAreRefused() {
        expect(
            factor("!late"),
            says: """
                a.yaml:5:13: error: tags (!late) are not allowed in rule files; \
                put quotes around a value that begins with "!"
                      when: !late
                            ^
                a.yaml:5:13: error: expected a condition such as "local.hour >= 22", found nothing
                      when: !late
                            ^
                2 errors
                """)
        #expect(
            lines(load("plan: !!str premium")) == [
                "a.yaml:1:7: error: tags (!!str) are not allowed in rule files; put quotes "
                    + "around a value that begins with \"!\""
            ])
        #expect(
            lines(load("plan: {a: !x}")) == [
                "a.yaml:1:13: error: tags (!name) are not allowed in rule files; put quotes "
                    + "around a value that begins with \"!\""
            ])
    }

    @Test func aCommentThatCutsAConditionIsNamed() {
        expect(
            factor("local.hour >= # twenty-two"),
            says: """
                a.yaml:5:26: error: expected an expression, found the end
                      when: local.hour >= # twenty-two
                                         ^
                a.yaml:5:27: note: "#" starts a comment here; if the rest of the line belongs to \
                the condition, put the condition in quotes
                1 error
                """)
        expect(
            "risk: {factors: {mine: {weight: 0.1, when: local.hour # 22}}}\n",
            says: """
                a.yaml:2:1: error: this map is not closed; expected "," or "}"

                ^
                a.yaml:1:24: note: the map begins here
                a.yaml:1:55: note: a comment begins here; put quotes around a value that contains \
                " #"
                1 error
                """)
    }

    @Test func repeatedKeysAreErrorsWithBothPlaces() {
        expect(
            """
            targets:
              shopping: {sites: [amazon.com]}
              # a comment
              games:
                sites: [twitch.tv]
              "shopping": {sites: [ebay.com]}
              games: {sites: [twitch.tv], apps: [a.b], sites: [x.com]}
            plan: free
            plan: premium
            """,
            says: """
                a.yaml:6:4: error: the key "shopping" appears twice in one map
                  "shopping": {sites: [ebay.com]}
                   ^
                a.yaml:2:3: note: the first occurrence is here
                a.yaml:7:3: error: the key "games" appears twice in one map
                  games: {sites: [twitch.tv], apps: [a.b], sites: [x.com]}
                  ^
                a.yaml:4:3: note: the first occurrence is here
                a.yaml:7:44: error: the key "sites" appears twice in one map
                  games: {sites: [twitch.tv], apps: [a.b], sites: [x.com]}
                                                           ^
                a.yaml:7:11: note: the first occurrence is here
                a.yaml:9:1: error: the key "plan" appears twice in one map
                plan: premium
                ^
                a.yaml:8:1: note: the first occurrence is here
                4 errors
                """)
    }

    @Test func aKeyThreeTimesIsTwoErrors() {
        #expect(
            lines(load("plan: free\nplan: free\nplan: free\n")) == [
                "a.yaml:2:1: error: the key \"plan\" appears twice in one map",
                "a.yaml:3:1: error: the key \"plan\" appears twice in one map",
            ])
    }

    @Test func repeatedKeysInFlowMapsOverSeveralLines() {
        let text = """
            targets: {
              # "a": not this
              a: {sites: ["a:b,a: c"]},
              b: {sites: [x.com]},
              'a': {sites: [y.com]}
            }
            """
        #expect(
            lines(load(text.replacing("a:b,a: c", with: "a.com"))) == [
                "a.yaml:5:4: error: the key \"a\" appears twice in one map"
            ])
        #expect(
            lines(load(text)).contains("a.yaml:5:4: error: the key \"a\" appears twice in one map"))
    }

    @Test func anchorsAliasesAndMergeKeysAreRefused() {
        #expect(
            lines(load("targets: {a: &x {sites: [a.com]}, b: *x, c: {<<: *x}}")) == [
                "a.yaml:1:14: error: anchors (&x) are not allowed in rule files; write the value "
                    + "itself each time, or put quotes around a value that begins with \"&\"",
                "a.yaml:1:38: error: aliases (*name) are not allowed in rule files; write the "
                    + "value itself, or put quotes around a value that begins with \"*\"",
                "a.yaml:1:38: error: expected a map with \"sites:\" and \"apps:\", found \"*x\"",
                "a.yaml:1:42: error: target \"c\" has no sites, apps or executables",
                "a.yaml:1:46: error: merge keys (<<) are not allowed in rule files; copy the keys "
                    + "and values here",
                "a.yaml:1:50: error: aliases (*name) are not allowed in rule files; write the "
                    + "value itself, or put quotes around a value that begins with \"*\"",
            ])
    }

    @Test func starsInConditionsAreNoAliases() throws {
        let set = try ruleSet(
            """
            features:
              plain: local.hour *2 > 20
              lines: local.hour
                *2 > 20
              quoted: "3*local.hour > 20"
              block: |
                local.hour
                *2 > 20
            """ + "\n" + factor("plain || lines || quoted || block"))
        #expect(set.risk.factors.map(\.key).contains("mine"))
    }

    @Test func severalDocumentsAreRefused() {
        expect(
            "plan: free\n---\nplan: premium\n",
            says: """
                a.yaml:2:1: error: a second document begins here ("---"); a rule file can have \
                only one
                ---
                ^
                1 error
                """)
    }

    @Test(arguments: [
        (
            "targets:\n\tshopping: {}\n",
            "a.yaml:2:1: error: a value cannot begin with this character; indent with spaces, not "
                + "tabs, and put quotes around a value that begins with @, ` or %"
        ),
        (
            "plan: a: b\n",
            "a.yaml:1:8: error: there is a second \":\" on this line; put quotes around a value "
                + "that contains \": \", or check "
                + "the indentation"
        ),
        (
            "targets: [a, b\n",
            "a.yaml:2:1: error: this list is not closed; expected \",\" or \"]\""
        ),
        (
            "plan: \"free\n",
            "a.yaml:2:1: error: the closing quotation mark is missing"
        ),
        (
            "plan\n",
            "a.yaml:1:1: error: expected a map of sections such as \"targets:\", "
                + "found \"plan\""
        ),
        (
            "- a\n- b\n",
            "a.yaml:1:1: error: expected a map of sections such as \"targets:\", found a list"
        ),
        (
            "plan: free\ntargets\n",
            "a.yaml:3:1: error: expected \"key: value\"; the \":\" is missing"
        ),
        (
            "targets:\n  a: {sites: [x.com]}\n b: {}\n",
            "a.yaml:3:2: error: expected a key here; check the indentation of this line "
                + "and of those "
                + "above it"
        ),
        (
            "plan: %x\n",
            "a.yaml:1:7: error: a value cannot begin with this character; indent with spaces, "
                + "not tabs, and put quotes around a value that begins with @, ` or %"
        ),
        (
            "plan: \"\\q\"\n",
            "a.yaml:1:8: error: unknown escape sequence; for a backslash, write \"\\\\\""
        ),
        ("plan: [a: ,, b]\n", "a.yaml:1:12: error: expected a value here"),
        (
            "plan: free\n}\n",
            "a.yaml:2:1: error: expected a key here; check the indentation of this line and of "
                + "those above it"
        ),
        ("[a]\nb\n", "a.yaml:2:1: error: expected a key here; a \":\" may be missing"),
        ("? [a]\n: b\n", "a.yaml:1:3: error: a key must be a string, found a list"),
    ])
    func syntaxErrorsAreInPlainWords(text: String, expected: String) {
        #expect(lines(load(text)).first == expected)
    }
}
