import RuleFiles
import Testing

/// Whole files with several things wrong, and to the letter what a person reads about them.
@Suite struct BadFileTests {
    @Test func aFirstFileWithTheUsualMistakes() {
        expect(
            """
            version: 1
            target:
              shopping:
                name: Shopping
                sites: [https://www.amazon.com/gp, ebay]
            quiet_hours:
              weeknights:
                blocks: [shopping]
                ranges:
                  - days: monday-friday
                    time: 22:00 to 6:00
                  - {day: sat, time: "23:00-23:00"}
                strict: yes
            """,
            says: """
                a.yaml:2:1: error: unknown key "target"; did you mean "targets"?
                target:
                ^
                a.yaml:8:5: error: unknown key "blocks" in schedule "weeknights"; did you mean \
                "block"?
                    blocks: [shopping]
                    ^
                a.yaml:10:15: error: "monday-friday" is not a day; write mon, tue, wed, thu, \
                fri, sat \
                or sun, a span such as sun-thu, or daily, weekdays or weekends; did you mean \
                "mon-fri"?
                      - days: monday-friday
                              ^
                a.yaml:11:15: error: "22:00 to 6:00" is not a valid time range; write time ranges \
                in the form \
                22:30-06:30; \
                did you mean "22:00-06:00"?
                        time: 22:00 to 6:00
                              ^
                a.yaml:12:10: error: unknown key "day" in a range; did you mean "days"?
                      - {day: sat, time: "23:00-23:00"}
                         ^
                a.yaml:12:26: error: "23:00-23:00" begins and ends at the same time; write \
                00:00-24:00 for a whole day
                      - {day: sat, time: "23:00-23:00"}
                                         ^
                a.yaml:13:13: error: expected true or false, found "yes"; did you mean "true"?
                    strict: yes
                            ^
                7 errors
                """)
    }

    @Test func riskRulesWithTheUsualMistakes() {
        expect(
            """
            features:
              night: local.hour > 22 or local.hour < 2
              Late night: local.hour > 22
            risk:
              levels: {moderate: 40%}
              factors:
                night: {weight: 0,4, when: night}
                mood:
                  weight: 0.25
                  when: mood.today == "sad"
                gap:
                  weight: 0.2
                  when: >-
                    local.hour >= 22 &&
                    local.weekday in [5, 6] &&
                    local.minute = 3
            """,
            says: """
                a.yaml:2:26: error: 'or' is not an operator; use '||'
                  night: local.hour > 22 or local.hour < 2
                                         ^
                a.yaml:3:3: error: a key can contain only letters, digits, _ and -, cannot begin \
                with -, and can have at most 64 characters; to show any other name, add "name:"
                  Late night: local.hour > 22
                  ^
                a.yaml:5:22: error: expected a number from 0 to 1 with at most three decimal \
                places, \
                found \
                "40%"
                  levels: {moderate: 40%}
                                     ^
                a.yaml:7:23: error: unknown key "4" in factor "night"; the known keys are weight, \
                when
                    night: {weight: 0,4, when: night}
                                      ^
                a.yaml:10:13: error: undeclared reference to 'mood.today'; did you mean \
                "mood.last"?
                      when: mood.today == "sad"
                            ^
                a.yaml:16:22: error: '=' is not an operator; use '=='
                        local.minute = 3
                                     ^
                6 errors
                """)
    }

    @Test func wrongTypesEverywhere() {
        #expect(
            lines(
                load(
                    """
                    time_zone: [local]
                    targets: shopping
                    quiet_hours: [a]
                    features: 3
                    risk: high
                    unblock: 15m
                    plans: [free]
                    plan: {premium: true}
                    auto_protection: high_risk
                    """)) == [
                    "a.yaml:1:12: error: expected \"local\" or a time zone such as Europe/Berlin, "
                        + "found a list",
                    "a.yaml:2:10: error: expected a map of targets, found \"shopping\"",
                    "a.yaml:3:14: error: expected a map of schedules, found a list",
                    "a.yaml:4:11: error: expected a map of features, found \"3\"",
                    "a.yaml:5:7: error: expected a map with \"levels:\" and \"factors:\", found "
                        + "\"high\"",
                    "a.yaml:6:10: error: expected a map with \"grant:\", \"wait:\", "
                        + "\"categories:\", \"moods:\" and \"emergency:\", found \"15m\"",
                    "a.yaml:7:8: error: expected a map of plans, found a list",
                    "a.yaml:8:7: error: expected a plan's key, found a map",
                    "a.yaml:9:18: error: expected a map of auto-protections, found \"high_risk\"",
                ])
    }

    @Test func wrongTypesInside() {
        #expect(
            lines(
                load(
                    """
                    targets:
                      a: {name: [x], sites: {x: y}, apps: x}
                      b: null
                      c: 5
                    quiet_hours:
                      n:
                        name: {}
                        block: {a: b}
                        ranges:
                          - 22:00-06:00
                          - {days: {mon: tue}, time: [1], except: 2026-12-24}
                        enabled: 1
                        strict: []
                        time_zone: {}
                    features: {f: [x]}
                    risk:
                      levels: [0.4]
                      factors: {x: {weight: {}, when: []}, y: [1]}
                    unblock: {grant: {}, wait: 10s, categories: gift, moods: {a: b}}
                    plans: {free: [], x: {entries: [1]}}
                    """)) == [
                    "a.yaml:2:13: error: expected text, found a list",
                    "a.yaml:2:25: error: expected a list of sites, found a map",
                    "a.yaml:2:39: error: expected a list of apps, found \"x\"; "
                        + "did you mean \"[x]\"?",
                    "a.yaml:3:3: warning: there is no \"targets.b\", so null removes nothing; "
                        + "did you mean \"a\"?",
                    "a.yaml:4:6: error: expected a map with \"sites:\" and \"apps:\", found \"5\"",
                    "a.yaml:7:11: error: expected text, found a map",
                    "a.yaml:8:12: error: expected a list of targets, found a map",
                    "a.yaml:10:9: error: expected a map with \"days:\" and \"time:\", found "
                        + "\"22:00-06:00\"",
                    "a.yaml:11:16: error: expected days such as mon, sun-thu or daily, found a map",
                    "a.yaml:11:34: error: expected a time range such as "
                        + "\"22:30-06:30\", found a list",
                    "a.yaml:11:47: error: expected a list of dates, found \"2026-12-24\"; "
                        + "did you mean \"[2026-12-24]\"?",
                    "a.yaml:12:14: error: expected true or false, found \"1\"; "
                        + "did you mean \"true\"?",
                    "a.yaml:13:13: error: expected true or false, found a list",
                    "a.yaml:14:16: error: expected \"local\" or a time zone such as Europe/Berlin, "
                        + "found a map",
                    "a.yaml:15:15: error: expected a condition such as "
                        + "\"local.hour >= 22\", found a list",
                    "a.yaml:17:11: error: expected a map with \"moderate:\", \"high:\" and "
                        + "\"critical:\", found a list",
                    "a.yaml:18:25: error: expected a number from 0 to 1 with at most three decimal "
                        + "places, found a map",
                    "a.yaml:18:35: error: expected a condition such as "
                        + "\"local.hour >= 22\", found a list",
                    "a.yaml:18:43: error: expected a map with \"weight:\" and \"when:\", found a "
                        + "list",
                    "a.yaml:19:18: error: expected a length of time such as 15m, 1h30m or 10s, "
                        + "found a map",
                    "a.yaml:19:28: error: expected a map with \"planned:\", \"impulse:\", "
                        + "\"each_further:\" and \"at_most:\", found \"10s\"",
                    "a.yaml:19:45: error: expected a list of categories, found \"gift\"; "
                        + "did you mean \"[gift]\"?",
                    "a.yaml:19:58: error: expected a list of moods, found a map",
                    "a.yaml:20:15: error: expected a map of limits, or {} for no limits, found a "
                        + "list",
                    "a.yaml:20:32: error: expected a whole number, found a list",
                ])
    }

    @Test func emptyValuesAreNamedAsNothing() {
        #expect(
            lines(
                load(
                    """
                    targets:
                      a:
                        name:
                        sites: [a.com, ]
                        apps:
                      b:
                    """)) == [
                    "a.yaml:3:10: error: expected text, found nothing",
                    "a.yaml:5:10: error: expected a list of apps, found nothing",
                    "a.yaml:6:5: error: expected a map with \"sites:\" and \"apps:\", found "
                        + "nothing",
                ])
    }

    @Test func nullInAListIsNoText() {
        #expect(
            lines(load("targets: {a: {sites: [a.com, null, ~, \"null\"]}}")) == [
                "a.yaml:1:30: error: expected a host name such as amazon.com, found null",
                "a.yaml:1:36: error: expected a host name such as amazon.com, found null",
                "a.yaml:1:39: warning: \"null\" has no dot, so it means the host \"null\" and "
                    + "every host that ends in \".null\"",
            ])
    }

    /// Nothing is said about schedules whose targets could not be read at all.
    @Test func aBrokenSectionIsToldOnce() {
        let schedules = "quiet_hours: {n: {block: [a, b], ranges: [{time: 22:00-06:00}]}}\n"
        #expect(
            lines(load("targets: [a, b]\n" + schedules)) == [
                "a.yaml:1:10: error: expected a map of targets, found a list"
            ])
        let many = (0...5000).map { "  t\($0): {sites: [a.com]}" }.joined(separator: "\n")
        #expect(
            lines(load(schedules + "targets:\n" + many)) == [
                "a.yaml:2:1: error: too many targets: 5001; at most 5000 are allowed"
            ])
        #expect(
            lines(load("targets: {}\n" + schedules)) == [
                "a.yaml:2:27: error: there is no target \"a\"; declare it under \"targets:\"",
                "a.yaml:2:30: error: there is no target \"b\"; declare it under \"targets:\"",
            ])
    }

    @Test func tooManyRangesAreRefused() {
        let ranges = Array(repeating: "{time: 22:00-06:00}", count: 501).joined(separator: ", ")
        #expect(
            lines(load(schedule("[\(ranges)]"))) == [
                "a.yaml:5:13: error: too many ranges: 501; at most 500 are allowed"
            ])
    }

    @Test(arguments: [
        ("tagets", "targets"), ("Targets", "targets"), ("target", "targets"),
        ("quiethours", "quiet_hours"),
        ("quiet-hours", "quiet_hours"), ("feature", "features"), ("riks", "risk"),
        ("un_block", "unblock"),
        ("timezone", "time_zone"), ("plnas", "plans"), ("x", nil), ("schedules", nil), ("", nil),
        ("auto_protections", "auto_protection"), ("autoprotection", "auto_protection"),
        ("budget", "budgets"), ("checkins", "check_ins"), ("check-in", "check_ins"),
        ("kepe", "keep"), ("debgu", "debug"), ("edit", "edits"), ("edts", "edits"),
        (String(repeating: "targets", count: 100), nil),
    ])
    func nearKeysAreSuggested(written: String, meant: String?) {
        let loading = load("\"\(written)\": {}")
        #expect(loading.diagnostics.map(\.suggestion) == [meant])
        #expect(loading.diagnostics.map(\.line) == [1])
        #expect(loading.ruleSet == nil)
    }
}
