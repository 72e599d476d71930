import RuleFiles
import RuleModel
import Testing

/// Limits of a plan other than counts.
@Suite struct PlanAllowanceTests {
    @Test func theShippedPlans() throws {
        let premium = try ruleSet("plan: premium").plan
        #expect(Plan.MetricsRange.allCases.allSatisfy { premium.allows($0) })
        #expect(premium.hasPredictiveAlerts && premium.hasExport && premium.canEditSchedules)
        let free = try #require(load("plan: free").ruleSet).plan
        #expect(
            Plan.MetricsRange.allCases.filter { free.allows($0) }.map(\.rawValue) == [
                "today", "this_week",
            ])
        #expect(!free.hasPredictiveAlerts && !free.hasExport && !free.canEditSchedules)
    }

    @Test func whatIsLeftOutIsAllowed() throws {
        let plan = try ruleSet("plans: {mine: {metrics: [all, custom, this_month]}}\nplan: mine")
            .plan
        #expect(plan.metrics == [.all, .custom, .thisMonth])
        #expect(plan.entries == nil && plan.hasExport && plan.canEditSchedules)
        let changed = try #require(
            load("plans: {free: {export: true, metrics: null}}\nplan: free").ruleSet
        ).plan
        #expect(changed.hasExport && changed.metrics == nil && !changed.hasPredictiveAlerts)
    }

    @Test func mistakes() {
        #expect(
            lines(
                load(
                    """
                    plans:
                      a: {metrics: [todya, "", year], export: no}
                      b: {metrics: [], edit_schedules: 1, predictive_alert: false}
                      c: {metrics: today, export: [false]}
                      d: {metrics: [all, all]}
                    """)) == [
                    "a.yaml:2:17: error: there is no time range \"todya\"; the time ranges are "
                        + "today, this_week, this_month, all, custom; did you mean \"today\"?",
                    "a.yaml:2:24: error: there is no time range \"\"; the time ranges are today, "
                        + "this_week, this_month, all, custom",
                    "a.yaml:2:28: error: there is no time range \"year\"; the time ranges are "
                        + "today, this_week, this_month, all, custom",
                    "a.yaml:2:43: error: expected true or false, found \"no\"; did you mean "
                        + "\"false\"?",
                    "a.yaml:3:16: error: the list of ranges is empty",
                    "a.yaml:3:36: error: expected true or false, found \"1\"; did you mean "
                        + "\"true\"?",
                    "a.yaml:3:39: error: unknown key \"predictive_alert\" in plan \"b\"; did you "
                        + "mean \"predictive_alerts\"?",
                    "a.yaml:4:16: error: expected a list of ranges, found \"today\"; did you mean "
                        + "\"[today]\"?",
                    "a.yaml:4:31: error: expected true or false, found a list",
                    "a.yaml:5:22: warning: \"all\" appears twice in the list",
                ])
    }

    @Test func whatAPlanLeavesOutIsNeitherHeldNorCounted() throws {
        let loading = load(
            """
            targets: {a: {sites: [a.com]}, b: {sites: [b.com]}}
            check_ins:
              both: {question: Both?, blocks: [a, b], on_no: {block: [b]}}
              gone: {question: Gone?, blocks: [b]}
            budgets:
              a: {target: a, limit: 1h}
              b: {target: b, limit: 1h}
            features: {used: "usage.b.today > usage.a.today || budgets.b.left < duration('5m')"}
            risk: {factors: {much: {weight: 0.1, when: used}}}
            plan: free
            """)
        #expect(
            lines(loading) == [
                "a.yaml:1:32: warning: the plan \"free\" allows 1 site or app; \"b.com\" is not in "
                    + "force; see: soteria plan"
            ])
        let set = try #require(loading.ruleSet)
        #expect(set.budgets.map(\.key) == ["a"])
        // The questions are asked all the same.
        #expect(set.checkIns.map(\.key) == ["both", "gone"])
        #expect(set.checkIns.map(\.blocks) == [["a"], []])
        #expect(set.checkIns.allSatisfy { $0.onNo.block.isEmpty })
    }
}
