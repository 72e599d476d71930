import API
import CEL
import Engine
import Varlink

/// `org.soteria.goals`.
extension Daemon {
    nonisolated var goalsMethods: [String: Method] {
        [
            "List": method { try $0.listGoals($1) },
            "Add": method { try $0.addGoal($1) },
            "Contribute": method { try $0.contribute($1) },
            "Remove": method { try $0.removeGoal($1) },
        ]
    }

    private func listGoals(_ call: Call) throws {
        try call.noParameters()
        observe()
        call.reply(
            GoalsAPI.List.Reply(
                goals: engine.state.goals.sorted { $0.id < $1.id }.map(phrase)))
    }

    private func addGoal(_ call: Call) throws {
        let asked = try call.decode(GoalsAPI.Add.Parameters.self)
        observe()
        if let problem = problem(ofName: asked.name) {
            throw GoalsAPI.InvalidName(name: asked.name, problem: problem).varlinkError
        }
        let input = Input.addGoal(
            name: asked.name, target: try amount(asked.target, asked.currency),
            by: try asked.by.map(wantedDay), isFromKept: asked.fromKept ?? false)
        answer(call, input) { daemon, answer -> GoalsAPI.Add.Reply? in
            guard case .goal(let goal) = answer else { return nil }
            return GoalsAPI.Add.Reply(goal: daemon.phrase(goal))
        }
    }

    private func contribute(_ call: Call) throws {
        let asked = try call.decode(GoalsAPI.Contribute.Parameters.self)
        let id = Int64(asked.goal)
        guard let goal = engine.state.goals.first(where: { $0.id == id }) else {
            throw GoalsAPI.NoSuchGoal(goal: asked.goal).varlinkError
        }
        let amount = try amount(asked.amount, goal.target.currency)
        answer(call, .contribute(goal: id, amount)) {
            daemon, answer -> GoalsAPI.Contribute.Reply? in
            guard case .goal(let goal) = answer else { return nil }
            return GoalsAPI.Contribute.Reply(goal: daemon.phrase(goal))
        }
    }

    private func removeGoal(_ call: Call) throws {
        let asked = try call.decode(GoalsAPI.Remove.Parameters.self)
        answer(call, .removeGoal(Int64(asked.goal))) { _, _ -> NoMembers? in NoMembers() }
    }

    private func answer<Reply: Encodable & SendableMetatype>(
        _ call: Call, _ input: Input,
        reply: @escaping @Sendable (isolated Daemon, Answer) -> Reply?
    ) {
        let errors = CallErrors(
            refused: { _, refusal in
                switch refusal {
                case .noSuchGoal(let id): GoalsAPI.NoSuchGoal(goal: Int(id)).varlinkError
                case .tooManyGoals: GoalsAPI.TooMany(maximum: Goal.most).varlinkError
                // Nothing else is refused of a goal.
                default: .invalidParameter("goal")
                }
            }, unavailable: { GoalsAPI.StoreUnavailable(reason: $0).varlinkError })
        answer(
            call, input, errors, unrecorded: "; it is written as soon as it can be", reply: reply)
    }

    private func amount(_ text: String, _ currency: String?) throws -> Money {
        let problem: String
        do {
            let money = try Money(decimal: short(text, "amount"), currency: currency)
            if money.thousandths > 0 { return money }
            problem = "an amount is more than 0"
        } catch let error as Money.Problem {
            problem = words(error)
        }
        throw GoalsAPI.InvalidAmount(amount: text, problem: problem).varlinkError
    }

    private func wantedDay(_ text: String) throws -> Int {
        guard let day = CivilDate(text)?.daysSince1970 else {
            throw GoalsAPI.InvalidDate(
                date: text, problem: "a day is written as \(dayText(today))"
            ).varlinkError
        }
        guard day >= today else {
            throw GoalsAPI.InvalidDate(date: text, problem: "that day has gone by").varlinkError
        }
        return day
    }

    private func phrase(_ goal: Goal) -> GoalsAPI.Goal {
        let target = goal.target.thousandths
        // Rounded down: 1.000 is reached.
        let progress = Int128(goal.saved) * 1000 / Int128(max(target, 1))
        let reachedOn = goal.reachedAt.map {
            LocalTime($0, in: engine.localZone).date.daysSince1970
        }
        func sum(_ thousandths: Int64) -> String {
            Amount(currency: goal.target.currency, thousandths: thousandths).decimal
        }
        return GoalsAPI.Goal(
            goal: Int(goal.id), name: goal.name, target: goal.target.decimal,
            currency: goal.target.currency ?? "", saved: sum(goal.saved),
            left: sum(max(0, target - goal.saved)),
            progress: FixedPoint(thousandths: Int(min(progress, 1000))), by: goal.by.map(dayText),
            late: goal.by.map { (reachedOn ?? today) > $0 }, fromKept: goal.isFromKept,
            reached: goal.reachedAt != nil, reachedAt: text(goal.reachedAt),
            addedAt: text(goal.at), contributions: goal.contributions)
    }
}
