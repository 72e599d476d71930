import RuleFiles
import Testing

/// Mistakes in test files: told as those in rule files are, and no case is gone through.
@Suite struct MistakesInTests {
    @Test func aFileThatIsNone() throws {
        try Trial("").expectFaulty(
            " error: the file is empty, perhaps because it was not saved completely; save the file "
                + "again, or delete it")
        try Trial("version: 1").expectFaulty(
            "1:1: error: a test file needs \"cases:\", a list of cases")
        try Trial("cases: []").expectFaulty("1:8: error: the list of cases is empty")
        try Trial("cases: {a: 1}").expectFaulty("1:8: error: expected a list of cases, found a map")
        try Trial("version: 2\ncases: [a]").expectFaulty(
            "1:10: error: expected version 1 (the only version), found \"2\"",
            "2:9: error: expected a map with name, now and expect, found \"a\"")
        try Trial("cases: [").expectFaulty("2:1: error: expected a value here")
    }

    @Test func keysThatNobodyKnows() throws {
        try Trial("casess: []\ntimezone: UTC\ncases: [{}]").expectFaulty(
            "1:1: error: unknown key \"casess\"; did you mean \"cases\"?",
            "2:1: error: unknown key \"timezone\"; did you mean \"time_zone\"?",
            "3:9: error: a case needs \"name:\", a description of what the case shows",
            "3:9: error: a case needs \"now:\", such as 2026-11-18 22:30")
        try Trial.case("now: 2026-11-18 22:30\nexpected: {score: 0}\nexpect: {scores: 0, shop: 1}")
            .expectFaulty(
                "5:5: error: unknown key \"expected\" in a case; did you mean \"expect\"?",
                "6:14: error: unknown key \"scores\" in \"expect\"; did you mean \"score\"?",
                "6:25: error: unknown key \"shop\" in \"expect\"; the known keys are score, "
                    + "automatic, "
                    + "level, factors, features, auto_protection, holds, blocked, open, "
                    + "decisions, check_ins, prompts, wait, refused, refused_until")
    }

    @Test func timesThatAreNone() throws {
        func now(_ text: String) throws -> Trial {
            try Trial.case("now: \(text)\nexpect: {score: 0}")
        }
        try now("22:30").expectFaulty(
            "4:10: error: a case needs the date and time at which it begins, such as 2026-11-18 "
                + "22:30")
        try now("2026-11-18").expectFaulty(
            "4:10: error: \"2026-11-18\" is not a time; write a time like 22:30, thu 06:30 or "
                + "2026-11-18 22:30")
        try now("2026-11-31 22:30").expectFaulty(
            "4:10: error: \"2026-11-31\" is not a date; write a date like 2026-11-18")
        try now("thu 2026-11-18 22:30").expectFaulty(
            "4:10: error: 2026-11-18 is not a \"thu\"; did you mean \"wed 2026-11-18 22:30\"?")
        try now("2026-11-18 25:00").expectFaulty(
            "4:10: error: \"2026-11-18 25:00\" is not a time; write a time like 22:30, thu 06:30 "
                + "or 2026-11-18 22:30")
        try now("2025-11-18 22:30").expectFaulty(
            "4:10: error: a case must not begin before 2026-01-01, the earliest date that Soteria "
                + "trusts")
        try now("2026-10-25 02:30").expectFaulty(
            "4:10: error: clocks in Europe/Berlin show 02:30 twice on 2026-10-25; write "
                + "02:30+02:00 or 02:30+01:00")
        try now("2026-03-29 02:30").expectFaulty(
            "4:10: error: clocks in Europe/Berlin never show 02:30 on 2026-03-29, because "
                + "they skip that time when they go forward")
        try Trial.case("now: 2026-11-18 22:30\nthen: [{at: \"9:30\", expect: {score: 0}}]")
            .expectFaulty(
                "5:17: error: \"9:30\" is not a time; write a time like 22:30, thu 06:30 or "
                    + "2026-11-18 22:30; did you mean \"09:30\"?")
        try Trial(
            "time_zone: Europe/Berlln\ncases: [{name: A, now: 2026-11-18 22:30, expect: {}}]"
        )
        .expectFaulty(
            "1:12: error: there is no time zone \"Europe/Berlln\"; did you mean "
                + "\"Europe/Berlin\"?")
    }

    @Test func whatCannotLieBehind() throws {
        func given(_ entry: String) throws -> Trial {
            try Trial.case("now: 2026-11-18 22:30\nexpect: {score: 0}\ngiven: [\(entry)]")
        }
        try given("{unblock: shop}").expectFaulty(
            "6:13: error: say when this happened, for example with \"ago: 50m\" or "
                + "\"at: 22:10\"")
        try given("{unblock: shop, ago: 1h, at: \"22:00\"}").expectFaulty(
            "6:29: error: give either \"ago:\" or \"at:\", not both")
        try given("{unblock: shop, ago: 10m, times: 3, every: 10m}").expectFaulty(
            "6:13: error: repetition 3 of 3 must end before the case begins")
        try given("{use: shop, for: 11m, ago: 10m}").expectFaulty(
            "6:13: error: this action must end before the case begins")
        try given("{use: shop, ago: 10m}").expectFaulty(
            "6:14: error: \"use:\" also needs \"for:\", for example \"for: 45m\"")
        try given("{unblock: shop, ago: 10m, times: 3}").expectFaulty(
            "6:39: error: \"times:\" also needs \"every:\", for example \"every: 10m\"")
        try given("{unblock: shop, ago: 10m, every: 3m}").expectFaulty(
            "6:39: error: \"every:\" also needs \"times:\", for example \"times: 3\"")
        try given("{travel: Asia/Tokyo, ago: 10m}").expectFaulty(
            "6:13: error: \"travel\" is not allowed under \"given:\"; put it under \"then:\"")
        try given("{unblok: shop, ago: 10m}").expectFaulty(
            "6:14: error: unknown key \"unblok\"; did you mean \"unblock\"?")
        try given("{unblock: shop, attempt: shop, ago: 10m}").expectFaulty(
            "6:29: error: a list item can have only one action; write a separate item for "
                + "\"attempt\"")
        try given("{unblock: shop, ago: 10m, moods: sad}").expectFaulty(
            "6:39: error: unknown key \"moods\" in \"unblock\"; did you mean \"mood\"?")
        try given("{unblock: shop, ago: 10m, regret: 5}").expectFaulty(
            "6:47: error: expected a number from 0 to 4, found 5")
        try given("{unblock: shop, ago: 10m, amount: -5}").expectFaulty(
            "6:47: error: expected an amount such as 49.90 or 49.90 EUR, found \"-5\"")
        try given("{unblock: shop, ago: 10m, amount: 5 euro}").expectFaulty(
            "6:47: error: expected an amount such as 49.90 or 49.90 EUR, found \"5 euro\"")
    }

    private static let tooMuch =
        "too many past actions; at most 20000 are allowed (every five minutes of use count as one)"

    @Test func whatIsTooMuch() throws {
        try Trial.case("now: 2500-01-01 00:00\nexpect: {score: 0}").expectFailed(
            "5:21: error: expected a risk score of 0.000, got 0.400: late_night 0.400")
        try Trial.case("now: 2500-01-01 02:00\nexpect: {score: 0}").expectFaulty(
            "4:10: error: a case must begin before 2500-01-01")
        let years = "now: 2026-11-18 12:00\nthen: [{after: 400d, expect: {score: 0}}, "
        try Trial.case(years + "{at: 2036-11-19 12:00, expect: {score: 1}}]").expectFailed(
            "5:52: error: a case can span at most ten years")
        try Trial.case(years + "{attempt: shop, times: 10, every: 366d}]").expectFailed(
            "5:47: error: a case can span at most ten years")
        let given = Array(repeating: "{attempt: shop, ago: 1h, times: 1000, every: 1s}", count: 21)
        try Trial.case(
            "now: 2026-11-18 12:00\nexpect: {score: 0}\ngiven: [\(given.joined(separator: ", "))]"
        ).expectFaulty("6:1013: error: \(Self.tooMuch)")
        try Trial.case(
            "now: 2026-11-18 12:00\nexpect: {score: 0}\n"
                + "given: [{use: shop, for: 24h, ago: 100d, times: 80, every: 24h}]"
        ).expectFaulty("6:13: error: \(Self.tooMuch)")
        let steps = Array(repeating: "{after: 1s}", count: 1001).joined(separator: ", ")
        try Trial.case("now: 2026-11-18 12:00\nexpect: {score: 0}\nthen: [\(steps)]").expectFaulty(
            "6:11: error: too many steps: 1001; at most 1000 are allowed")
        let cases = Array(repeating: "a", count: 1001).joined(separator: ", ")
        try Trial("cases: [\(cases)]").expectFaulty(
            "1:8: error: too many cases: 1001; at most 1000 are allowed")
        try Trial.case(
            "now: 2026-11-18 12:00\ngiven: [{session: idle, ago: 1h}]\nexpect: {score: 0}"
        )
        .expectFaulty(
            "5:29: error: \"session:\" always describes the start of the case and cannot have a time"
        )
    }

    @Test func namesThatTheRulesDoNotHave() throws {
        try Trial.case(
            """
            now: 2026-11-18 22:30
            given:
              - {unblock: shopp, ago: 1m}
              - {unblock: feeds.exmple, ago: 1m}
              - {check_in: mornin, answer: yes, ago: 1m}
              - {check_in: morning, answer: maybe, ago: 1m}
              - {switch_off: nights}
              - {keep: shop, mood: blue, category: gifts, ago: 1m}
              - {protect: nobody, for: 1h, ago: 1m}
            expect:
              factors: [latenight]
              features: {weekends: true}
              auto_protection: {high_risk: yes}
              blocked: {shop: {by: [nights], untill: "06:00"}}
              open: [feed]
              check_ins: {morning: yess}
              level: lofty
              holds: [unblocks.last_our > 1, "local.hour >="]
            """
        ).expectFaulty(
            "6:19: error: the rules have no target, site or app \"shopp\"; did you mean \"shop\"?",
            "7:19: error: the rules have no target, site or app \"feeds.exmple\"; did you mean "
                + "\"feeds.example\"?",
            "8:20: error: the rules have no check-in \"mornin\"; did you mean \"morning\"?",
            "9:37: error: expected yes or no, found \"maybe\"",
            "10:22: error: the rules have no \"nights\" to switch on or off; write "
                + "quiet_hours.NAME, targets.NAME or auto_protection.NAME; did you mean "
                + "\"quiet_hours.nights\"?",
            "11:28: error: the rules have no mood \"blue\"; known: anxious, bored, happy, "
                + "lonely, other, sad, stressed, tired",
            "11:44: error: the rules have no category \"gifts\"; did you mean \"gift\"?",
            "12:19: error: the rules have no target \"nobody\"; known: feeds, shop",
            "14:17: error: the rules have no factor \"latenight\"; did you mean \"late_night\"?",
            "15:18: error: the rules have no feature \"weekends\"; did you mean \"weekend\"?",
            "16:36: error: expected true or false, found \"yes\"; did you mean \"true\"?",
            "17:29: error: there is no rule \"nights\" that can block a target; did you mean "
                + "\"quiet_hours.nights\"?",
            "17:38: error: unknown key \"untill\" in \"shop\"; did you mean \"until\"?",
            "18:14: error: the rules have no target \"feed\"; did you mean \"feeds\"?",
            "19:28: error: expected asking, yes, no or lapsed, found \"yess\"; did you mean "
                + "\"yes\"?",
            "20:14: error: expected low, moderate, high or critical, found \"lofty\"",
            "21:15: error: undeclared reference to 'unblocks.last_our'; did you mean "
                + "\"unblocks.last_hour\"?",
            "21:52: error: expected an expression, found the end")
    }

    @Test func stepsAndDecisions() throws {
        try Trial.case(
            """
            now: 2026-11-18 22:30
            then:
              - {after: 1h, at: "23:30", expect: {score: 0}}
              - {after: 1, expect: {score: 0.12345}}
              - {unblock: shop, regret: 3}
              - expect: {decisions: [{blocks: shop}, {block: shp}, {block: shop, unblock: shop}]}
              - {expect: {refused: strickt, wait: soon}}
            """
        ).expectFaulty(
            "6:10: error: give either \"after:\" or \"at:\", not both",
            "7:17: error: \"1\" has no unit; write whole numbers followed by d, h, m or s, such as "
                + "15m, 1h30m or 10s; did you mean \"1m\"?",
            "8:9: error: \"regret: 3\" is allowed only under \"given:\"",
            "9:30: error: a decision needs exactly one of the keys block, unblock, update, with a "
                + "target as its value",
            "9:31: error: unknown key \"blocks\" in a decision; did you mean \"block\"?",
            "9:54: error: the rules have no target \"shp\"; did you mean \"shop\"?",
            "9:60: error: a decision needs exactly one of the keys block, unblock, update, with a "
                + "target as its value",
            "10:28: error: expected strict, emergency_used, not_blocked, not_monitored, "
                + "already_open, no_such_request, request_over, intent_needed, wait_not_over, "
                + "not_asking, already_answered, not_tracked or impossible, found \"strickt\"; did you mean "
                + "\"strict\"?",
            "10:43: error: \"soon\" is not a valid length of time; write whole numbers followed by "
                + "d, h, m or s, "
                + "such as 15m, 1h30m or 10s")
    }

    @Test func casesThatSayNothing() throws {
        try Trial.case("now: 2026-11-18 22:30\nthen: [{after: 1h}]").expectFaulty(
            "3:11: error: the case checks nothing; add \"expect:\" with the expected results")
        let twice = try Trial(
            """
            cases:
              - {name: One, now: 2026-11-18 22:30, expect: {score: 0.4}}
              - {name: One, now: 2026-11-18 22:30, expect: {score: 0.4}}
            """)
        twice.expectFaulty("3:12: error: two cases are called \"One\"")
        #expect(twice.text.hasSuffix("a.test.yaml:2:12: note: the first of them is here"))
    }

    @Test func aMistakeIsShownAtItsCharacter() throws {
        let trial = try Trial.case(
            "now: 2026-11-18 22:30\nexpect: {holds: 'local.hour > 2 && lat'}")
        #expect(
            trial.text == """
                a.test.yaml:5:40: error: undeclared reference to 'lat'; did you mean "late"?
                    expect: {holds: 'local.hour > 2 && lat'}
                                                       ^
                """)
    }
}
