import API
import CEL
import Engine
import Phrasing
import RuleModel
import Varlink

/// `org.soteria.goals`.
extension Daemon: GoalsAPI.Handlers {
    func list(_ call: TypedCall<GoalsAPI.List>) throws(CallError<GoalsAPI>) {
        observe()
        call.reply(
            GoalsAPI.List.Reply(
                goals: engine.state.goals.sorted { $0.id < $1.id }.map {
                    .init($0, in: engine)
                }))
    }

    func add(_ call: TypedCall<GoalsAPI.Add>) throws(CallError<GoalsAPI>) {
        let asked = call.parameters
        observe()
        if let problem = problem(ofName: asked.name) {
            throw .invalidName(name: asked.name, problem: problem)
        }
        let input = Input.addGoal(
            name: asked.name,
            target: try amount(
                call.short(asked.target, "amount"), asked.currency),
            by: try asked.by.map(wantedDay), isFromKept: asked.fromKept ?? false)
        answer(call, input) { daemon, answer -> GoalsAPI.Add.Reply? in
            guard case .goal(let goal) = answer else { return nil }
            return GoalsAPI.Add.Reply(goal: .init(goal, in: daemon.engine))
        }
    }

    func contribute(_ call: TypedCall<GoalsAPI.Contribute>) throws(CallError<GoalsAPI>) {
        let asked = call.parameters
        let id = Int64(asked.goal)
        guard let goal = engine.state.goals.first(where: { $0.id == id }) else {
            throw .noSuchGoal(goal: asked.goal)
        }
        let amount = try amount(
            call.short(asked.amount, "amount"), goal.target.currency)
        answer(call, .contribute(goal: id, amount)) {
            daemon, answer -> GoalsAPI.Contribute.Reply? in
            guard case .goal(let goal) = answer else { return nil }
            return GoalsAPI.Contribute.Reply(goal: .init(goal, in: daemon.engine))
        }
    }

    func remove(_ call: TypedCall<GoalsAPI.Remove>) throws(CallError<GoalsAPI>) {
        let asked = call.parameters
        answer(call, .removeGoal(Int64(asked.goal))) { _, _ -> NoMembers? in NoMembers() }
    }

    private func answer<Called: TypedMethod>(
        _ call: TypedCall<Called>, _ input: Input,
        reply: @escaping @Sendable (isolated Daemon, Answer) -> Called.Reply?
    ) where Called.Interface == GoalsAPI {
        let errors = CallErrors<GoalsAPI>(
            refused: { _, refusal in
                switch refusal {
                case .noSuchGoal(let id): .noSuchGoal(goal: Int(id))
                case .tooManyGoals: .tooMany(maximum: Goal.most)
                // Nothing else is refused of a goal.
                default: .invalidParameter("goal")
                }
            }, unavailable: { .storeUnavailable(reason: $0) })
        answer(
            call, input, errors, unrecorded: "; it is written as soon as it can be", reply: reply)
    }

    private func amount(
        _ text: String, _ currency: String?
    ) throws(CallError<GoalsAPI>) -> Money {
        let problem: String
        do throws(Money.Problem) {
            let money = try Money(decimal: text, currency: currency)
            if money.thousandths > 0 { return money }
            problem = "an amount is more than 0"
        } catch {
            problem = error.words
        }
        throw .invalidAmount(amount: text, problem: problem)
    }

    private func wantedDay(_ text: String) throws(CallError<GoalsAPI>) -> Int {
        guard let day = CivilDate(text)?.daysSince1970 else {
            throw .invalidDate(
                date: text, problem: "a day is written as \(LocalDay.text(engine.localDay))")
        }
        guard day >= engine.localDay else {
            throw .invalidDate(date: text, problem: "that day has gone by")
        }
        return day
    }
}

extension GoalsAPI.Goal {
    /// A goal with what is saved for it.
    init(_ goal: Goal, in engine: Engine) {
        let clock = engine.localClock
        let target = goal.target.thousandths
        // Rounded down: 1.000 is reached.
        let progress = Int128(goal.saved) * 1000 / Int128(max(target, 1))
        let reachedOn = goal.reachedAt.map { LocalTime($0, in: clock.zone).daysSince1970 }
        func sum(_ thousandths: Int64) -> String {
            Amount(currency: goal.target.currency, thousandths: thousandths).decimal
        }
        self.init(
            goal: Int(goal.id), name: goal.name, target: goal.target.decimal,
            currency: goal.target.currency ?? "", saved: sum(goal.saved),
            left: sum(max(0, target - goal.saved)),
            progress: FixedPoint(thousandths: Int(min(progress, 1000))),
            by: goal.by.map(LocalDay.text),
            late: goal.by.map { (reachedOn ?? engine.localDay) > $0 }, fromKept: goal.isFromKept,
            reached: goal.reachedAt != nil, reachedAt: clock.text(goal.reachedAt),
            addedAt: clock.text(goal.at), contributions: goal.contributions)
    }
}
