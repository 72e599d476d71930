import RuleFiles
import Testing

@testable import soteria

/// The plan, its limits and the way to another one.
@Suite struct PlanCommandTests {
    private static let plans = """
        version: 1
        plans:
          free: {entries: 1, schedules: 1, edit_schedules: false, auto_protections: 0,
            metrics: [this_week, today], predictive_alerts: false, export: false}
          premium: {}
        """

    @Test func aPlanIsShownWithItsLimits() throws {
        let rules = try FakeRules(["10-plans.yaml": Self.plans + "\nplan: free\n"])
        let run = try rules.run("plan")
        #expect(run.status == 0, "\(run.error)")
        #expect(
            run.output.hasPrefix(
                """
                Your plan: free
                  Sites and apps             1
                  Schedules                  1
                  Edit and remove schedules  no
                  Auto-protections           0
                  Figures                    today, this week
                  Alerts of risky hours      no
                  Export                     no


                """), "\(run.output)")
        #expect(
            run.unwrappedOutput.contains(
                "To change the plan, change \(rules.directory)/10-plans.yaml:6 to "
                    + "\"plan: premium\"."))
        #expect(run.unwrappedOutput.contains("there is no account"))
        #expect(rules.fetches == 1)
    }

    @Test func withoutAChoiceAFileIsNamed() throws {
        let rules = try FakeRules(["90-tools.yaml": Self.plans])
        let run = try rules.run("plan")
        #expect(run.output.contains("  Sites and apps             no limit\n"), "\(run.error)")
        #expect(run.output.contains("  Figures                    all\n"))
        #expect(
            run.unwrappedOutput.contains(
                "write \"plan: free\" into \(rules.directory)/10-plan.yaml."))
    }

    @Test func programsReadTheLimits() throws {
        let rules = try FakeRules(["10-plans.yaml": Self.plans + "\nplan: free\n"])
        let run = try rules.run("plan", "--json")
        for part in [
            #""plan":"free""#, #""entries":1"#, #""editSchedules":false"#,
            #""metrics":["today","this_week"]"#, #""otherPlans":["premium"]"#,
        ] {
            #expect(run.output.contains(part), "\(run.output)")
        }
    }

    @Test func limitsThatCannotBeReadAreTold() throws {
        let run = try FakeRules().run("plan")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("Your plan: premium\nThe limits of the plan cannot be read"))
    }
}
