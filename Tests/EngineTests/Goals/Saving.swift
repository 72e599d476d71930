import Engine
import RuleModel
import Testing

/// Savings goals: contributions typed in, credited from kept impulses, and reached.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Saving {
    private func add(
        _ machine: inout Machine, _ target: String = "100 EUR", isFromKept: Bool = true,
        by day: Int? = nil
    ) throws -> Goal {
        let answers = machine.send(
            .addGoal(name: "Bicycle", target: try money(target), by: day, isFromKept: isFromKept))
        guard case .replied(let goal) = answers.first, answers.count == 1 else {
            throw NotAnswered()
        }
        return goal
    }

    /// A kept request about what is blocked, with an estimated amount; its episode is over.
    private func keep(_ machine: inout Machine, _ purpose: Purpose, _ amount: String?) throws {
        let request = try machine.ask(
            .target("shopping"), Intent(purpose: purpose, amount: try amount.map { try money($0) }))
        let before = saved(machine)
        #expect(machine.send(.keep(request: request.id)) == [.kept])
        #expect(saved(machine) == before)
        machine.advance(.hours(2))
    }

    private func saved(_ machine: Machine) -> [Int64] { machine.engine.state.goals.map(\.saved) }

    @Test func added() throws {
        var machine = try atNight()
        let goal = try add(&machine, "600.50 EUR", isFromKept: false, by: 20_900)
        #expect(try goal.name == "Bicycle" && goal.target == money("600.50 EUR"))
        #expect(goal.by == 20_900 && !goal.isFromKept && goal.at == machine.engine.now)
        #expect(goal.saved == 0 && goal.contributions == 0 && goal.reachedAt == nil)
        #expect(machine.history.last?.sequence == goal.id)
        #expect(machine.engine.state.goals == [goal])
    }

    @Test func contributions() throws {
        var machine = try atNight()
        let goal = try add(&machine)
        for amount in ["0.10", "0.20", "49.70"] {
            machine.send(.contribute(goal: goal.id, try money(amount + " EUR")))
        }
        // Decimal: a tenth and two tenths are three tenths.
        #expect(saved(machine) == [50_000])
        #expect(machine.engine.state.goals[0].contributions == 3)
        #expect(machine.engine.state.goals[0].reachedAt == nil)
        machine.advance(.minutes(1))
        guard
            case .replied(let reached) = machine.send(
                .contribute(goal: goal.id, try money("50 EUR")))[0]
        else { throw NotAnswered() }
        #expect(reached.saved == 100_000 && reached.reachedAt == machine.engine.now)
        let moment = machine.engine.now
        machine.advance(.minutes(1))
        machine.send(.contribute(goal: goal.id, try money("5 EUR")))
        #expect(saved(machine) == [105_000])
        #expect(machine.engine.state.goals[0].reachedAt == moment)
        #expect(machine.folded == machine.engine.state)
    }

    @Test func unknown() throws {
        var machine = try atNight()
        let goal = try add(&machine)
        let before = machine.engine.state
        for id in [goal.id + 1, 0, -1, .max, .min] {
            #expect(machine.refusal(.contribute(goal: id, try money("1"))) == .noSuchGoal(id))
            #expect(machine.refusal(.removeGoal(id)) == .noSuchGoal(id))
        }
        #expect(machine.engine.state == before)
    }

    @Test func removed() throws {
        var machine = try atNight()
        let goal = try add(&machine)
        let other = try add(&machine)
        #expect(machine.send(.removeGoal(goal.id)) == [.changed])
        #expect(machine.engine.state.goals.map(\.id) == [other.id])
        #expect(machine.refusal(.removeGoal(goal.id)) == .noSuchGoal(goal.id))
        #expect(
            machine.refusal(.contribute(goal: goal.id, try money("1"))) == .noSuchGoal(goal.id))
        try keep(&machine, .impulse, "7 EUR")
        #expect(saved(machine) == [7000])
    }

    @Test func atMostAHundred() throws {
        var machine = try atNight()
        for _ in 0..<100 { _ = try add(&machine) }
        let before = machine.engine.state
        let one = AddGoal.addGoal(name: "A", target: try money("1"), by: nil, isFromKept: false)
        #expect(machine.refusal(one) == .tooManyGoals)
        #expect(machine.engine.state == before)
        machine.send(.removeGoal(before.goals[50].id))
        #expect(machine.refusal(one) == nil)
    }

    /// The amount credited for a kept block to a goal in euros that accepts it.
    @Test(
        arguments: [
            (Purpose.impulse, "12.34 EUR", 12_340), (.impulse, "12.34", 12_340),
            (.impulse, "12.34 USD", 0), (.planned, "12.34 EUR", 0), (.impulse, nil, 0),
            (.impulse, "0 EUR", 0),
        ] as [(Purpose, String?, Int64)])
    func fromKept(purpose: Purpose, amount: String?, credited: Int64) throws {
        var machine = try atNight()
        _ = try add(&machine)
        try keep(&machine, purpose, amount)
        #expect(saved(machine) == [credited])
        #expect(machine.engine.state.goals[0].contributions == (credited > 0 ? 1 : 0))
        #expect(machine.folded == machine.engine.state)
    }

    @Test func notWithoutAnIntent() throws {
        var machine = try atNight()
        _ = try add(&machine)
        let request = try machine.ask(.target("shopping"), nil as Intent?)
        machine.send(.keep(request: request.id))
        #expect(saved(machine) == [0])
    }

    /// Unblocked or expired, nothing was saved.
    @Test func notUnlessKept() throws {
        var machine = try atNight()
        _ = try add(&machine)
        let intent = Intent(purpose: .impulse, amount: try money("5 EUR"))
        let request = try machine.ask(.target("shopping"), intent)
        machine.advance(.seconds(30))
        try machine.granted(request)
        machine.advance(.minutes(20))
        try machine.ask(.target("shopping"), intent)
        machine.advance(.hours(3))
        #expect(saved(machine) == [0])
    }

    /// The oldest one that is not reached, takes kept impulses and has the currency; whole.
    @Test func whichGoal() throws {
        var machine = try atNight()
        _ = try add(&machine, isFromKept: false)
        _ = try add(&machine, "10 USD")
        _ = try add(&machine, "10 EUR")
        _ = try add(&machine, "100 EUR")
        try keep(&machine, .impulse, "4 EUR")
        #expect(saved(machine) == [0, 0, 4000, 0])
        try keep(&machine, .impulse, "8 EUR")
        #expect(saved(machine) == [0, 0, 12_000, 0])
        try keep(&machine, .impulse, "3 EUR")
        #expect(saved(machine) == [0, 0, 12_000, 3000])
        try keep(&machine, .impulse, "2")
        #expect(saved(machine) == [0, 2000, 12_000, 3000])
        let requests = machine.history.compactMap { event in
            if case .goalContributed(let contribution) = event.fact {
                contribution.request
            } else {
                nil
            }
        }
        #expect(requests.count == 4)
    }
}
