import API

extension Example {
    static func budgets() throws -> [Example] {
        try [
            Example(
                BudgetsAPI.List.self, interface: BudgetsAPI.interface, parameters: [.init()],
                replies: [.init(budgets: [Sample.budget]), .init(budgets: [])])
        ]
    }
}

extension Sample {
    static let budget = BudgetsAPI.Budget(
        budget: "social", name: "Social media", target: "social", limit: 2700, used: 720,
        left: 1980, per: .day, resets: "04:00", from: "2026-11-21T04:00:00+01:00",
        until: "2026-11-22T04:00:00+01:00", reached: false, strict: false, days: [.sat, .sun],
        counts: true, grantedUntil: "2026-11-21T22:45:00+01:00")
}
