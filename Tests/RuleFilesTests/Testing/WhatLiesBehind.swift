import RuleFiles
import SeededRandom
import Testing

/// `given`: what is on record when a case begins.
@Suite struct WhatLiesBehind {
    @Test func agesAndTimes() throws {
        try Trial.case(
            """
            now: wed 2026-11-18 12:00
            given:
              - {unblock: shop, ago: 59m59s}
              - {unblock: shop, at: "11:30"}
              - {unblock: shop, at: mon 10:00}
              - {unblock: shop, at: 2026-11-15 23:59}
            expect:
              holds:
                - unblocks.last_hour == 2
                - unblocks.today == 2
                - unblocks.this_week == 3
                - unblocks.last_30_days == 4
                - unblocks.since_last == duration("30m")
                - unblocks.last_gap == duration("29m59s")
            """
        ).expectPassed()
    }

    @Test func theOrderInWhichItIsWrittenPlaysNoPart() throws {
        try Trial.case(
            """
            now: wed 2026-11-18 12:00
            given:
              - {unblock: shop, ago: 10m, mood: sad}
              - {unblock: shop, ago: 40m, mood: happy}
            expect: {holds: mood.last == "sad" && unblocks.last_gap == duration("30m")}
            """
        ).expectPassed()
    }

    @Test func oneThingAgainAndAgain() throws {
        try Trial.case(
            """
            now: wed 2026-11-18 12:00
            given:
              - {attempt: shop.example, ago: 59m, times: 60, every: 1m}
              - {keep: feeds, ago: 2h, times: 3, every: 1h}
            expect: {holds: attempts.last_hour == 60 && kept.today == 3}
            """
        ).expectPassed()
    }

    /// A permission of the past lasts the minutes that were said, at most as long as the rules say.
    @Test func thePastOpensForTheMinutesThatWereSaid() throws {
        func standing(_ said: String, _ expected: String) throws {
            try Trial.case(
                """
                now: wed 2026-11-18 22:30
                given:
                  - {unblock: shop, \(said)}
                expect: {\(expected)}
                """
            ).expectPassed()
        }
        try standing("minutes: 5, ago: 4m", #"open: {shop: {until: "22:31"}}"#)
        try standing("minutes: 5, ago: 6m", "blocked: [shop]")
        try standing("minutes: 90, ago: 14m", #"open: {shop: {until: "22:31"}}"#)
        try standing("minutes: 90, ago: 16m", "blocked: [shop]")
    }

    @Test func whatIsSaidOfAnUnblock() throws {
        try Trial.case(
            """
            now: wed 2026-11-18 12:00
            given:
              - {unblock: shop, purpose: planned, category: treat, amount: 20 EUR, ago: 1h}
              - {unblock: org.example.Shop, mood: lonely, amount: "1.005", regret: 4, ago: 2h}
              - {unblock: shop, purpose: impulse, minutes: 20, regret: 1, ago: 3h}
            expect:
              holds:
                - amount.today == 21.005
                - unblocks.impulse_ratio > 0.66 && unblocks.impulse_ratio < 0.67
                - regret.mean_30_days == 2.5
                - mood.last == "lonely"
            """, rules: "risk: {factors: {regret: {weight: 0.1, when: regret.mean_30_days > 4.5}}}"
        ).expectPassed()
    }

    @Test func whatRunsOnRunsOn() throws {
        try Trial.case(
            """
            now: wed 2026-11-18 22:30
            given:
              - {unblock: shop, ago: 5m}
              - {protect: feeds, for: 1h, strict: true, ago: 50m}
              - {protect: shop, for: 1h, ago: 2h}
            expect:
              open: {shop: {until: "22:40"}}
              blocked: {feeds: {until: "22:40", by: [manual_protection], strict: true}}
            then:
              - {at: "22:40", expect: {open: [feeds], blocked: [shop]}}
            """
        ).expectPassed()
    }

    @Test func emergenciesCountAndRunOn() throws {
        let wayOut = "unblock: {emergency: {count: 1, per: month, wait: 10m}}"
        try Trial.case(
            """
            now: wed 2026-11-18 09:00
            given: [{unblock: feeds, emergency: true, ago: 3d}]
            then:
              - {unblock: feeds, emergency: true, expect: {
                  refused: emergency_used, refused_until: 2026-12-01 00:00}}
            """, rules: wayOut
        ).expectPassed()
        try Trial.case(
            """
            now: wed 2026-11-18 09:00
            given: [{unblock: feeds, emergency: true, ago: 3d}, {unblock: feeds, ago: 5m}]
            expect: {blocked: {feeds: {until: "12:00"}}}
            """, rules: wayOut
        ).expectPassed()
        // Those of the month before count no more.
        try Trial.case(
            """
            now: wed 2026-11-18 09:00
            given: [{unblock: feeds, emergency: true, ago: 19d}]
            then: [{unblock: feeds, emergency: true, expect: {open: [feeds]}}]
            """, rules: wayOut
        ).expectPassed()
        // What begins later ends one.
        try Trial.case(
            """
            now: wed 2026-11-18 09:00
            given:
              - {protect: shop, for: 1h, strict: true, ago: 10m}
              - {unblock: shop, emergency: true, ago: 6m}
              - {unblock: feeds, emergency: true, ago: 5m}
              - {protect: feeds, for: 1h, strict: true, ago: 4m}
            expect: {open: {shop: {until: "09:09"}}, blocked: [feeds]}
            then: [{at: "09:09", expect: {blocked: {shop: {until: "09:50", strict: true}}}}]
            """, rules: wayOut
        ).expectPassed()
        try Trial(
            """
            time_zone: UTC
            cases:
              - name: Quiet hours and a budget
                now: wed 2026-11-18 23:00
                given:
                  - {use: shop, for: 1h, ago: 4h}
                  - {unblock: shop, emergency: true, minutes: 10, ago: 5m}
                expect: {open: {shop: {until: "23:05"}}}
                then:
                  - at: "23:05"
                    expect: {blocked: {shop: {by: [budgets.shop, quiet_hours.nights], strict: true}}}
            """,
            rules: """
                targets: {shop: {sites: [shop.example]}}
                quiet_hours: {nights: {block: [shop], strict: true, ranges: [{time: "22:00-06:00"}]}}
                budgets: {shop: {target: shop, limit: 30m, strict: true}}
                \(wayOut)
                """
        ).expectPassed()
    }

    @Test func useOfDaysAndBudgets() throws {
        try Trial.case(
            """
            now: wed 2026-11-18 00:10
            given:
              - {use: feeds, for: 20m, ago: 30m}
              - {use: shop, for: 3h, ago: 2d}
            expect:
              holds:
                # Ten of the twenty minutes were yesterday's.
                - usage.feeds.today == duration("0s") || usage.feeds.today == duration("10m")
                - usage.shop.today == duration("0s")
              open: [feeds]
            """
        ).expectPassed()
        try Trial.case(
            """
            now: wed 2026-11-18 20:00
            given: [{use: feeds, for: 30m, ago: 2h}]
            expect: {blocked: {feeds: {by: [budgets.feeds], until: thu 00:00}}}
            """
        ).expectPassed()
    }

    @Test func answersToCheckIns() throws {
        try Trial.case(
            """
            now: wed 2026-11-18 09:00
            given: [{check_in: morning, answer: no, at: "08:00"}]
            expect: {check_ins: {morning: no}, blocked: {feeds: {until: thu 04:00}}}
            """
        ).expectPassed()
        // Yesterday's answer is not today's.
        try Trial.case(
            """
            now: wed 2026-11-18 09:00
            given: [{check_in: morning, answer: no, ago: 1d}]
            expect: {check_ins: {morning: asking}, prompts: [check_in]}
            """
        ).expectPassed()
        // Before four it is still the day before.
        try Trial.case(
            """
            now: wed 2026-11-18 03:00
            given: [{check_in: morning, answer: yes, at: "02:59"}]
            expect: {check_ins: {morning: yes}}
            then: [{at: "04:00", expect: {check_ins: {morning: yes}}}]
            """
        ).expectFailed(
            "7:56: error: expected the state of the check-in \"morning\" to be yes, got asking")
    }

    @Test func switchesAndTheSession() throws {
        try Trial.case(
            """
            now: wed 2026-11-18 23:00
            given: [{switch_off: quiet_hours.nights}, {session: locked}, {unblock: shop, ago: 3h}]
            expect: {open: [shop], factors: [late_night, quiet_hours_off], holds: session.locked}
            """
        ).expectPassed()
    }

    /// Figures of random histories, against figures that are made by counting.
    @Test func randomHistoriesAgainstACount() throws {
        var generator = SeededGenerator()
        print("random histories from seed \(generator.seed)")
        for round in 0..<25 {
            var lines: [String] = []
            var unblocks: [(age: Int, isImpulse: Bool)] = []
            var attempts = 0
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                // Minutes, so that no two lie at an edge.
                let age = Int.random(in: 0...(40 * 1440), using: &generator) * 60 + 30
                let isNear = Bool.random(using: &generator)
                let seconds = isNear ? age % 7200 : age
                let isImpulse = Bool.random(using: &generator)
                if Int.random(in: 0..<3, using: &generator) == 0 {
                    lines.append("- {attempt: shop, ago: \(seconds)s}")
                    attempts += seconds < 3600 ? 1 : 0
                } else {
                    lines.append(
                        "- {unblock: shop, purpose: \(isImpulse ? "impulse" : "planned"), "
                            + "ago: \(seconds)s}")
                    unblocks.append((seconds, isImpulse))
                }
            }
            let ages = unblocks.map(\.age).sorted()
            let month = unblocks.filter { $0.age < 30 * 86400 }
            let midnight = 12 * 3600
            var holds = [
                "attempts.last_hour == \(attempts)",
                "unblocks.last_hour == \(ages.count { $0 < 3600 })",
                "unblocks.today == \(ages.count { $0 <= midnight })",
                "unblocks.last_30_days == \(month.count)",
                "int(unblocks.impulse_ratio * double(\(max(1, month.count))) + 0.5) "
                    + "== \(month.count(where: \.isImpulse))",
            ]
            if let last = ages.first {
                holds.append("unblocks.since_last == duration(\"\(last)s\")")
            }
            if ages.count > 1 {
                holds.append("unblocks.last_gap == duration(\"\(ages[1] - ages[0])s\")")
            }
            let trial = try Trial.case(
                "now: wed 2026-11-18 12:00\ngiven:\n  "
                    + (lines.isEmpty ? "[]" : lines.joined(separator: "\n  "))
                    + "\nexpect:\n  holds:\n"
                    + holds.map { "    - '\($0)'" }.joined(separator: "\n"))
            #expect(trial.text == "", "round \(round) of seed \(generator.seed)")
            #expect(trial.report.passed == 1)
        }
    }
}
