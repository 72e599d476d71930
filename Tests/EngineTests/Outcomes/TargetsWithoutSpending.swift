import Engine
import RuleModel
import Testing

/// A target that costs no money: its outcome is regret alone.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct TargetsWithoutSpending {
    /// Shopping costs no money; it was opened, and used for a minute.
    private func used() throws -> (Machine, request: Int64, prompt: Prompt) {
        var set = try everyNight()
        set.targets[0].spends = false
        var machine = try atNight(set)
        let grant = try machine.unblock()
        try machine.use(for: .minutes(1))
        return (machine, grant.request, try #require(machine.prompts(.logOutcome).first))
    }

    @Test(arguments: [(Prompt.Choice.worthIt, 0), (.notWorthIt, 3)])
    func itIsAskedIfItWasWorthIt(choice: Prompt.Choice, regret: Int) throws {
        var (machine, request, prompt) = try used()
        #expect(machine.engine.choices(of: prompt) == [.worthIt, .notWorthIt, .later])
        #expect(!machine.engine.spends(prompt))
        #expect(machine.send(.answerPrompt(prompt.id, choice)).count == 1)
        let logged = try #require(machine.aftermath(of: request)?.outcome)
        #expect(logged.regret == regret && !logged.isBought && logged.spends == false)
        #expect(machine.prompts(.logOutcome).isEmpty)
        #expect(machine.folded == machine.engine.state)
    }

    @Test(arguments: [Prompt.Choice.bought, .nothingBought])
    func aPurchaseIsNoAnswer(choice: Prompt.Choice) throws {
        var (machine, _, prompt) = try used()
        #expect(
            machine.refusal(.answerPrompt(prompt.id, choice))
                == .notAChoice(prompt.id, [.worthIt, .notWorthIt, .later]))
    }

    /// Who says so anyway has bought something.
    @Test func aPurchaseThatIsLoggedCounts() throws {
        var (machine, request, _) = try used()
        machine.send(.logOutcome(request: request, isBought: true, amount: nil, regret: nil))
        let logged = try #require(machine.aftermath(of: request)?.outcome)
        #expect(logged.isBought && logged.spends == nil)
    }

    /// Whether something was bought is a question of those that cost money.
    @Test func itsLogsAreNotAmongThoseOfPurchases() throws {
        var (machine, request, _) = try used()
        func share() throws -> Share? {
            let day = try #require(machine.history.last).day
            return machine.engine.state.tally.metrics(days: day..<day + 1).purchaseShare
        }
        machine.send(.logOutcome(request: request, isBought: false, amount: nil, regret: 1))
        #expect(try share() == nil)
        machine.send(.logOutcome(request: request, isBought: true, amount: nil, regret: 1))
        #expect(try share() == Share(1, of: 1))
        machine.send(.logOutcome(request: request, isBought: false, amount: nil, regret: 1))
        #expect(try share() == nil)
        #expect(machine.folded == machine.engine.state)
    }

    @Test func oneTargetThatCostsMoneyIsEnough() throws {
        var set = try rules(
            [schedule("always", ["daily 00:00-24:00"], blocks: ["games", "shopping"])],
            targets: ["games", "shopping"])
        set.targets[0].spends = false
        let all = RulesInForce(set)
        #expect(!all.spends(oneOf: ["games"]))
        #expect(all.spends(oneOf: ["shopping"]) && all.spends(oneOf: ["games", "shopping"]))
        #expect(all.spends(oneOf: ["gone"]) && all.spends(oneOf: []))
    }
}
