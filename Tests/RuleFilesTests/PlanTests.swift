import RuleFiles
import RuleModel
import Testing

@Suite struct PlanTests {
    private let two = """
        targets:
          b: {sites: [b1.com, b2.com]}
          a: {sites: [a1.com, a2.com], apps: [x.y]}
        quiet_hours:
          z: {block: [a, b], ranges: [{time: "22:00-06:00"}]}
          y: {block: [b], ranges: [{time: "22:00-06:00"}]}
          x: {block: [a], ranges: [{time: "22:00-06:00"}]}

        """

    @Test func premiumHasNoLimits() throws {
        let set = try ruleSet(two)
        #expect(set.plan == .premium)
        #expect(set.targets.count == 2 && set.quietHours.count == 3)
    }

    @Test func freeKeepsTheFirstByKeyAndWarns() throws {
        let loading = load(two + "plan: free\n")
        #expect(
            lines(loading) == [
                "a.yaml:2:3: warning: the plan \"free\" allows 1 site or app; \"b1.com\" "
                    + "and 1 more are "
                    + "not in force; see: soteria plan",
                "a.yaml:3:3: warning: the plan \"free\" allows 1 site or app; \"a2.com\" "
                    + "and 1 more are "
                    + "not in force; see: soteria plan",
                "a.yaml:5:3: warning: the plan \"free\" allows 1 schedule; \"z\" is not in force; "
                    + "see: soteria plan",
            ])
        let set = try #require(loading.ruleSet)
        #expect(
            set.plan
                == Plan(
                    key: "free", entries: 1, schedules: 1, autoProtections: 0,
                    metrics: [.today, .thisWeek], hasPredictiveAlerts: false, hasExport: false,
                    canEditSchedules: false))
        #expect(set.autoProtections.isEmpty)
        #expect(set.targets.map(\.key) == ["a"])
        #expect(set.targets[0].sites == ["a1.com"] && set.targets[0].apps.isEmpty)
        #expect(set.quietHours.map(\.key) == ["x"])
        // Omitted entries come back with the plan: the texts keep them.
        #expect(set.sources.last?.text.contains("b2.com") == true)
    }

    @Test func limitsAreData() throws {
        let loading = load(two + "plans: {mine: {entries: 4, schedules: 2}}\nplan: mine\n")
        #expect(loading.errors == 0 && loading.warnings == 2)
        let set = try #require(loading.ruleSet)
        #expect(set.targets.map(\.sites) == [["a1.com", "a2.com"], ["b1.com"]])
        #expect(set.quietHours.map(\.key) == ["x", "y"])
    }

    @Test func plansAreChecked() {
        #expect(
            lines(
                load("plans: {free: {sites: 3, entries: -1, schedules: 1.5}, x: 3}\nplan: premum"))
                == [
                    "a.yaml:1:16: error: unknown key \"sites\" in plan \"free\"; the known keys "
                        + "are entries, schedules, auto_protections, metrics, predictive_alerts, "
                        + "export, edit_schedules",
                    "a.yaml:1:35: error: expected a whole number, found \"-1\"",
                    "a.yaml:1:50: error: expected a whole number, found \"1.5\"",
                    "a.yaml:1:59: error: expected a map of limits, or {} for no limits, found "
                        + "\"3\"",
                    "a.yaml:2:7: error: there is no plan \"premum\"; did you mean \"premium\"?",
                ])
    }

    @Test func aLimitBeyondReasonIsRefused() {
        #expect(
            lines(load("plans: {free: {entries: 99999999999999999999}}")) == [
                "a.yaml:1:25: error: expected a number from 0 to 1000000, found "
                    + "99999999999999999999"
            ])
    }

    private let guards = """
        targets: {a: {sites: [a.com]}}
        auto_protection:
          z: {when: unblocks.today > 3, block: [a]}
          b: {when: unblocks.today > 3, block: [a]}
          a: {when: unblocks.today > 3, block: [a]}

        """

    @Test func freeProtectsByItselfNever() throws {
        let loading = load(guards + "plan: free\n")
        // The shipped rule is not in force, either, and nobody wrote it.
        #expect(
            lines(loading) == [
                "a.yaml:3:3: warning: the plan \"free\" allows 0 auto-protections; \"z\" is not in "
                    + "force; see: soteria plan",
                "a.yaml:4:3: warning: the plan \"free\" allows 0 auto-protections; \"b\" is not in "
                    + "force; see: soteria plan",
                "a.yaml:5:3: warning: the plan \"free\" allows 0 auto-protections; \"a\" is not in "
                    + "force; see: soteria plan",
            ])
        #expect(try #require(loading.ruleSet).autoProtections.isEmpty)
        #expect(load("plan: free\n").rendered(color: false) == "")
        #expect(try #require(load("plan: free\n").ruleSet).autoProtections.isEmpty)
    }

    @Test func aShippedRuleThatIsChangedIsMissed() {
        #expect(
            lines(load("plan: free\nauto_protection: {high_risk: {strict: true}}\n")) == [
                "a.yaml:2:19: warning: the plan \"free\" allows 0 auto-protections; "
                    + "\"high_risk\" is not in force; see: soteria plan"
            ])
    }

    @Test func theFirstRulesByKeyStay() throws {
        for (limit, kept) in [(1, ["a"]), (2, ["a", "b"]), (3, ["a", "b", "high_risk"])] {
            let loading = load(
                guards + "plans: {mine: {auto_protections: \(limit)}}\nplan: mine\n")
            #expect(try #require(loading.ruleSet).autoProtections.map(\.key) == kept)
            #expect(loading.warnings == 3 - min(limit, 2))
        }
        let all = load(guards + "plans: {mine: {auto_protections: 4}}\nplan: mine\n")
        #expect(all.rendered(color: false) == "")
        #expect(try #require(all.ruleSet).autoProtections.count == 4)
    }

    @Test func aRuleWhoseTargetsAreAllLeftOutGoesWithThem() throws {
        let loading = load(
            """
            targets: {a: {sites: [a.com]}, b: {sites: [b.com]}}
            auto_protection:
              both: {when: unblocks.today > 3, block: [b, a]}
              gone: {when: unblocks.today > 3, block: [b]}
              rest: {when: unblocks.today > 3}
            plans: {mine: {entries: 1}}
            plan: mine
            """)
        #expect(
            lines(loading) == [
                "a.yaml:1:32: warning: the plan \"mine\" allows 1 site or app; \"b.com\" is not in "
                    + "force; see: soteria plan"
            ])
        let rules = try #require(loading.ruleSet).autoProtections
        #expect(rules.map(\.key) == ["both", "high_risk", "rest"])
        #expect(rules.map(\.targets) == [["a"], nil, nil])
    }

    @Test func aLimitOfAutoProtectionsIsAWholeNumber() {
        #expect(
            lines(load("plans: {free: {auto_protections: no}}\nplan: free")) == [
                "a.yaml:1:34: error: expected a whole number, found \"no\""
            ])
    }
}
