import Engine
import RuleModel
import Testing

/// After a session under a grant a person is asked to log what came of it.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct AskedWhatCameOfIt {
    /// Shopping was opened at 23:00:30, and used for a minute.
    private func used() throws -> (Machine, Int64) {
        var machine = try atNight()
        let grant = try machine.unblock()
        try machine.use(for: .minutes(1))
        return (machine, grant.request)
    }

    private func outcome(_ machine: Machine, _ request: Int64) -> LoggedOutcome? {
        machine.aftermath(of: request)?.outcome
    }

    @Test func raised() throws {
        let (machine, request) = try used()
        let prompt = try #require(machine.prompts(.logOutcome).first)
        #expect(machine.prompts(.logOutcome).count == 1)
        #expect(prompt.request == request && prompt.targets == ["shopping"])
        #expect(prompt.expires.length == .hours(24))
        #expect(prompt.kind.choices == [.bought, .nothingBought, .later])
        #expect(text(prompt.at, in: machine.zone) == "2026-11-18T23:01:30+01:00")
    }

    @Test func notWithoutAGrant() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00+01:00", rules: everyNight())
        try machine.use(for: .minutes(5))
        #expect(machine.engine.state.prompts.isEmpty)
    }

    @Test func withdrawnAndAskedAgain() throws {
        var (machine, request) = try used()
        let use = try machine.open()
        #expect(machine.prompts(.logOutcome).isEmpty)
        machine.keepUsing([use], for: .minutes(1))
        machine.send(.useClosed(use))
        #expect(machine.prompts(.logOutcome).map(\.request) == [request])
        #expect(machine.folded == machine.engine.state)
    }

    /// Used after the permission: what came of it is still asked.
    @Test func notWithdrawnByLaterUse() throws {
        var (machine, request) = try used()
        machine.advance(.minutes(20))
        try machine.open()
        #expect(machine.prompts(.logOutcome).map(\.request) == [request])
    }

    @Test(arguments: [(Prompt.Choice.bought, true), (.nothingBought, false)])
    func answered(choice: Prompt.Choice, isBought: Bool) throws {
        var (machine, request) = try used()
        let prompt = try #require(machine.prompts(.logOutcome).first)
        let answers = machine.send(.answerPrompt(prompt.id, choice))
        #expect(answers.count == 1)
        let logged = try #require(outcome(machine, request))
        #expect(logged.isBought == isBought && logged.amount == nil && logged.regret == nil)
        #expect(machine.prompts(.logOutcome).isEmpty)
        #expect(machine.refusal(.answerPrompt(prompt.id, choice)) == .noSuchPrompt(prompt.id))
    }

    @Test func later() throws {
        var (machine, request) = try used()
        let prompt = try #require(machine.prompts(.logOutcome).first)
        machine.send(.answerPrompt(prompt.id, .later))
        #expect(machine.prompts(.logOutcome).isEmpty)
        #expect(outcome(machine, request) == nil)
        // It can still be said.
        let log = LogOutcome.logOutcome(request: request, isBought: false, amount: nil, regret: 0)
        #expect(machine.refusal(log) == nil)
        #expect(outcome(machine, request)?.regret == 0)
    }

    @Test func loggedElsewhere() throws {
        var (machine, request) = try used()
        machine.send(.logOutcome(request: request, isBought: true, amount: nil, regret: 2))
        #expect(machine.prompts(.logOutcome).isEmpty)
    }

    @Test func notAChoice() throws {
        var (machine, _) = try used()
        let prompt = try #require(machine.prompts(.logOutcome).first)
        #expect(
            machine.refusal(.answerPrompt(prompt.id, .keep))
                == .notAChoice(prompt.id, [.bought, .nothingBought, .later]))
        #expect(machine.prompts(.logOutcome) == [prompt])
    }

    @Test func expires() throws {
        var (machine, request) = try used()
        machine.hasTicks = false
        machine.advance(.hours(24) - instantly)
        #expect(machine.prompts(.logOutcome).count == 1)
        machine.advance(instantly)
        #expect(machine.prompts(.logOutcome).isEmpty)
        #expect(outcome(machine, request) == nil)
        #expect(machine.folded == machine.engine.state)
    }

    /// Two unblocks one after the other: each is asked about.
    @Test func ofEachUnblock() throws {
        var (machine, request) = try used()
        machine.advance(.minutes(20))
        let second = try machine.unblock()
        try machine.use(for: .minutes(1))
        #expect(machine.prompts(.logOutcome).map(\.request) == [request, second.request])
    }

    @Test func restart() throws {
        var (machine, request) = try used()
        machine.reboot()
        #expect(machine.prompts(.logOutcome).map(\.request) == [request])
    }

    /// The daemon goes down while the target is used: the session is over, and it is asked.
    @Test(arguments: [true, false])
    func downWhileUsed(isOrderly: Bool) throws {
        var machine = try atNight()
        let grant = try machine.unblock()
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(7))
        if isOrderly {
            machine.restart(after: .seconds(1))
        } else {
            machine.crash(away: .seconds(1))
        }
        #expect(machine.prompts(.logOutcome).map(\.request) == [grant.request])
        let noted = isOrderly ? TimeSpan.minutes(7) : .seconds(270)
        #expect(machine.aftermath(of: grant.request)?.used == noted)
    }
}
