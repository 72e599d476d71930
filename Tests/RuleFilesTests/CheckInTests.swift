import RuleFiles
import RuleModel
import Testing

@Suite struct CheckInTests {
    private let targets = "targets: {a: {sites: [a.com]}, b: {sites: [b.com]}}\n"

    @Test func whatIsLeftOut() throws {
        let set = try ruleSet(targets + "check_ins: {one: {question: Ready?, blocks: [a]}}")
        let checkIn = try #require(set.checkIns.first)
        #expect(checkIn.key == "one" && checkIn.question == "Ready?")
        #expect(checkIn.welcome == nil && checkIn.reminder == nil)
        #expect(checkIn.texts == [] && checkIn.textAt == nil)
        #expect(checkIn.opens == 240 && checkIn.blocks == ["a"])
        #expect(checkIn.onNo == CheckIn.OnNo())
        #expect(checkIn.isStrict && checkIn.timeZone == nil)
        #expect(checkIn.fingerprint.count == 32)
        #expect(try ruleSet("plan: premium").checkIns.isEmpty)
        #expect(try !ruleSet("plan: premium").isDebug)
    }

    @Test func everyKey() throws {
        let set = try ruleSet(
            targets + """
                check_ins:
                  z: {question: Last?, on_no: {block: [b]}}
                  morning:
                    question: "Have you spent time with God today?"
                    welcome: |
                      Welcome.
                        Two lines.
                    opens: 05:30
                    reminder: "00:00"
                    texts: [Three., "Four\\nlines."]
                    text_at: 09:05
                    blocks: [b, a]
                    on_no:
                      block: [a]
                      heading: Take Time with God First
                      suggestions: [Be silent, "Read a\\npsalm"]
                      texts: [One., Two.]
                    strict: false
                    time_zone: Europe/Berlin
                """)
        #expect(set.checkIns.map(\.key) == ["morning", "z"])
        let morning = set.checkIns[0]
        #expect(morning.question == "Have you spent time with God today?")
        #expect(morning.welcome == "Welcome.\n  Two lines.")
        #expect(morning.opens == 330 && morning.reminder == 0)
        #expect(morning.texts == ["Three.", "Four\nlines."] && morning.textAt == 545)
        #expect(morning.blocks == ["b", "a"] && morning.targets == ["b", "a"])
        #expect(
            morning.onNo
                == CheckIn.OnNo(
                    block: ["a"], heading: "Take Time with God First",
                    suggestions: ["Be silent", "Read a\npsalm"], texts: ["One.", "Two."]))
        #expect(!morning.isStrict && morning.timeZone?.name == "Europe/Berlin")
        #expect(set.checkIns[1].targets == ["b"])
    }

    @Test func filesMergeByKeyAndNullRemoves() throws {
        let loading = RuleLoader(zones: zones).load(sources: [
            RuleText(
                path: "lower.yaml", layer: 1,
                text: targets
                    + """
                    check_ins:
                      one: {question: One?, blocks: [a], on_no: {block: [a], texts: [T]}}
                      two: {question: Two?, blocks: [a]}
                    """),
            RuleText(
                path: "upper.yaml", layer: 2,
                text: """
                    check_ins:
                      one: {opens: "06:00", on_no: {heading: First, texts: null}, blocks: null}
                      two: null
                    """),
        ])
        #expect(loading.rendered(color: false) == "")
        let set = try #require(loading.ruleSet)
        #expect(set.checkIns.map(\.key) == ["one"])
        #expect(set.checkIns[0].question == "One?" && set.checkIns[0].opens == 360)
        #expect(set.checkIns[0].blocks.isEmpty)
        #expect(set.checkIns[0].onNo == CheckIn.OnNo(block: ["a"], heading: "First"))
        #expect(loading.merged.origin(of: "check_ins.one.opens") == "upper.yaml:2")
        #expect(loading.merged.origin(of: "check_ins.one.question") == "lower.yaml:3")
    }

    @Test func oneThatBlocksNothingIsTold() {
        expect(
            "check_ins:\n  walk: {question: Did you walk?, on_no: {texts: [Go.]}}\n",
            says: """
                a.yaml:2:3: warning: check-in "walk" never blocks anything; add "blocks:", or add \
                "block:" under "on_no:"
                  walk: {question: Did you walk?, on_no: {texts: [Go.]}}
                  ^
                1 warning
                """)
        // Not where the key is only misspelt.
        #expect(
            lines(load(targets + "check_ins: {walk: {question: Q?, block: [a]}}")) == [
                "a.yaml:2:34: error: unknown key \"block\" in check-in \"walk\"; did you mean "
                    + "\"blocks\"?"
            ])
    }

    @Test func whatIsMissingMisspeltOrOfTheWrongKind() {
        #expect(
            lines(
                load(
                    targets + """
                        check_ins:
                          a: {blocks: [a]}
                          b: {qestion: Q?, blocks: [c], on_no: [a]}
                          c: {question: [Q], welcome: "", opens: 4, reminder: noon, strict: yes}
                          d: Ready?
                          e: {question: "", blocks: a, on_no: {blocks: [a], heading: "a\\nb"}}
                          f: {question: Q?, blocks: [], on_no: {block: [d], texts: T, \
                        suggestions: []}}
                          g h: {question: Q?}
                          h: {question: Q?, blocks: [a], time_zone: Europe/Berln, if_no: 1}
                        """)) == [
                    "a.yaml:3:3: error: check-in \"a\" needs \"question:\", the question to ask",
                    "a.yaml:4:7: error: unknown key \"qestion\" in check-in \"b\"; did you mean "
                        + "\"question\"?",
                    "a.yaml:4:29: error: there is no target \"c\"; did you mean \"a\"?",
                    "a.yaml:4:40: error: expected a map with \"block:\", \"heading:\" and "
                        + "\"texts:\", found a list",
                    "a.yaml:5:17: error: expected text, found a list",
                    "a.yaml:5:31: error: the text is blank",
                    "a.yaml:5:42: error: \"4\" is not a valid time of day; write times in the form "
                        + "04:00; did you mean "
                        + "\"04:00\"?",
                    "a.yaml:5:55: error: \"noon\" is not a valid time of day; write times in the "
                        + "form 04:00",
                    "a.yaml:5:69: error: expected true or false, found \"yes\"; did you mean "
                        + "\"true\"?",
                    "a.yaml:6:6: error: expected a map with \"question:\", found \"Ready?\"",
                    "a.yaml:7:17: error: the question is blank",
                    "a.yaml:7:29: error: expected a list of targets, found \"a\"; did you mean "
                        + "\"[a]\"?",
                    "a.yaml:7:40: error: unknown key \"blocks\" in on_no; did you mean \"block\"?",
                    "a.yaml:7:62: error: a heading must be a single line without control "
                        + "characters",
                    "a.yaml:8:29: error: the list of targets is empty",
                    "a.yaml:8:49: error: there is no target \"d\"; did you mean \"a\"?",
                    "a.yaml:8:60: error: expected a list of texts, found \"T\"; did you mean "
                        + "\"[T]\"?",
                    "a.yaml:8:76: error: the list of suggestions is empty",
                    "a.yaml:9:3: error: a key can contain only letters, digits, _ and -, cannot "
                        + "begin with -, and can have at most 64 characters; to show any other "
                        + "name, add \"name:\"",
                    "a.yaml:10:45: error: there is no time zone \"Europe/Berln\"; did you mean "
                        + "\"Europe/Berlin\"?",
                    "a.yaml:10:59: error: unknown key \"if_no\" in check-in \"h\"; the known keys "
                        + "are question, welcome, opens, reminder, texts, text_at, blocks, "
                        + "on_no, strict, time_zone",
                ])
    }

    @Test func anErrorPointsAtItsCharacter() {
        expect(
            targets + "check_ins:\n  morning: {question: Ready?, opens: 24:00, blocks: [a]}\n",
            says: """
                a.yaml:3:38: error: "24:00" is not a valid time of day; times go from 00:00 to \
                23:59; \
                did you mean \
                "00:00"?
                  morning: {question: Ready?, opens: 24:00, blocks: [a]}
                                                     ^
                1 error
                """)
    }

    @Test func textsOfReason() {
        let long = String(repeating: "x", count: 2001)
        #expect(
            lines(load(targets + "check_ins: {a: {question: Q?, blocks: [a], welcome: \(long)}}"))
                == ["a.yaml:2:53: error: the text can have at most 2000 characters"])
        #expect(
            lines(
                load(
                    targets
                        + "check_ins: {a: {question: Q?, blocks: [a], welcome: \"a\\e[31mb\"}}"))
                == ["a.yaml:2:53: error: the text cannot contain control characters"])
        #expect(
            lines(
                load(
                    targets
                        + "check_ins: {a: {question: \(long.prefix(201)), blocks: [a]}}"))
                == ["a.yaml:2:27: error: a question can have at most 200 characters"])
        let many = (0...1000).map { "t\($0)" }.joined(separator: ", ")
        #expect(
            lines(
                load(
                    targets
                        + "check_ins: {a: {question: Q?, blocks: [a], on_no: {texts: [\(many)]}}}"))
                == ["a.yaml:2:59: error: too many texts: 1001; at most 1000 are allowed"])
    }

    @Test func aLocalZoneUnderAZoneOfTheRules() {
        #expect(
            lines(
                load(
                    "time_zone: Europe/Berlin\n" + targets
                        + "check_ins: {a: {question: Q?, blocks: [a], time_zone: local}}\n"
                        + "budgets: {a: {target: a, limit: 1h, time_zone: local}}")) == [
                    "a.yaml:3:55: error: the time zone of a check-in cannot be local while the "
                        + "top-level \"time_zone:\" is Europe/Berlin; remove the top-level "
                        + "\"time_zone:\" and set a time zone in every other check-in",
                    "a.yaml:4:48: error: the time zone of a budget cannot be local while the "
                        + "top-level \"time_zone:\" is Europe/Berlin; remove the top-level "
                        + "\"time_zone:\" and set a time zone in every other budget",
                ])
        #expect(
            load(targets + "check_ins: {a: {question: Q?, blocks: [a], time_zone: local}}")
                .ruleSet?.checkIns.first?.timeZone == nil)
    }

    @Test func tooManyAreRefusedInOneLine() {
        let many = (0...5000).map { "  c\($0): {question: Q?}" }.joined(separator: "\n")
        #expect(
            lines(load("check_ins:\n" + many, defaults: [])) == [
                "a.yaml:1:1: error: too many check-ins: 5001; at most 5000 are allowed"
            ])
    }

    @Test func aFingerprintChangesWithTheEntryAlone() throws {
        func checkIn(_ text: String) throws -> CheckIn {
            try #require(load(targets + text, defaults: []).ruleSet?.checkIns.first)
        }
        let base = try checkIn("check_ins: {a: {question: Q?, blocks: [a], opens: 04:00}}")
        let same = try checkIn(
            """
            # elsewhere, with other quotes and order
            check_ins: {b: {question: B?, blocks: [b]}, a: {opens: "04:00", blocks: [a], \
            question: 'Q?'}}
            """)
        let other = try checkIn("check_ins: {a: {question: Q?, blocks: [a], opens: 04:01}}")
        let renamed = try checkIn("check_ins: {b: {question: Q?, blocks: [a], opens: 04:00}}")
        #expect(base.fingerprint == same.fingerprint && base == same)
        #expect(Set([base, other, renamed].map(\.fingerprint)).count == 3)
    }
}
