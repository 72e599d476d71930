/// Saving towards goals.
extension Engine {
    mutating func add(_ name: String, _ target: Money, by: Int?, isFromKept: Bool) -> Answer {
        guard state.goals.count < Goal.most else { return .refused(.tooManyGoals) }
        let goal = Goal(
            id: nextSequence, name: name, target: target, by: by, isFromKept: isFromKept, at: now)
        record(.goalAdded(goal))
        return .goal(goal)
    }

    mutating func contribute(_ id: Int64, _ amount: Money) -> Answer {
        record(GoalContribution(goal: id, amount: amount))
    }

    mutating func remove(goal id: Int64) -> Answer {
        guard state.goals.contains(where: { $0.id == id }) else {
            return .refused(.noSuchGoal(id))
        }
        record(.goalRemoved(id: id))
        return .changed
    }

    /// Credits the estimated amount of an impulse that was kept to the oldest goal that takes it.
    mutating func credit(_ request: UnblockRequest) {
        guard let intent = request.intent, intent.purpose == .impulse,
            let amount = intent.amount, amount.thousandths > 0
        else { return }
        let goal = state.goals.first { goal in
            goal.isFromKept && goal.reachedAt == nil
                && (amount.currency == nil || amount.currency == goal.target.currency)
        }
        guard let goal else { return }
        _ = record(GoalContribution(goal: goal.id, amount: amount, request: request.id))
    }

    private mutating func record(_ contribution: GoalContribution) -> Answer {
        guard state.goals.contains(where: { $0.id == contribution.goal }) else {
            return .refused(.noSuchGoal(contribution.goal))
        }
        record(.goalContributed(contribution))
        guard let goal = state.goals.first(where: { $0.id == contribution.goal }) else {
            return .refused(.noSuchGoal(contribution.goal))
        }
        return .goal(goal)
    }
}
