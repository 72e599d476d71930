import RuleFiles
import RuleModel
import Testing

@Suite struct UnblockTests {
    @Test func theDefaultsAreTheStandard() throws {
        #expect(try ruleSet("plan: premium").unblock == .standard)
        #expect(load("version: 1\nplan: premium", defaults: []).ruleSet?.unblock == .standard)
    }

    @Test func aFileChangesWhatItNamesAlone() throws {
        let unblock = try ruleSet(
            "unblock: {grant: 1h30m, wait: {impulse: 2m}, moods: [müde, \"on edge\"]}"
        ).unblock
        #expect(unblock.grant == .minutes(90))
        #expect(unblock.plannedWait == UnblockRules.standard.plannedWait)
        #expect(unblock.impulseWait == .minutes(2))
        #expect(unblock.moods == ["müde", "on edge"])
        #expect(unblock.categories == UnblockRules.standard.categories)
    }

    @Test(arguments: [
        ("10s", 10), ("15m", 900), ("1h30m", 5400), ("1h0m5s", 3605), ("24h", 86400), ("1d", 86400),
        ("90m", 5400), ("0h5m", 300),
    ])
    func lengths(written: String, seconds: Int64) throws {
        #expect(try ruleSet("unblock: {grant: \(written)}").unblock.grant == .seconds(seconds))
    }

    @Test(arguments: [
        ("15", "has no unit", "15m"), ("15 m", "is not a valid length of time", nil),
        ("1.5h", "is not a valid length of time", nil),
        ("30m1h", "is not a valid length of time", nil),
        ("1m1m", "is not a valid length of time", nil), ("m", "is not a valid length of time", nil),
        ("-5m", "is not a valid length of time", nil),
        ("1h30", "is not a valid length of time", nil),
        ("99999999999999999999s", "is not a valid length of time", nil),
        ("15M", "is not a valid length of time", nil),
        ("0s", "expected a length of time from 1s to 1d, found 0s", nil),
        (
            "25h",
            "expected a length of time from 1s to 1d, found 25h", nil
        ),
        ("999999999d", "expected a length of time from 1s to 1d", nil),
        ("[15m]", "expected a length of time such as 15m, 1h30m or 10s, found a list", nil),
    ])
    func whatIsNoLength(written: String, reason: String, meant: String?) throws {
        let first = try #require(load("unblock: {grant: \(written)}").diagnostics.first)
        #expect(first.message.contains(reason), "\(first)")
        #expect(first.suggestion == meant && first.column == 18)
    }

    @Test func waitsHaveLimitsAndListsAreNotEmpty() {
        #expect(
            lines(
                load(
                    "unblock: {wait: {planned: 0s, impulse: 3h, other: 1s}, moods: [], "
                        + "categories: [\" a\"]}"
                ))
                == [
                    "a.yaml:1:27: error: expected a length of time from 1s to 2h, found 0s",
                    "a.yaml:1:40: error: expected a length of time from 1s to 2h, found 3h",
                    "a.yaml:1:44: error: unknown key \"other\" in wait; the known keys are "
                        + "planned, impulse, each_further, at_most",
                    "a.yaml:1:63: error: the list of moods is empty",
                    "a.yaml:1:80: error: \" a\" is not a valid category or mood; use at most 40 "
                        + "characters, without spaces at the beginning or end",
                ])
    }

    @Test func waitsMayGrowUpToALimit() throws {
        let unblock = try ruleSet("unblock: {wait: {each_further: 15s, at_most: 5m}}").unblock
        #expect(unblock.eachFurther == .seconds(15) && unblock.longestWait == .minutes(5))
        #expect(unblock.plannedWait == UnblockRules.standard.plannedWait)
        #expect(
            lines(load("unblock: {wait: {each_further: 121m, at_most: 0s}}")) == [
                "a.yaml:1:32: error: expected a length of time from 0s to 2h, found 121m",
                "a.yaml:1:47: error: expected a length of time from 1s to 2h, found 0s",
            ])
    }

    @Test func anEmergencyWayIsOffUnlessAFileHasIt() throws {
        #expect(try ruleSet("unblock: {grant: 5m}").unblock.emergency == nil)
        let standard = try ruleSet("unblock: {emergency: {}}").unblock.emergency
        #expect(standard == EmergencyRules(count: 1, per: .month, wait: .minutes(15)))
        #expect(
            try ruleSet("unblock: {emergency: {count: 31, per: day, wait: 1s}}").unblock.emergency
                == EmergencyRules(count: 31, per: .day, wait: .seconds(1)))
    }

    @Test func anEmergencyWayHasLimits() {
        #expect(
            lines(load("unblock: {emergency: {count: 0, per: monthly, wait: 3h, of: 1}}")) == [
                "a.yaml:1:30: error: expected a number from 1 to 31, found 0",
                "a.yaml:1:38: error: expected day, week or month, found \"monthly\"; did you mean "
                    + "\"month\"?",
                "a.yaml:1:53: error: expected a length of time from 1s to 2h, found 3h",
                "a.yaml:1:57: error: unknown key \"of\" in emergency; the known keys are count, "
                    + "per, wait",
            ])
        #expect(
            lines(load("unblock: {emergency: 1}")) == [
                "a.yaml:1:22: error: expected a map with \"count:\", \"per:\" and \"wait:\", "
                    + "found \"1\""
            ])
    }

    @Test func aTargetHasWaitsAndAGrantOfItsOwn() throws {
        let targets = try ruleSet(
            """
            targets:
              feeds: {sites: [feeds.example], wait: {impulse: 1m}, grant: 5m}
              shop: {sites: [shop.example]}
            """
        ).targets
        #expect(targets[0].unblock == .init(impulseWait: .minutes(1), grant: .minutes(5)))
        #expect(targets[1].unblock == .init())
        #expect(
            lines(
                load(
                    "targets: {feeds: {sites: [feeds.example], "
                        + "wait: {planned: 0s, each_further: 1s}, grant: 25h}}")
            ) == [
                "a.yaml:1:59: error: expected a length of time from 1s to 2h, found 0s",
                "a.yaml:1:63: error: unknown key \"each_further\" in wait; the known keys are "
                    + "planned, impulse",
                "a.yaml:1:89: error: expected a length of time from 1s to 1d, found 25h",
            ])
    }

    @Test func aTargetSpendsUnlessItSaysNot() throws {
        let targets = try ruleSet(
            """
            targets:
              games: {sites: [games.example], spending: false}
              shop: {sites: [shop.example]}
            """
        ).targets
        #expect(targets.map(\.spends) == [false, true])
        #expect(
            lines(load("targets: {games: {sites: [games.example], spending: no}}")) == [
                "a.yaml:1:53: error: expected true or false, found \"no\"; did you mean \"false\"?"
            ])
    }

    @Test func keysThatNothingObeysYetAreRefused() {
        let known =
            "time_zone, targets, quiet_hours, check_ins, budgets, features, risk, "
            + "auto_protection, unblock, notifications, usage, keep, edits, debug, plans, plan"
        #expect(
            lines(load("unblock: {edits: 1}\ncolours: {}\nexports: {}")) == [
                "a.yaml:1:11: error: unknown key \"edits\" in unblock; the known keys are grant, "
                    + "wait, categories, moods, emergency",
                "a.yaml:2:1: error: unknown key \"colours\"; the known keys are \(known)",
                "a.yaml:3:1: error: unknown key \"exports\"; the known keys are \(known)",
            ])
    }
}
