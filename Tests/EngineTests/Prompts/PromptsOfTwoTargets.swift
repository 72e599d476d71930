import Engine
import RuleModel
import Testing

/// A site in two targets was opened: the question is about those of them that are blocked still.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct PromptsOfTwoTargets {
    private let mall = Place.site("mall.example")

    /// Opened at 22:00; games opens at 22:05 by the clock, shopping at 22:08.
    private func attempted() throws -> (Machine, Prompt) {
        var machine = try Machine(
            at: "2026-11-18T22:00:00+01:00",
            rules: sharedSite(games: ["daily 21:00-22:05"], shopping: ["daily 21:00-22:08"]))
        machine.send(.attempt(mall))
        let prompt = try #require(machine.prompts(.blockedOpened).first)
        #expect(prompt.targets == ["games", "shopping"])
        return (machine, prompt)
    }

    @Test func oneOpensAndThenTheOther() throws {
        var (machine, prompt) = try attempted()
        try machine.advance(to: "2026-11-18T22:05:00+01:00")
        #expect(!machine.isBlocked("games") && machine.isBlocked("shopping"))
        var rest = prompt
        rest.targets = ["shopping"]
        #expect(machine.prompts(.blockedOpened) == [rest])
        try machine.advance(to: "2026-11-18T22:07:59.999+01:00")
        #expect(machine.prompts(.blockedOpened) == [rest])
        machine.advance(instantly)
        #expect(machine.prompts(.blockedOpened).isEmpty)
        #expect(machine.refusal(.answerPrompt(prompt.id, .keep)) == .noSuchPrompt(prompt.id))
        #expect(machine.folded == machine.engine.state)
    }

    /// The remaining target can be answered, and opened again without a second question.
    @Test func theRestIsAnswered() throws {
        var (machine, prompt) = try attempted()
        try machine.advance(to: "2026-11-18T22:06:00+01:00")
        machine.send(.attempt(mall))
        #expect(machine.prompts(.blockedOpened).map(\.id) == [prompt.id])
        var keeping = machine
        #expect(keeping.send(.answerPrompt(prompt.id, .keep)) == [.kept])
        #expect(keeping.prompts(.blockedOpened).isEmpty)
        #expect(keeping.isBlocked("shopping"))
        machine.send(.answerPrompt(prompt.id, .planned))
        let request = try #require(machine.engine.state.requests.first)
        #expect(request.place == mall)
        machine.advance(.seconds(10))
        try machine.granted(request)
        #expect(!machine.isBlocked("shopping"))
    }

    @Test(arguments: [true, false])
    func oneIsTakenAway(isSwitched: Bool) throws {
        var (machine, prompt) = try attempted()
        if isSwitched {
            machine.send(.switch(.target("games"), isOn: false))
        } else {
            machine.edit(
                try rules(
                    [schedule("quiet shopping", ["daily 21:00-22:08"])], targets: ["shopping"]))
        }
        #expect(machine.prompts(.blockedOpened).map(\.targets) == [["shopping"]])
        machine.send(.switch(.target("shopping"), isOn: false))
        #expect(machine.prompts(.blockedOpened).isEmpty)
        #expect(machine.refusal(.answerPrompt(prompt.id, .keep)) == .noSuchPrompt(prompt.id))
    }

    /// Of what overlaps only the newest is asked, under the number of the first.
    @Test func theNewestTakesThePlaceOfTheOthers() throws {
        var (machine, prompt) = try attempted()
        machine.advance(.seconds(5))
        machine.send(.attempt(.site("games.example")))
        let narrow = try #require(machine.prompts(.blockedOpened).first)
        #expect(machine.prompts(.blockedOpened).count == 1)
        #expect(narrow.id == prompt.id && narrow.targets == ["games"])
        #expect(narrow.place == .site("games.example"))
        machine.send(.attempt(.site("shopping.example")))
        #expect(machine.prompts(.blockedOpened).map(\.targets) == [["games"], ["shopping"]])
        machine.advance(.seconds(5))
        machine.send(.attempt(mall))
        let wide = try #require(machine.prompts(.blockedOpened).first)
        #expect(machine.prompts(.blockedOpened).count == 1)
        #expect(wide.id == prompt.id && wide.targets == ["games", "shopping"])
        #expect(machine.send(.answerPrompt(wide.id, .keep)) == [.kept])
        #expect(machine.prompts(.blockedOpened).isEmpty)
        #expect(machine.folded == machine.engine.state)
    }

    // MARK: What is offered

    @Test func strictCanOnlyBeKept() throws {
        var machine = try atNight(everyNight(isStrict: true))
        machine.send(.attempt(.site("shopping.example")))
        let prompt = try #require(machine.prompts(.blockedOpened).first)
        #expect(machine.engine.choices(of: prompt) == [.keep])
        let until = try at("2026-11-19T06:30:00+01:00")
        for choice in [Prompt.Choice.planned, .impulse] {
            #expect(
                machine.refusal(.answerPrompt(prompt.id, choice))
                    == .request(.strict(until: until, target: "shopping")))
        }
        #expect(machine.prompts(.blockedOpened) == [prompt])
        #expect(machine.send(.answerPrompt(prompt.id, .keep)) == [.kept])
        #expect(machine.engine.figures.keptToday == 1)
    }

    /// One strict target of two is enough; once it is no longer strict, all is offered again.
    @Test func oneOfTwoIsStrict() throws {
        var machine = try Machine(
            at: "2026-11-18T22:00:00+01:00",
            rules: sharedSite(
                games: ["daily 21:00-22:05"], shopping: ["daily 21:00-22:08"], strict: "games"))
        machine.send(.attempt(mall))
        let prompt = try #require(machine.prompts(.blockedOpened).first)
        #expect(machine.engine.choices(of: prompt) == [.keep])
        try machine.advance(to: "2026-11-18T22:05:00+01:00")
        let rest = try #require(machine.prompts(.blockedOpened).first)
        #expect(machine.engine.choices(of: rest) == [.keep, .planned, .impulse])
    }
}
