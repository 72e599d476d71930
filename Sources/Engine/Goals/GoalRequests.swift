import RuleModel

/// A person wants to save for something.
package struct AddGoal: Request {
    package typealias Reply = Goal
    let name: String
    let target: Money
    let by: Int?
    let isFromKept: Bool

    /// Why there is no such goal.
    package enum Refusal: Error, Hashable, Sendable {
        /// There are `Goal.most` goals.
        case tooManyGoals
    }

    package func perform(on engine: inout Engine) -> Response<Self> {
        guard engine.state.goals.count < Goal.most else { return .refused(.tooManyGoals) }
        let goal = Goal(
            id: engine.nextSequence, name: name, target: target, by: by, isFromKept: isFromKept,
            at: engine.now)
        engine.record(.goalAdded(goal))
        return .replied(goal)
    }
}

extension Request where Self == AddGoal {
    /// A person wants to save for something; a local day as days since 1970-01-01.
    package static func addGoal(name: String, target: Money, by: Int?, isFromKept: Bool) -> Self {
        Self(name: name, target: target, by: by, isFromKept: isFromKept)
    }
}

/// Why nothing becomes of a goal.
package enum GoalRefusal: Error, Hashable, Sendable {
    /// No goal of that number.
    case noSuchGoal(Int64)
}

/// A person saved something.
package struct ContributeToGoal: Request {
    package typealias Reply = Goal
    package typealias Refusal = GoalRefusal
    let goal: Int64
    let amount: Money

    package func perform(on engine: inout Engine) -> Response<Self> {
        Response(engine.record(GoalContribution(goal: goal, amount: amount)))
    }
}

extension Request where Self == ContributeToGoal {
    /// A person saved something.
    package static func contribute(goal: Int64, _ amount: Money) -> Self {
        Self(goal: goal, amount: amount)
    }
}

/// A person no longer saves for something.
package struct RemoveGoal: Request {
    package typealias Refusal = GoalRefusal
    let goal: Int64

    package func perform(on engine: inout Engine) -> Response<Self> {
        guard engine.state.goals.contains(where: { $0.id == goal }) else {
            return .refused(.noSuchGoal(goal))
        }
        engine.record(.goalRemoved(id: goal))
        return .replied(Done())
    }
}

extension Request where Self == RemoveGoal {
    /// A person no longer saves for something.
    package static func removeGoal(_ goal: Int64) -> Self { Self(goal: goal) }
}
