import RuleFiles
import Testing

/// The events of a case, and the resulting decisions.
@Suite struct StepsOfACase {
    @Test func timeGoesOnByLengthsAndToTimes() throws {
        try Trial.case(
            """
            now: tue 2026-11-17 22:30
            then:
              - {after: 1h30m, expect: {holds: local.hour == 0 && local.weekday == 3}}
              - {at: "23:59:59", expect: {holds: local.hour == 23 && local.weekday == 3}}
              - {at: sat 01:00, expect: {holds: local.day == 21}}
              - {at: 2026-12-01 00:00, expect: {holds: local.day == 1}}
              - {at: 2026-12-01T00:00Z, expect: {holds: local.hour == 1}}
              - {after: 400d, expect: {holds: local.day == 5}}
            """
        ).expectPassed()
        try Trial.case(
            """
            now: tue 2026-11-17 22:30
            then:
              - {at: 2026-11-17 22:29, expect: {score: 1}}
              - {expect: {score: 1}}
            """
        ).expectFailed(
            "6:14: error: this time is in the past: the case has already reached Tue 2026-11-17 "
                + "22:30")
    }

    @Test func pathsAndWhatIsLeftOut() throws {
        let rules = """
            targets:
              tube: {sites: [tube.example], except_sites: [work.tube.example, tube.example/course]}
              shorts: {sites: [tube.example/shorts]}
            quiet_hours:
              nights: {block: [tube, shorts], ranges: [{time: "22:00-06:00"}]}
            budgets:
              shorts: {target: shorts, limit: 5m}

            """
        try Trial(
            """
            time_zone: UTC
            cases:
              - name: a
                now: tue 2026-11-17 12:00
                then:
                  - {use: tube.example, for: 10m, expect: {open: [shorts]}}
                  - {use: m.tube.example/shorts/x, for: 4m, expect: {open: [shorts]}}
                  - {use: tube.example/course, for: 4m, expect: {refused: not_tracked}}
                  - {use: tube.example/%73horts, for: 1m, expect: {blocked: [shorts]}}
                  - at: "22:00"
                    unblock: work.tube.example
                    expect: {blocked: [tube, shorts], refused: not_blocked}
                  - {unblock: tube.example/course/1, expect: {refused: not_blocked}}
                  - {unblock: tube.example/shorts, expect: {open: [tube, shorts]}}
            """, rules: rules
        ).expectPassed()
        try Trial(
            "cases: [{name: a, now: 2026-11-17 12:00, then: [{attempt: tube.example/x}]}]",
            rules: "targets: {shorts: {sites: [tube.example/shorts]}}"
        ).expectFaulty(
            "1:59: error: the rules have no target, site or app \"tube.example/x\"; did you mean "
                + "\"tube.example/shorts\"?")
    }

    @Test func theNightsOnWhichClocksChange() throws {
        try Trial.case(
            """
            now: sat 2026-10-24 23:00
            expect: {blocked: {shop: {until: sun 06:00}}}
            then:
              - {at: 02:30+02:00, expect: {holds: local.hour == 2}}
              - {at: 02:30+01:00, expect: {holds: local.hour == 2, features: {late: false}}}
              - {after: 3h30m, expect: {open: [shop]}}
            """
        ).expectPassed()
        try Trial.case(
            """
            now: sat 2026-10-24 23:00
            then: [{at: "02:30", expect: {score: 0}}]
            """
        ).expectFailed(
            "5:17: error: clocks in Europe/Berlin show 02:30 twice on 2026-10-25; write "
                + "02:30+02:00 or 02:30+01:00")
        try Trial.case(
            """
            now: sun 2026-10-25 02:45+02:00
            then: [{at: "02:30", expect: {holds: now == timestamp("2026-10-25T01:30:00Z")}}]
            """
        ).expectPassed()
        try Trial.case(
            """
            now: sat 2026-03-28 23:00
            expect: {blocked: {shop: {until: sun 06:00}}}
            then: [{at: 2026-03-29 02:30, expect: {score: 0}}]
            """
        ).expectFailed(
            "6:17: error: clocks in Europe/Berlin never show 02:30 on 2026-03-29, because "
                + "they skip that time when they go forward")
    }

    @Test func decisionsInTheirOrder() throws {
        try Trial.case(
            """
            now: mon 2026-11-16 05:00
            then:
              - at: "23:00"
                expect:
                  decisions:
                    - {at: "05:00", block: shop, until: "06:00", by: [quiet_hours.nights]}
                    - {at: "06:00", unblock: shop}
                    - {at: "08:00", block: feeds, until: "12:00", by: [quiet_hours.lessons]}
                    - {at: "12:00", unblock: feeds}
                    - {at: "22:00", block: shop}
              # Of the targets that are named, since the last time.
              - at: tue 08:30
                expect: {decisions: [{block: feeds}]}
              - {at: tue 12:00, expect: {decisions: [{at: "06:00", unblock: shop}]}}
            """
        ).expectPassed()
        try Trial.case(
            """
            now: wed 2026-11-18 13:00
            expect: {decisions: []}
            then: [{at: "21:59", expect: {decisions: []}}, {at: "22:00", expect: {decisions: []}}]
            """
        ).expectFailed(
            "6:86: error: expected no decision, got Wed 2026-11-18 22:00 block shop, until "
                + "Thu 2026-11-19 06:00, by quiet_hours.nights")
    }

    @Test func decisionsThatCameOutOtherwise() throws {
        func failure(_ decisions: String) throws -> Trial {
            try Trial.case(
                """
                now: wed 2026-11-18 21:00
                then: [{at: thu 07:00, expect: {decisions: [\(decisions)]}}]
                """)
        }
        try failure("{block: shop}, {unblock: shop}").expectPassed()
        try failure("{block: shop, at: \"22:30\"}, {unblock: shop}").expectFailed(
            "5:67: error: expected the decision \"block shop\" at Wed 2026-11-18 22:30, but it "
                + "came at Wed 2026-11-18 22:00")
        try failure("{block: shop, until: \"06:30\"}").expectFailed(
            "5:70: error: expected shop to be blocked until Thu 2026-11-19 06:30, got "
                + "Thu 2026-11-19 06:00")
        try failure("{block: shop, by: [budgets.feeds]}").expectFailed(
            "5:67: error: expected shop to be blocked by budgets.feeds, got quiet_hours.nights")
        try failure("{update: shop}, {unblock: shop}").expectFailed(
            "5:49: error: expected the decision \"update shop\", got Wed 2026-11-18 22:00 block "
                + "shop, until Thu 2026-11-19 06:00, by quiet_hours.nights")
        let surplus = try failure("{block: shop}")
        surplus.expectFailed(
            "5:48: error: expected no further decision, got Thu 2026-11-19 06:00 unblock shop")
        #expect(
            surplus.text.split(separator: "\n").filter { $0.contains("note: decided") } == [
                "a.test.yaml:5:48: note: decided: Wed 2026-11-18 22:00 block shop, until "
                    + "Thu 2026-11-19 06:00, by quiet_hours.nights",
                "a.test.yaml:5:48: note: decided: Thu 2026-11-19 06:00 unblock shop",
            ])
    }

    @Test func theWholeConversation() throws {
        try Trial.case(
            """
            now: wed 2026-11-18 22:30
            then:
              - {attempt: www.shop.example, times: 3, every: 1m, expect: {
                  holds: attempts.last_hour == 3, prompts: [blocked_opened, check_in]}}
              - {request: org.example.Shop, purpose: planned, category: gift, amount: "12.50 EUR",
                  minutes: 5, expect: {wait: 20s, prompts: [check_in]}}
              - {keep: org.example.Shop, expect: {holds: kept.today == 1}}
              - {keep: shop, mood: bored, purpose: impulse, expect: {
                  holds: kept.today == 2 && mood.last == "bored"}}
              - {unblock: shop, mood: sad, amount: "7.5", expect: {
                  open: [shop], holds: amount.today == 7.5 && mood.last == "sad"}}
              - {confirm: shop, expect: {refused: request_over}}
              - {after: 15m, expect: {blocked: [shop]}}
              - {request: shop, expect: {}}
              - {after: 10s, confirm: shop, expect: {refused: intent_needed}}
              - {request: shop, purpose: impulse, expect: {wait: 20s}}
              - {after: 20s, confirm: shop, expect: {open: [shop]}}
            """
        ).expectPassed()
    }

    private static let wayOut = """
        unblock: {emergency: {count: 1, per: month, wait: 10m}}

        """

    @Test func emergenciesOpenWhatIsStrict() throws {
        try Trial.case(
            """
            now: wed 2026-11-18 09:00
            then:
              - {unblock: feeds, expect: {refused: strict, refused_until: "12:00"}}
              - {request: feeds, purpose: planned, emergency: true, expect: {wait: 10m}}
              - {after: 9m, confirm: feeds, expect: {refused: wait_not_over}}
              - {after: 1m, confirm: feeds, expect: {open: {feeds: {until: "09:25"}}}}
              - {at: "09:25", expect: {blocked: {feeds: {until: "12:00", strict: true}}}}
              - {unblock: feeds, emergency: false, expect: {refused: strict}}
              - {request: feeds, emergency: true, expect: {
                  refused: emergency_used, refused_until: 2026-12-01 00:00}}
              - {at: 2026-12-01 08:00, unblock: feeds, emergency: true, minutes: 5, expect: {
                  open: {feeds: {until: "08:15"}}}}
            """, rules: Self.wayOut
        ).expectPassed()
        try Trial.case(
            """
            now: wed 2026-11-18 09:00
            then: [{unblock: feeds, emergency: true, expect: {refused_until: "12:01"}}]
            """, rules: Self.wayOut
        ).expectFailed(
            "5:70: error: expected Soteria to refuse this step (strict or emergency_used), "
                + "got no refusal")
    }

    /// Nothing else does: not without the way out, and never through a strict check-in.
    @Test func emergenciesThatOpenNothing() throws {
        try Trial.case(
            """
            now: wed 2026-11-18 09:00
            then: [{unblock: feeds, emergency: true, expect: {
                refused: strict, refused_until: "12:00"}}]
            """
        ).expectPassed()
        try Trial(
            """
            time_zone: UTC
            cases:
              - name: a
                now: wed 2026-11-18 09:00
                then:
                  - {check_in: gate, answer: no}
                  - {unblock: shop, emergency: true, expect: {
                      refused: strict, refused_until: thu 04:00}}
            """,
            rules: """
                targets: {shop: {sites: [shop.example]}}
                check_ins: {gate: {question: "Ready?", on_no: {block: [shop]}}}
                \(Self.wayOut)
                """
        ).expectPassed()
        try Trial.case("now: 2026-11-18 09:00\nthen: [{keep: feeds, emergency: true, expect: {}}]")
            .expectFaulty(
                "5:26: error: unknown key \"emergency\" in \"keep\"; the known keys are keep, "
                    + "purpose, category, mood, amount, after, at, times, every, expect")
    }

    @Test func protectionsSwitchesSessionsAndJourneys() throws {
        try Trial.case(
            """
            now: wed 2026-11-18 20:00
            then:
              - {protect: all, for: 1h, expect: {blocked: {shop: {until: "21:00"}, feeds: {
                  by: [manual_protection], strict: false}}}}
              - {protect: shop, for: 2h, strict: true, expect: {blocked: {shop: {strict: true}}}}
              - {unblock: shop, expect: {refused: strict, refused_until: "22:00"}}
              - {at: "22:30", switch_off: quiet_hours.nights, expect: {
                  open: [shop], factors: {quiet_hours_off: true}}}
              - {switch_on: quiet_hours.nights, expect: {blocked: [shop]}}
              - {switch_off: targets.shop, expect: {open: [shop]}}
              - {switch_on: targets.shop, expect: {blocked: [shop]}}
              - {session: locked, expect: {holds: session.locked && session.idle}}
              - {session: idle, expect: {holds: session.idle && !session.locked}}
              - {session: active, expect: {holds: "!session.idle && !session.locked"}}
              - {travel: America/New_York, expect: {holds: local.hour == 16}}
              # The night that runs stays; New York's begins at 04:00 in Berlin and follows on it.
              - {expect: {blocked: {shop: {until: thu 12:00}}}}
            """
        ).expectPassed()
    }

    @Test func useIsCounted() throws {
        try Trial.case(
            """
            now: wed 2026-11-18 15:00
            then:
              - {use: feeds.example, for: 29m59s, expect: {open: [feeds]}}
              - {use: feeds, for: 1s, expect: {blocked: {feeds: {by: [budgets.feeds]}}}}
              - {expect: {holds: local.minute == 30 && budgets.feeds.left == duration("0s")}}
            """
        ).expectPassed()
    }

    @Test func zonesOfFilesAndCases() throws {
        let trial = try Trial(
            """
            time_zone: Asia/Tokyo
            cases:
              - name: The file's
                now: 2026-11-18 12:00
                expect: {holds: now == timestamp("2026-11-18T03:00:00Z")}
              - name: The case's own
                time_zone: America/New_York
                now: 2026-11-18 12:00
                expect: {holds: now == timestamp("2026-11-18T17:00:00Z")}
            """)
        trial.expectPassed()
        #expect(trial.report.passed == 2)
        // Without either: the rules' own, else universal time.
        let plain = """
            cases:
              - {name: A, now: 2026-11-18 12:00, expect: {
                  holds: "local.hour == 12 && now == timestamp('2026-11-18T\\(time):00Z')"}}
            """
        try Trial(plain.replacing("\\(time)", with: "12:00")).expectPassed()
        try Trial(
            plain.replacing("\\(time)", with: "11:00"),
            rules: "time_zone: Europe/Paris\n" + Trial.rules
        ).expectPassed()
    }
}
