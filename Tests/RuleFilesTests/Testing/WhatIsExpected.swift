import RuleFiles
import Testing

/// Each thing that can be expected: where it holds nothing is said, where it does not, what was
/// expected and what was got, at its place.
@Suite struct WhatIsExpected {
    @Test func theScore() throws {
        try Trial.case(
            "now: 2026-11-18 23:00\nexpect: {score: 0.4, automatic: 0.400, level: moderate}"
        )
        .expectPassed()
        let trial = try Trial.case("now: 2026-11-18 23:00\nexpect: {score: 0.5}")
        #expect(
            trial.text == """
                a.test.yaml:5:21: error: expected a risk score of 0.500, got 0.400: late_night 0.400
                    expect: {score: 0.5}
                                    ^
                a.test.yaml:3:11: note: in the case "One", at Wed 2026-11-18 23:00
                """)
        try Trial.case("now: 2026-11-18 15:00\nexpect: {automatic: 1, level: high}").expectFailed(
            "5:25: error: expected the automatic factors to add up to 1.000, got 0.000: "
                + "no factor is true",
            "5:35: error: expected the risk level high, got low (score 0.000)")
    }

    @Test func factorsAndFeatures() throws {
        try Trial.case(
            """
            now: sun 2026-11-22 23:00
            expect:
              factors: [weekend, late_night]
              features: {late: true}
              auto_protection: {high_risk: false}
            """
        ).expectPassed()
        try Trial.case(
            """
            now: sun 2026-11-22 23:00
            expect:
              factors: [late_night]
              features: []
              auto_protection: [high_risk]
            """
        ).expectFailed(
            "6:16: error: expected only late_night to be true, got late_night, weekend",
            "7:17: error: expected none to be true, got late, weekend",
            "8:24: error: expected only high_risk to be true, got none")
        try Trial.case(
            "now: sun 2026-11-22 21:59\nexpect: {factors: {late_night: true, weekend: false}}"
        ).expectFailed(
            "5:36: error: expected the factor \"late_night\" to be true, got false: late, "
                + "with local.hour = 21",
            "5:51: error: expected the factor \"weekend\" to be false, got true: weekend, "
                + "with local.weekday = 7, local.hour = 21")
    }

    @Test func expressionsOfOnesOwn() throws {
        try Trial.case(
            """
            now: 2026-11-18 21:00
            given: [{use: feeds, for: 10m, ago: 1h}]
            expect:
              holds:
                - local.hour == 21 && !late
                - usage.feeds.today == duration("10m")
                - budgets.feeds.left == duration("20m") && risk.score == 0.0
                - now == timestamp("2026-11-18T20:00:00Z")
            """
        ).expectPassed()
        try Trial.case("now: 2026-11-18 21:00\nexpect: {holds: unblocks.today > local.hour - 21}")
            .expectFailed(
                "5:21: error: expected this expression to be true, with unblocks.today = 0, "
                    + "local.hour = 21")
        try Trial.case("now: 2026-11-18 00:00\nexpect: {holds: 1 / local.hour == 0}")
            .expectFailed(
                "5:21: error: expected this expression to be true; the expression cannot be "
                    + "evaluated: division by zero, with local.hour = 0")
    }

    @Test func whatIsBlocked() throws {
        try Trial.case(
            """
            now: wed 2026-11-18 22:30
            expect:
              blocked: {shop: {until: "06:00", by: [quiet_hours.nights], strict: false}}
              open: [feeds]
            """
        ).expectPassed()
        try Trial.case(
            """
            now: wed 2026-11-18 22:30
            expect:
              blocked: {shop: {until: "06:30", by: [budgets.feeds], strict: true}, feeds: {}}
              open: [shop]
            """
        ).expectFailed(
            "6:31: error: expected \"shop\" to be blocked until Thu 2026-11-19 06:30, "
                + "got Thu 2026-11-19 06:00",
            "6:44: error: expected \"shop\" to be blocked by budgets.feeds, got quiet_hours.nights",
            "6:69: error: expected the block of \"shop\" to be strict, but it is not strict",
            "6:76: error: expected \"feeds\" to be blocked, got open",
            "7:14: error: expected \"shop\" to be open, got blocked by quiet_hours.nights")
    }

    @Test func whatIsOpenByAPermission() throws {
        try Trial.case(
            """
            now: wed 2026-11-18 22:30
            expect: {blocked: [shop]}
            then:
              - {unblock: shop, expect: {open: {shop: {until: "22:45:20"}}}}
              - {expect: {open: {shop: {until: "22:46"}}, blocked: [shop]}}
            """
        ).expectFailed(
            "8:40: error: expected a grant for \"shop\" until Wed 2026-11-18 22:46, "
                + "got Wed 2026-11-18 22:45:20",
            "8:61: error: expected \"shop\" to be blocked, got open: a grant runs until "
                + "Wed 2026-11-18 22:45:20")
        try Trial.case("now: wed 2026-11-18 15:00\nexpect: {open: {shop: {until: \"22:46\"}}}")
            .expectFailed(
                "5:35: error: expected a grant for \"shop\", got none")
    }

    @Test func endsThatNobodyKnows() throws {
        let always = """
            targets: {shop: {sites: [a.example]}, feeds: {sites: [b.example]}}
            quiet_hours: {always: {block: [shop], ranges: [{time: "00:00-24:00"}]}}
            """
        try Trial(
            """
            cases:
              - name: Always
                now: 2026-11-18 12:00
                expect: {blocked: {shop: {until: unknown}}}
            """, rules: always
        ).expectPassed()
        try Trial(
            """
            cases:
              - name: Always
                now: 2026-11-18 12:00
                expect: {blocked: {shop: {until: thu 12:00}}}
            """, rules: always
        ).expectFailed(
            "4:38: error: expected \"shop\" to be blocked until Thu 2026-11-19 12:00, "
                + "got an unknown time")
        try Trial.case("now: 2026-11-18 22:00\nexpect: {blocked: {shop: {until: unknown}}}")
            .expectFailed(
                "5:38: error: expected \"shop\" to be blocked until an unknown time, "
                    + "got Thu 2026-11-19 06:00")
    }

    @Test func checkInsAndPrompts() throws {
        try Trial.case(
            """
            now: wed 2026-11-18 09:00
            expect: {check_ins: {morning: asking}, prompts: [check_in]}
            then:
              - {check_in: morning, answer: yes, expect: {check_ins: {morning: yes}, prompts: []}}
            """
        ).expectPassed()
        try Trial.case(
            """
            now: wed 2026-11-18 09:00
            given: [{check_in: morning, answer: no, ago: 1h}]
            expect: {check_ins: {morning: yes}, prompts: [risk_high]}
            """
        ).expectFailed(
            "6:35: error: expected the state of the check-in \"morning\" to be yes, got no",
            "6:50: error: expected the open prompts to be risk_high, got none")
    }

    @Test func waitsAndRefusals() throws {
        try Trial.case(
            """
            now: wed 2026-11-18 09:00
            expect: {blocked: {feeds: {strict: true}}}
            then:
              - {unblock: feeds, expect: {refused: strict, refused_until: "12:00"}}
              - {at: "22:00", request: shop, purpose: planned, expect: {wait: 20s}}
              - {after: 4s, confirm: shop, expect: {refused: wait_not_over}}
            """
        ).expectPassed()
        try Trial.case(
            """
            now: wed 2026-11-18 09:00
            expect: {open: [shop]}
            then:
              - {unblock: feeds, expect: {refused: not_blocked, refused_until: "12:01"}}
              - {unblock: shop}
              - {at: "22:00", request: shop, purpose: planned, expect: {wait: 30s}}
              - {keep: shop, expect: {refused: strict, refused_until: "23:00"}}
            """
        ).expectFailed(
            "7:44: error: expected Soteria to refuse this step (not_blocked), got strict (feeds), "
                + "until Wed 2026-11-18 12:00",
            "7:72: error: expected Soteria to refuse this step until Wed 2026-11-18 12:01, got Wed "
                + "2026-11-18 12:00",
            "8:9: error: Soteria refused this step: not_blocked",
            "9:71: error: expected a wait of 30s, got 20s",
            "10:40: error: expected Soteria to refuse this step (strict), got no refusal",
            "10:63: error: expected Soteria to refuse this step (strict or emergency_used), got no "
                + "refusal")
    }

    @Test func everyFailureNamesItsCaseAndMoment() throws {
        let trial = try Trial.case(
            """
            now: wed 2026-11-18 09:00
            then:
              - {after: 3h, expect: {score: 1}}
              - {at: "22:00", expect: {open: [shop]}}
            """)
        let notes = trial.text.split(separator: "\n").filter { $0.contains(": note: ") }
        #expect(
            notes == [
                "a.test.yaml:3:11: note: in the case \"One\", at Wed 2026-11-18 12:00",
                "a.test.yaml:3:11: note: in the case \"One\", at Wed 2026-11-18 22:00",
            ])
    }
}
