import API
import Varlink

extension Example {
    static func goals() throws -> [Example] {
        let name = GoalsAPI.interface
        return try [
            Example(
                GoalsAPI.List.self, interface: name, parameters: [.init()],
                replies: [.init(goals: [Sample.goal, Sample.bareGoal]), .init(goals: [])]),
            Example(
                GoalsAPI.Add.self, interface: name,
                parameters: [
                    .init(
                        name: "A bicycle", target: "800", currency: "EUR", by: "2027-05-01",
                        fromKept: true),
                    .init(name: "A bicycle", target: "800", currency: "EUR"),
                ],
                replies: [.init(goal: Sample.goal), .init(goal: Sample.bareGoal)]),
            Example(
                GoalsAPI.Contribute.self, interface: name,
                parameters: [.init(goal: 71, amount: "49.90")],
                replies: [.init(goal: Sample.goal)]),
            Example(
                GoalsAPI.Remove.self, interface: name, parameters: [.init(goal: 71)],
                replies: [.init()]),
        ]
    }
}

extension Sample {
    static let goal = GoalsAPI.Goal(
        goal: 71, name: "A bicycle", target: "800.00", currency: "EUR", saved: "800.00",
        left: "0.00", progress: FixedPoint(thousandths: 1000), by: "2027-05-01", late: false,
        fromKept: true, reached: true, reachedAt: later, addedAt: now, contributions: 12)
    static let bareGoal = GoalsAPI.Goal(
        goal: 72, name: "A journey", target: "1500.00", currency: "CHF", saved: "1.00",
        left: "1499.00", progress: FixedPoint(thousandths: 1), fromKept: false, reached: false,
        addedAt: now, contributions: 1)

    /// The errors of `org.soteria.goals`, in the order of its file.
    static let goalErrors: [any TypedError] = [
        GoalsAPI.NoSuchGoal(goal: 7),
        GoalsAPI.InvalidName(name: "", problem: "a name is not empty"),
        GoalsAPI.InvalidAmount(amount: "1e9", problem: "that is no decimal number"),
        GoalsAPI.InvalidDate(date: "2026-02-30", problem: "there is no such day"),
        GoalsAPI.TooMany(maximum: 100), GoalsAPI.StoreUnavailable(reason: "the disk is full"),
    ]
}
