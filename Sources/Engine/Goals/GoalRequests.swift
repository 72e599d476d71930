import RuleModel

/// Adds a goal.
package struct AddGoal: Request {
    package typealias Reply = Goal
    let name: String
    let target: Money
    /// A local day, as days since 1970-01-01.
    let by: Int?
    let isFromKept: Bool

    package enum Refusal: Error, Hashable, Sendable {
        case tooManyGoals
    }

    package func perform(on engine: inout Engine) -> Response<Self> {
        guard engine.state.goals.count < Goal.most else { return .refused(.tooManyGoals) }
        let goal = Goal(
            id: engine.nextSequence, name: name, target: target, by: by, isFromKept: isFromKept,
            at: engine.now)
        return engine.propose(.goalAdded(goal)) { engine in
            // Another goal may have been on its way to the disk.
            engine.state.goals.contains { $0.id == goal.id }
                ? .replied(goal) : .refused(.tooManyGoals)
        }
    }
}

extension Request where Self == AddGoal {
    package static func addGoal(name: String, target: Money, by: Int?, isFromKept: Bool) -> Self {
        Self(name: name, target: target, by: by, isFromKept: isFromKept)
    }
}

package enum GoalRefusal: Error, Hashable, Sendable {
    case noSuchGoal(Int64)
}

/// Adds an amount to a goal.
package struct ContributeToGoal: Request {
    package typealias Reply = Goal
    package typealias Refusal = GoalRefusal
    let goal: Int64
    let amount: Money

    package func perform(on engine: inout Engine) -> Response<Self> {
        let id = goal
        guard engine.state.goals.contains(where: { $0.id == id }) else {
            return .refused(.noSuchGoal(id))
        }
        return engine.propose(.goalContributed(GoalContribution(goal: id, amount: amount))) {
            // The goal may have been removed in the meantime.
            $0.state.goals.first { $0.id == id }.map { .replied($0) } ?? .refused(.noSuchGoal(id))
        }
    }
}

extension Request where Self == ContributeToGoal {
    package static func contribute(goal: Int64, _ amount: Money) -> Self {
        Self(goal: goal, amount: amount)
    }
}

package struct RemoveGoal: Request {
    package typealias Refusal = GoalRefusal
    let goal: Int64

    package func perform(on engine: inout Engine) -> Response<Self> {
        guard engine.state.goals.contains(where: { $0.id == goal }) else {
            return .refused(.noSuchGoal(goal))
        }
        return engine.propose(.goalRemoved(id: goal)) { _ in .replied(Done()) }
    }
}

extension Request where Self == RemoveGoal {
    package static func removeGoal(_ goal: Int64) -> Self { Self(goal: goal) }
}

extension Engine {
    /// Credits the amounts of kept impulses whose episodes can no longer change.
    mutating func creditGoals() {
        guard !state.goals.isEmpty, !state.episodes.all.isEmpty else { return }
        for group in state.episodes.settled(at: clock.last) {
            guard let contribution = state.contribution(from: group) else { continue }
            record(.goalContributed(contribution))
        }
    }
}
