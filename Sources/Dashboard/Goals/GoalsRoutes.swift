import API

/// The goals that the person saves for.
enum GoalsRoutes {
    static let routes: [Route] = [
        Route(.get, "goals") { context, _ in try page(context) },
        Route(.post, "goals") { context, _ in try add(context) },
        Route(.post, "goals/:goal/contribute") { try contribute($0, try number($1)) },
        // Where a form came back with an error, its address is asked for when it is loaded again.
        Route(.get, "goals/:goal/contribute") { _, _ in .redirect("goals") },
        Route(.get, "goals/:goal/remove") { try removal($0, try goal($1, $0)) },
        Route(.post, "goals/:goal/remove") { try remove($0, try goal($1, $0)) },
    ]

    // MARK: The list

    private static func page(
        _ context: PageContext, adding: GoalDraft? = nil, contributing: Contribution? = nil
    ) throws -> PageResponse {
        let goals = try context.daemon.call(GoalsAPI.List.self).goals
        if let contributing, !goals.contains(where: { $0.goal == contributing.goal }) {
            throw PageNotFound()
        }
        let isRefused = adding != nil || contributing != nil
        return context.show(
            "goals", title: context.texts("goals.title"),
            GoalsView(
                goals, adding: adding ?? GoalDraft(currency: usualCurrency(goals, context)),
                contributing: contributing, context.environment),
            status: isRefused ? 422 : 200)
    }

    /// The most likely currency: that of the newest goal, otherwise that of the region.
    private static func usualCurrency(_ goals: [GoalsAPI.Goal], _ context: PageContext) -> String {
        goals.last?.currency ?? context.formats.currency
    }

    // MARK: What is changed

    private static func add(_ context: PageContext) throws -> PageResponse {
        var draft = GoalDraft(context.request.form)
        let reader = AmountReader(context.environment)
        guard let parameters = draft.parameters(reader, context.environment) else {
            return try page(context, adding: draft)
        }
        do throws(CallFailure) {
            _ = try context.daemon.call(GoalsAPI.Add.self, parameters)
            return .redirect("goals?done=added")
        } catch {
            try draft.record(error, context.environment)
            return try page(context, adding: draft)
        }
    }

    private static func contribute(_ context: PageContext, _ goal: Int) throws -> PageResponse {
        var contribution = Contribution(goal: goal, context.request.form)
        guard
            let amount = contribution.checkedAmount(
                AmountReader(context.environment), context.environment)
        else {
            return try page(context, contributing: contribution)
        }
        do throws(CallFailure) {
            let reply = try context.daemon.call(
                GoalsAPI.Contribute.self, .init(goal: goal, amount: amount))
            return .redirect(reply.goal.reached ? "goals?done=wasReached" : "goals?done=saved")
        } catch {
            try contribution.record(error, context.environment)
            return try page(context, contributing: contribution)
        }
    }

    // MARK: Removal

    /// Asks before a goal is removed; a page, so that it works without JavaScript.
    private static func removal(
        _ context: PageContext, _ goal: GoalsAPI.Goal, problem: String? = nil
    ) throws -> PageResponse {
        context.show(
            "goal-removal", title: context.texts("goals.removeTitle"),
            GoalRemovalView(goal, problem: problem, context.environment),
            status: problem == nil ? 200 : 422)
    }

    private static func remove(
        _ context: PageContext, _ goal: GoalsAPI.Goal
    ) throws -> PageResponse {
        do throws(CallFailure) {
            _ = try context.daemon.call(GoalsAPI.Remove.self, .init(goal: goal.goal))
            return .redirect("goals?done=removed")
        } catch .refused(is GoalsAPI.NoSuchGoal) {
            throw PageNotFound()
        } catch .refused(let error as GoalsAPI.StoreUnavailable) {
            return try removal(
                context, goal, problem: ErrorMessage.words(error, context.environment))
        }
    }

    // MARK: Which goal

    private static func number(_ part: String) throws -> Int {
        guard let number = Int(part) else { throw PageNotFound() }
        return number
    }

    private static func goal(_ part: String, _ context: PageContext) throws -> GoalsAPI.Goal {
        let number = try number(part)
        let goals = try context.daemon.call(GoalsAPI.List.self).goals
        guard let goal = goals.first(where: { $0.goal == number }) else { throw PageNotFound() }
        return goal
    }
}
