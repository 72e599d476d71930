import Engine
import RuleModel
import Testing

/// The debug actions: reset, a new day, the question now; only with `debug: true`.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct DebugActions {
    /// It is 05:00, and the question was answered, or not.
    private func machine(_ answer: Bool?, isDebug: Bool = true) throws -> Machine {
        var machine = try Machine(
            at: "2026-11-18T04:00:00+01:00", rules: gated([checkIn()], isDebug: isDebug))
        machine.advance(.hours(1))
        if let answer { machine.send(.answerCheckIn("morning", isYes: answer)) }
        return machine
    }

    @Test(arguments: DebugCheckIn.Action.allCases, [nil, true, false])
    func onlyWithDebug(action: DebugCheckIn.Action, answer: Bool?) throws {
        var machine = try machine(answer, isDebug: false)
        let before = machine.engine.state
        #expect(machine.refusal(.debugCheckIn("morning", action)) == .debugOff)
        #expect(machine.engine.state == before)
    }

    @Test(arguments: DebugCheckIn.Action.allCases)
    func unknown(action: DebugCheckIn.Action) throws {
        var machine = try machine(nil)
        let before = machine.engine.state
        #expect(machine.refusal(.debugCheckIn("x", action)) == .noSuchCheckIn("x"))
        #expect(machine.engine.state == before)
    }

    /// Everything is forgotten, and asked as the first time.
    @Test(arguments: [nil, true, false])
    func reset(answer: Bool?) throws {
        var machine = try machine(answer)
        #expect(machine.send(.debugCheckIn("morning", .reset)) == [.checkedIn("morning")])
        let record = try #require(machine.engine.state.checkIns["morning"])
        #expect(record.phase == .asking && record.answers.isEmpty)
        #expect(record.streak == 0 && record.longestStreak == 0)
        #expect(machine.isBlocked("shopping") && !machine.isBlocked("games"))
        #expect(machine.prompts(.checkIn).count == 1)
        #expect(machine.folded == machine.engine.state)
    }

    /// The date is forgotten, the answer kept: asked again for today.
    @Test(arguments: [true, false])
    func newDay(answer: Bool) throws {
        var machine = try machine(answer)
        #expect(machine.send(.debugCheckIn("morning", .newDay)) == [.checkedIn("morning")])
        let record = try #require(machine.engine.state.checkIns["morning"])
        #expect(record.phase == .asking && record.answers.map(\.isYes) == [answer])
        #expect(machine.isBlocked("shopping") && !machine.isBlocked("games"))
        #expect(machine.prompts(.checkIn).count == 1)
        machine.send(.answerCheckIn("morning", isYes: !answer))
        let again = try #require(machine.engine.state.checkIns["morning"])
        // One answer a day is remembered: the last one.
        #expect(again.answers.map(\.isYes) == [!answer])
        #expect(again.streak == (answer ? 0 : 1))
        #expect(machine.folded == machine.engine.state)
    }

    @Test(arguments: [nil, true, false])
    func force(answer: Bool?) throws {
        var machine = try machine(answer)
        machine.advance(.minutes(1))
        #expect(machine.send(.debugCheckIn("morning", .force)) == [.checkedIn("morning")])
        #expect(machine.phase() == .asking)
        #expect(machine.isBlocked("shopping") && !machine.isBlocked("games"))
        #expect(machine.prompts(.checkIn).count == 1)
        #expect(machine.prompts(.checkIn).first?.at == machine.engine.now)
        #expect(machine.refusal(.answerCheckIn("morning", isYes: true)) == nil)
        #expect(!machine.isBlocked("shopping"))
        // The next day begins at its time.
        try machine.advance(to: "2026-11-19T04:00:00+01:00")
        #expect(machine.phase() == .asking)
    }

    /// Forced in the evening, and answered: the next day begins at its time all the same.
    @Test func forceMovesNothing() throws {
        var machine = try machine(true)
        try machine.advance(to: "2026-11-18T22:00:00+01:00")
        machine.send(.debugCheckIn("morning", .force))
        machine.send(.answerCheckIn("morning", isYes: true))
        for day in ["19", "20", "21"] {
            try machine.advance(to: "2026-11-\(day)T03:59:59+01:00")
            #expect(machine.phase() == .yes)
            machine.advance(.seconds(1))
            #expect(machine.phase() == .asking)
            machine.send(.answerCheckIn("morning", isYes: true))
        }
    }

    /// An action that cannot be stored is not carried out.
    @Test(arguments: DebugCheckIn.Action.allCases)
    func failingStore(action: DebugCheckIn.Action) throws {
        var machine = try machine(false)
        machine.store = .refuses
        machine.send(.debugCheckIn("morning", action))
        #expect(machine.phase() == .no && machine.isBlocked("games"))
        #expect(machine.folded == machine.engine.state)
    }

    /// A reset on its way to the disk; nothing else can be done meanwhile.
    @Test func slowStore() throws {
        var machine = try machine(false)
        machine.store = .waits
        machine.send(.debugCheckIn("morning", .reset))
        #expect(machine.phase() == .no && machine.isBlocked("games"))
        #expect(machine.refusal(.debugCheckIn("morning", .force)) != nil)
        #expect(machine.refusal(.answerCheckIn("morning", isYes: true)) != nil)
        _ = machine.commitWaiting()
        machine.store = .keeps
        #expect(machine.phase() == .asking && !machine.isBlocked("games"))
        #expect(machine.folded == machine.engine.state)
    }
}
