import API
import CEL
import Engine
import Phrasing
import RuleModel
import Varlink

/// `org.soteria.goals`.
extension Daemon: GoalsAPI.Handlers {
    func list(_ call: TypedCall<GoalsAPI.List>) {
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
        let goal = AddGoal.addGoal(
            name: asked.name,
            target: try amount(
                call.short(asked.target, "amount"), asked.currency),
            by: try asked.by.map(wantedDay), isFromKept: asked.fromKept ?? false)
        answer(
            call, goal,
            refused: { refusal in
                switch refusal {
                case .tooManyGoals: .tooMany(maximum: Goal.most)
                }
            }, reply: { .init(goal: .init($1, in: $0.engine)) })
    }

    func contribute(_ call: TypedCall<GoalsAPI.Contribute>) throws(CallError<GoalsAPI>) {
        let asked = call.parameters
        let id = Int64(asked.goal)
        guard let goal = engine.state.goals.first(where: { $0.id == id }) else {
            throw .noSuchGoal(goal: asked.goal)
        }
        let amount = try amount(
            call.short(asked.amount, "amount"), goal.target.currency)
        answer(
            call, .contribute(goal: id, amount), refused: Self.error,
            reply: { .init(goal: .init($1, in: $0.engine)) })
    }

    func remove(_ call: TypedCall<GoalsAPI.Remove>) {
        answer(
            call, .removeGoal(Int64(call.parameters.goal)), refused: Self.error,
            reply: { _, _ in NoMembers() })
    }

    @Sendable
    private static func error(_ refusal: GoalRefusal) -> CallError<GoalsAPI> {
        switch refusal {
        case .noSuchGoal(let id): .noSuchGoal(goal: Int(id))
        }
    }

    private func answer<Called: TypedMethod, Asked: Request>(
        _ call: TypedCall<Called>, _ request: Asked,
        refused: @escaping @Sendable (Asked.Refusal) -> CallError<GoalsAPI>,
        reply: @escaping @Sendable (isolated Daemon, Asked.Reply) -> Called.Reply
    ) where Called.Interface == GoalsAPI {
        answer(
            call, request, refused: { refused($1) }
        ) { daemon, answer, _ in call.reply(reply(daemon, answer)) }
    }

    private func amount(
        _ text: String, _ currency: String?
    ) throws(CallError<GoalsAPI>) -> Money {
        let problem: String
        do throws(Money.Problem) {
            let money = try Money(decimal: text, currency: currency)
            if money.thousandths > 0 { return money }
            problem = "an amount must be more than 0"
        } catch {
            problem = error.words
        }
        throw .invalidAmount(amount: text, problem: problem)
    }

    private func wantedDay(_ text: String) throws(CallError<GoalsAPI>) -> Int {
        guard let day = CivilDate(text)?.daysSince1970 else {
            throw .invalidDate(
                date: text, problem: "a date must look like \(LocalDay.text(engine.localDay))")
        }
        guard day >= engine.localDay else {
            throw .invalidDate(
                date: text, problem: "that date is in the past; choose today or a later date")
        }
        return day
    }
}

extension GoalsAPI.Goal {
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
