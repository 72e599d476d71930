import API

@testable import Dashboard

/// Goals for tests.
enum GoalsSamples {
    static func goal(
        _ number: Int, _ name: String = "A bicycle", saved: String = "120.00",
        left: String = "480.00", thousandths: Int = 200, by: String? = nil, late: Bool? = nil,
        reachedAt: String? = nil, fromKept: Bool = false, contributions: Int = 3,
        currency: String = "EUR"
    ) -> GoalsAPI.Goal {
        GoalsAPI.Goal(
            goal: number, name: name, target: "600.00", currency: currency, saved: saved,
            left: left, progress: FixedPoint(thousandths: thousandths), by: by, late: late,
            fromKept: fromKept, reached: reachedAt != nil, reachedAt: reachedAt,
            addedAt: "2026-11-01T10:00:00+01:00", contributions: contributions)
    }

    /// One under way, one late, one reached, and one that takes kept impulses.
    static let several = [
        goal(
            3, "A journey", saved: "600.00", left: "0.00", thousandths: 1000, by: "2027-05-01",
            late: false, reachedAt: "2026-11-20T22:00:00+01:00", contributions: 12),
        goal(4, by: "2027-05-01", late: false),
        goal(5, "New glasses", by: "2026-11-01", late: true, contributions: 1),
        goal(
            9, "Piano", saved: "0.00", left: "600.00", thousandths: 0, fromKept: true,
            contributions: 0, currency: "CHF"),
    ]
}

extension CannedDaemon {
    /// A daemon that has these goals and takes whatever is asked.
    static func goals(_ goals: [GoalsAPI.Goal]) -> CannedDaemon {
        CannedDaemon()
            .on(GoalsAPI.List.self) { _ in .init(goals: goals) }
            .on(GoalsAPI.Add.self) { .init(goal: GoalsSamples.goal(10, $0.name)) }
            .on(GoalsAPI.Contribute.self) { .init(goal: GoalsSamples.goal($0.goal)) }
            .on(GoalsAPI.Remove.self) { _ in .init() }
    }
}
