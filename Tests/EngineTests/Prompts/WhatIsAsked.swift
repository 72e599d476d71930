import RuleModel
import Testing

@testable import Engine

/// Prompts: raised, replaced, settled, expired.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct WhatIsAsked {
    private let shop = Place.site("shopping.example")

    // MARK: A blocked app or site was opened

    @Test func raised() throws {
        var machine = try atNight()
        machine.send(.attempt(shop))
        let prompt = try #require(machine.engine.state.prompts.first)
        #expect(machine.engine.state.prompts.count == 1)
        #expect(prompt.kind == .blockedOpened)
        #expect(prompt.targets == ["shopping"])
        #expect(prompt.place == shop)
        #expect(prompt.risk == nil)
        #expect(prompt.at == machine.watch)
        #expect(prompt.id == machine.history.last?.sequence)
        #expect(machine.history.last?.fact.kind == .attempted)
        #expect(machine.engine.end(of: prompt.expires) == machine.watch + .minutes(10))
        #expect(prompt.kind.choices == [.keep, .planned, .impulse])
    }

    /// The same question is not asked twice at once: it is about what was opened last.
    @Test func replaced() throws {
        var machine = try atNight()
        machine.send(.attempt(shop))
        let first = try #require(machine.engine.state.prompts.first)
        machine.advance(.minutes(5))
        machine.send(.attempt(.app("org.example.shopping")))
        let second = try #require(machine.engine.state.prompts.first)
        #expect(machine.engine.state.prompts.count == 1)
        #expect(second.place == .app("org.example.shopping"))
        // Ten minutes from the last opening.
        #expect(machine.engine.end(of: second.expires) == machine.watch + .minutes(10))
        machine.advance(.minutes(10) - instantly)
        #expect(machine.engine.state.prompts.count == 1)
        machine.advance(instantly)
        #expect(machine.engine.state.prompts.isEmpty)
        #expect(first.kind == second.kind)
    }

    @Test func targetsApart() throws {
        var machine = try atNight(
            sharedSite(games: ["daily 22:00-06:30"], shopping: ["daily 22:30-06:30"]))
        machine.send(.attempt(shop))
        machine.send(.attempt(.site("games.example")))
        #expect(
            machine.engine.state.prompts.map(\.targets) == [["shopping"], ["games"]])
    }

    /// Whoever is being asked already is not asked again: reloads during the wait raise nothing.
    @Test func duringARequest() throws {
        var machine = try atNight()
        let request = try machine.ask()
        machine.send(.attempt(shop))
        #expect(machine.engine.figures.attemptsLastHour == 1)
        #expect(machine.engine.state.prompts.isEmpty)
        machine.send(.keep(request: request.id))
        machine.advance(.seconds(1))
        machine.send(.attempt(shop))
        #expect(machine.engine.state.prompts.map(\.targets) == [["shopping"]])
    }

    @Test func expired() throws {
        var machine = try atNight()
        machine.hasTicks = false
        machine.send(.attempt(shop))
        let id = try #require(machine.engine.state.prompts.first?.id)
        machine.advance(.minutes(10) - instantly)
        #expect(machine.engine.state.prompts.count == 1)
        machine.advance(instantly)
        #expect(machine.engine.state.prompts.isEmpty)
        #expect(
            machine.history.last?.fact
                == .promptClosed(PromptEnd(prompt: id, closing: .expired)))
        #expect(machine.refusal(.answerPrompt(id, .keep)) == .noSuchPrompt(id))
    }

    /// Asking for the target by another way settles the question.
    @Test func settledByARequest() throws {
        var machine = try atNight()
        machine.send(.attempt(shop))
        let id = try #require(machine.engine.state.prompts.first?.id)
        try machine.ask()
        #expect(machine.engine.state.prompts.isEmpty)
        #expect(machine.refusal(.answerPrompt(id, .planned)) == .noSuchPrompt(id))
    }

    /// So does the end of the block.
    @Test func settledByTheEnd() throws {
        var machine = try atNight()
        try machine.advance(to: "2026-11-19T06:28:00+01:00")
        machine.send(.attempt(shop))
        #expect(machine.engine.state.prompts.count == 1)
        machine.advance(.minutes(2))
        #expect(machine.engine.state.prompts.isEmpty)
    }

    @Test func settledByAnEdit() throws {
        var machine = try atNight()
        machine.send(.attempt(shop))
        machine.edit(try rules([], targets: []))
        #expect(machine.engine.state.prompts.isEmpty)
    }

    @Test func overARestart() throws {
        var machine = try atNight()
        machine.send(.attempt(shop))
        let prompts = machine.engine.state.prompts
        machine.restart(after: .minutes(5))
        #expect(machine.engine.state.prompts == prompts)
        machine.restart(after: .minutes(5))
        #expect(machine.engine.state.prompts.isEmpty)
    }

    @Test(arguments: ["-1h", "1h", "-10d", "10d"], [false, true])
    func clockChangesDoNotMatter(change: String, synchronised: Bool) throws {
        var machine = try atNight(rules([schedule("always", ["daily 00:00-24:00"])]))
        machine.send(.attempt(shop))
        machine.isSynchronised = synchronised
        machine.setClock(by: try span(change))
        machine.advance(.minutes(10) - instantly)
        #expect(machine.engine.state.prompts.count == 1)
        machine.advance(instantly)
        #expect(machine.engine.state.prompts.isEmpty)
    }

    // MARK: An auto-protection began

    @Test func autoProtectionIsTold() throws {
        let set = try rules(
            [], risk: risk([("late", "0.8", "local.hour == 15"), ("off", "0.1", "false")]),
            auto: [auto()])
        var machine = try Machine(at: "2026-11-18T15:00:00+01:00", rules: set)
        machine.advance(.minutes(5))
        let prompt = try #require(machine.prompts(.autoProtection).first)
        let protection = machine.autoProtections[0].protection
        #expect(prompt.targets == ["shopping"])
        #expect(prompt.risk == protection.risk)
        #expect(prompt.risk?.factors == ["late"])
        #expect(prompt.kind.choices == [.why, .dismiss])
        #expect(machine.engine.end(of: prompt.expires) == machine.engine.end(of: protection))
        machine.advance(.hours(2) - instantly)
        #expect(machine.prompts(.autoProtection).map(\.id) == [prompt.id])
        machine.advance(instantly)
        #expect(machine.prompts(.autoProtection).isEmpty)
    }

    /// A manual protection is no news to whoever started it.
    @Test func manualOneIsNot() throws {
        var machine = try Machine(at: "2026-11-18T15:00:00+01:00", rules: rules([]))
        machine.send(.startProtection(target: nil, length: .hours(1), name: ""))
        #expect(machine.engine.state.prompts.isEmpty)
    }

    /// Every kind has answers, and no answer stands twice.
    @Test func choices() {
        #expect(Prompt.Kind.riskHigh.choices == [.protect, .dismiss])
        for kind in Prompt.Kind.allCases {
            #expect(!kind.choices.isEmpty)
            #expect(Set(kind.choices).count == kind.choices.count)
        }
    }
}
