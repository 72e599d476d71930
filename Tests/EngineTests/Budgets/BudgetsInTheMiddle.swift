import Engine
import RuleModel
import Testing

/// Interruptions between a budget and its reset: edits, restarts, unblocks, changed clocks and
/// zones.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct BudgetsInTheMiddle {
    /// Wednesday, 2026-11-18 at 10:00 in Berlin; then so much was used.
    private func used(_ length: TimeSpan, _ budgets: [Budget]? = nil) throws -> Machine {
        var machine = try Machine(
            at: "2026-11-18T10:00:00+01:00", rules: gated(budgets: budgets ?? [budget()]))
        try machine.use(for: length)
        return machine
    }

    @Test func raised() throws {
        var machine = try used(.minutes(45))
        machine.edit(try gated(budgets: [budget(.minutes(60))]))
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.told.last?.decision.cause == .rules)
        try machine.use(for: .minutes(15) - instantly)
        #expect(!machine.isBlocked("shopping"))
        try machine.use(for: instantly)
        #expect(machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }

    @Test func lowered() throws {
        var machine = try used(.minutes(30))
        machine.edit(try gated(budgets: [budget(.minutes(30) + instantly)]))
        #expect(!machine.isBlocked("shopping"))
        machine.edit(try gated(budgets: [budget(.minutes(30))]))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.end() == "2026-11-19T04:00:00+01:00")
    }

    /// Lowered while the target is used.
    @Test func loweredWhileUsed() throws {
        var machine = try used(.minutes(1))
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(7))
        machine.edit(try gated(budgets: [budget(.minutes(8))]))
        #expect(machine.isBlocked("shopping"))
    }

    @Test func removed() throws {
        var machine = try used(.minutes(45))
        machine.edit(try gated())
        #expect(!machine.isBlocked("shopping") && machine.engine.state.budgets.isEmpty)
        machine.edit(try gated(budgets: [budget()]))
        #expect(machine.isBlocked("shopping"))
    }

    @Test func added() throws {
        var machine = try used(.minutes(45), [])
        machine.edit(try gated(budgets: [budget()]))
        #expect(machine.isBlocked("shopping"))
    }

    /// Another edit does not touch it.
    @Test func otherEdit() throws {
        var machine = try used(.minutes(45))
        let first = machine.told.count
        machine.edit(try gated(budgets: [budget(), budget("other", of: "games")]))
        #expect(machine.told.count == first && machine.isBlocked("shopping"))
    }

    @Test(arguments: ["restart", "crash", "reboot", "powerCut"])
    func downInTheMiddle(how: String) throws {
        func goDown(_ machine: inout Machine) {
            switch how {
            case "restart": machine.restart(after: .minutes(5))
            case "crash": machine.crash(away: .minutes(5))
            default: machine.reboot(isOrderly: how == "reboot")
            }
        }
        var machine = try used(.minutes(30))
        goDown(&machine)
        try machine.use(for: .minutes(15) - instantly)
        #expect(!machine.isBlocked("shopping"))
        try machine.use(for: instantly)
        #expect(machine.isBlocked("shopping"))
        goDown(&machine)
        #expect(machine.isBlocked("shopping"))
        #expect(machine.end() == "2026-11-19T04:00:00+01:00")
        machine.reboot(away: .days(1))
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }

    /// Not strict: it can be unblocked, for a while, and is blocked again.
    @Test func unblocked() throws {
        var machine = try used(.minutes(45))
        try machine.unblock()
        #expect(!machine.isBlocked("shopping"))
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(15) - instantly)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(machine.isBlocked("shopping"))
    }

    /// A permission that runs when the limit is reached runs on where the budget is not strict, and
    /// ends where it is.
    @Test(arguments: [true, false])
    func reachedUnderAGrant(isStrict: Bool) throws {
        var machine = try Machine(
            at: "2026-11-18T10:00:00+01:00",
            rules: gated(
                budgets: [budget(.minutes(5), isStrict: isStrict)],
                schedules: [schedule("all", ["daily 00:00-24:00"])]))
        try machine.unblock()
        try machine.use(for: .minutes(5))
        #expect(machine.isBlocked("shopping") == isStrict)
        #expect(machine.grantEndings == (isStrict ? [.strict] : []))
        #expect(machine.restrictions(.budget).count == 1)
    }

    @Test func strict() throws {
        var machine = try used(.minutes(45), [budget(isStrict: true)])
        #expect(
            machine.refusal(.request(.target("shopping"), intent: nil, isPause: false))
                == .strict(until: try at("2026-11-19T04:00:00+01:00"), target: "shopping"))
    }

    /// It restricts to the reset that was known when it was reached.
    @Test(arguments: ["Asia/Tokyo", "America/New_York", "Pacific/Kiritimati"])
    func travel(to zone: String) throws {
        var machine = try used(.minutes(45))
        try machine.travel(to: zone)
        try machine.advance(to: "2026-11-19T03:59:59.999+01:00")
        #expect(machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(!machine.isBlocked("shopping") || machine.engine.state.budgets["little"] != nil)
        #expect(machine.kinds().contains("budgetReset"))
    }

    /// A day that runs keeps its end through a zone change: no new budget by a journey.
    @Test func travelMakesNoNewBudget() throws {
        var machine = try Machine(
            at: "2026-11-18T09:20:00+01:00", rules: gated(budgets: [budget()]))
        try machine.use(for: .minutes(40))
        machine.advance(.minutes(5))
        // 04:05 there.
        try machine.travel(to: "America/New_York")
        try machine.use(for: .minutes(5) - instantly)
        #expect(!machine.isBlocked("shopping"))
        try machine.use(for: instantly)
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T04:00:00+01:00")
        #expect(!machine.isBlocked("shopping"))
    }

    /// A clock that is not believed opens nothing early.
    @Test(arguments: ["20h", "-20h"])
    func clockNotBelieved(change: String) throws {
        var machine = try used(.minutes(45))
        machine.setClock(by: try span(change))
        try machine.advance(to: "2026-11-19T03:59:59+01:00")
        #expect(machine.isBlocked("shopping"))
        machine.advance(.seconds(1))
        #expect(!machine.isBlocked("shopping"))
    }

    /// Conditions and people read the same figures of a budget.
    @Test func figures() throws {
        let machine = try used(.minutes(30))
        let variables = [
            RuleVariable(.budgetUsed, of: "little"), RuleVariable(.budgetLeft, of: "little"),
        ]
        #expect(
            machine.engine.features(reading: variables).ofRules == [
                RuleVariable.Reading(variables[0], .span(.minutes(30))),
                RuleVariable.Reading(variables[1], .span(.minutes(15))),
            ])
    }
}
