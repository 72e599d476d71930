/// Saving towards goals.
extension Engine {
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

    mutating func record(_ contribution: GoalContribution) -> Result<Goal, GoalRefusal> {
        guard state.goals.contains(where: { $0.id == contribution.goal }) else {
            return .failure(.noSuchGoal(contribution.goal))
        }
        record(.goalContributed(contribution))
        guard let goal = state.goals.first(where: { $0.id == contribution.goal }) else {
            return .failure(.noSuchGoal(contribution.goal))
        }
        return .success(goal)
    }
}
