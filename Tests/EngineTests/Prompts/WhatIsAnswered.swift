import RuleModel
import Testing

@testable import Engine

/// Answers to prompts, and answers that do not fit.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct WhatIsAnswered {
    private let shop = Place.site("shopping.example")

    /// Shopping was opened in the night; the number of the question.
    private func attempted(_ rules: RuleSet? = nil) throws -> (Machine, Int64) {
        var machine = try atNight(rules)
        machine.send(.attempt(shop))
        return (machine, try #require(machine.engine.state.prompts.first?.id))
    }

    private func closing(_ machine: Machine) -> PromptEnd? {
        machine.history.lazy.compactMap { event in
            if case .promptClosed(let closing) = event.fact { closing } else { nil }
        }.last
    }

    // MARK: A blocked app or site was opened

    @Test func keep() throws {
        var (machine, id) = try attempted()
        #expect(machine.send(.answerPrompt(id, .keep)) == [.kept])
        #expect(machine.engine.state.prompts.isEmpty)
        #expect(machine.engine.state.requests.isEmpty)
        #expect(machine.engine.figures.keptToday == 1)
        #expect(machine.engine.requestsToday == 1)
        #expect(machine.engine.figures.unblocksToday == 0)
        #expect(machine.isBlocked("shopping"))
        #expect(closing(machine) == PromptEnd(prompt: id, closing: .answered, choice: .keep))
    }

    @Test(arguments: [(Prompt.Choice.planned, Purpose.planned), (.impulse, .impulse)])
    func ask(choice: Prompt.Choice, purpose: Purpose) throws {
        var (machine, id) = try attempted()
        let answers = machine.send(.answerPrompt(id, choice))
        let request = try #require(machine.engine.state.requests.first)
        #expect(answers == [.requested(request)])
        #expect(request.intent == Intent(purpose: purpose))
        #expect(request.place == shop)
        #expect(request.targets == ["shopping"])
        #expect(!request.isPause)
        #expect(machine.engine.state.prompts.isEmpty)
        #expect(closing(machine)?.choice == choice)
        let wait = TimeSpan.seconds(purpose == .planned ? 10 : 30)
        #expect(machine.refusal(confirming: request) == .waitNotOver(wait))
        machine.advance(wait)
        try machine.granted(request)
    }

    /// Strict: what cannot be unblocked is refused with its end, and the block can be kept.
    @Test func strict() throws {
        var (machine, id) = try attempted(everyNight(isStrict: true))
        let until = try at("2026-11-19T06:30:00+01:00")
        #expect(
            machine.refusal(.answerPrompt(id, .planned))
                == .request(.strict(until: until, target: "shopping")))
        #expect(machine.engine.state.prompts.map(\.id) == [id])
        #expect(machine.refusal(.answerPrompt(id, .keep)) == nil)
        #expect(machine.engine.state.prompts.isEmpty)
        #expect(machine.isBlocked("shopping"))
    }

    // MARK: The risk is high

    /// A schedule that would run now, but is switched off, can be switched on.
    @Test func switchOn() throws {
        let set = try rules(
            [
                schedule("days", ["daily 08:00-20:00"], isEnabled: false),
                schedule("nights", ["daily 22:30-06:30"], isEnabled: false),
            ], risk: risk([("f", "0.7", "true")]))
        var machine = try Machine(at: "2026-11-18T15:00:00+01:00", rules: set)
        let prompt = try #require(machine.prompts(.riskHigh).first)
        #expect(machine.engine.switchedOffSchedule?.key == "days")
        #expect(machine.engine.choices(of: prompt) == [.protect, .switchOn, .dismiss])
        machine.send(.answerPrompt(prompt.id, .switchOn))
        #expect(machine.isBlocked("shopping") && machine.end() == "2026-11-18T20:00:00+01:00")
        #expect(machine.engine.state.prompts.isEmpty)
        #expect(machine.folded == machine.engine.state)
    }

    /// The answer is about the schedule that the prompt named when it was read.
    @Test func switchOnAsNamed() throws {
        let set = try rules(
            [
                schedule("days", ["daily 08:00-20:00"], isEnabled: false),
                schedule("nights", ["daily 22:30-06:30"], isEnabled: false),
                schedule("weeks", ["daily 08:00-22:00"], isEnabled: false),
            ], risk: risk([("f", "0.7", "true")]))
        var machine = try Machine(at: "2026-11-18T15:00:00+01:00", rules: set)
        let prompt = try #require(machine.prompts(.riskHigh).first)
        // In the meantime another client has switched it on, and the next one is named.
        machine.send(.switch(.schedule("days"), isOn: true))
        #expect(machine.engine.switchedOffSchedule?.key == "weeks")
        #expect(machine.send(.answerPrompt(prompt.id, .switchOn, schedule: "days")) == [.changed])
        #expect(machine.engine.switchedOffSchedule?.key == "weeks")
        #expect(machine.engine.state.prompts.isEmpty)
    }

    /// A schedule that is no longer in the rules cannot be switched on; the prompt stays.
    @Test func switchOnWhatIsGone() throws {
        let set = try rules(
            [schedule("days", ["daily 08:00-20:00"], isEnabled: false)],
            risk: risk([("f", "0.7", "true")]))
        var machine = try Machine(at: "2026-11-18T15:00:00+01:00", rules: set)
        let prompt = try #require(machine.prompts(.riskHigh).first)
        machine.edit(try rules([], risk: risk([("f", "0.7", "true")])))
        #expect(
            machine.refusal(.answerPrompt(prompt.id, .switchOn, schedule: "days"))
                == .switchOn(.noSuchEntry, schedule: "days"))
        #expect(machine.engine.state.prompts.map(\.id) == [prompt.id])
    }

    @Test func nothingToSwitchOn() throws {
        var (machine, id) = try risky()
        #expect(
            machine.refusal(.answerPrompt(id, .switchOn))
                == .notAChoice(id, [.protect, .dismiss]))
    }

    private func risky() throws -> (Machine, Int64) {
        let set = try rules(
            [], targets: ["games", "shopping"], risk: risk([("f", "0.7", "true")]))
        let machine = try Machine(at: "2026-11-18T15:00:00+01:00", rules: set)
        return (machine, try #require(machine.prompts(.riskHigh).first?.id))
    }

    @Test func protect() throws {
        var (machine, id) = try risky()
        let answers = machine.send(.answerPrompt(id, .protect))
        let protection = try #require(machine.engine.state.protections.first)
        #expect(answers == [.protecting(protection, until: machine.watch + .hours(1))])
        #expect(protection.targets == ["games", "shopping"])
        #expect(protection.kind == .manualProtection)
        #expect(!protection.isStrict)
        #expect(machine.isBlocked("games") && machine.isBlocked("shopping"))
        #expect(machine.engine.state.prompts.isEmpty)
        #expect(closing(machine)?.choice == .protect)
        machine.advance(.hours(1) - instantly)
        #expect(machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(!machine.isBlocked("shopping"))
    }

    @Test func notNow() throws {
        var (machine, id) = try risky()
        #expect(machine.send(.answerPrompt(id, .dismiss)) == [.changed])
        #expect(machine.engine.state.prompts.isEmpty)
        #expect(machine.told.isEmpty)
        #expect(
            closing(machine) == PromptEnd(prompt: id, closing: .answered, choice: .dismiss))
        // The risk stays high: that is no new entry.
        machine.advance(.hours(3))
        #expect(machine.engine.state.prompts.isEmpty)
    }

    /// With nothing to protect the suggestion cannot be followed.
    @Test func nothingToProtect() throws {
        let set = try rules([], targets: [], risk: risk([("f", "0.7", "true")]))
        var machine = try Machine(at: "2026-11-18T15:00:00+01:00", rules: set)
        let id = try #require(machine.prompts(.riskHigh).first?.id)
        #expect(machine.refusal(.answerPrompt(id, .protect)) != nil)
        #expect(machine.prompts(.riskHigh).map(\.id) == [id])
        #expect(machine.send(.answerPrompt(id, .dismiss)) == [.changed])
    }

    // MARK: An auto-protection began

    @Test func why() throws {
        let set = try rules(
            [], risk: risk([("late", "0.8", "local.hour == 15")]), auto: [auto()])
        var machine = try Machine(at: "2026-11-18T15:00:00+01:00", rules: set)
        machine.advance(.minutes(5))
        let prompt = try #require(machine.prompts(.autoProtection).first)
        let events = machine.history.count
        #expect(machine.send(.answerPrompt(prompt.id, .why)) == [.explained(prompt)])
        #expect(machine.send(.answerPrompt(prompt.id, .why)) == [.explained(prompt)])
        #expect(machine.history.count == events)
        #expect(machine.send(.answerPrompt(prompt.id, .dismiss)) == [.changed])
        #expect(machine.prompts(.autoProtection).isEmpty)
        // The window itself goes on.
        #expect(machine.isBlocked("shopping"))
        #expect(machine.engine.isAutoProtected(["shopping"]))
        machine.advance(.hours(2))
        #expect(!machine.isBlocked("shopping"))
    }

    // MARK: Answers that do not fit

    @Test func notAChoice() throws {
        var (machine, attempt) = try attempted()
        let events = machine.history.count
        for choice in [Prompt.Choice.protect, .dismiss, .why] {
            #expect(
                machine.refusal(.answerPrompt(attempt, choice))
                    == .notAChoice(attempt, [.keep, .planned, .impulse]))
        }
        #expect(machine.history.count == events)
        var (risky, suggestion) = try risky()
        for choice in [Prompt.Choice.keep, .planned, .impulse, .why] {
            #expect(
                risky.refusal(.answerPrompt(suggestion, choice))
                    == .notAChoice(suggestion, [.protect, .dismiss]))
        }
        #expect(risky.prompts(.riskHigh).count == 1)
    }

    @Test(arguments: [0, -1, 1, 999, Int64.max, .min])
    func unknownPrompt(id: Int64) throws {
        var machine = try atNight()
        let events = machine.history.count
        for choice in Prompt.Choice.allCases {
            #expect(machine.refusal(.answerPrompt(id, choice)) == .noSuchPrompt(id))
        }
        #expect(machine.history.count == events)
    }

    @Test func answeredTwice() throws {
        var (machine, id) = try attempted()
        machine.send(.answerPrompt(id, .keep))
        #expect(machine.refusal(.answerPrompt(id, .keep)) == .noSuchPrompt(id))
        #expect(machine.refusal(.answerPrompt(id, .impulse)) == .noSuchPrompt(id))
        #expect(machine.engine.figures.keptToday == 1)
    }

    /// Answered at the instant at which its time is over.
    @Test func tooLate() throws {
        var (machine, id) = try attempted()
        machine.hasTicks = false
        var late = machine
        machine.advance(.minutes(10) - instantly)
        #expect(machine.refusal(.answerPrompt(id, .impulse)) == nil)
        late.sleep(.minutes(10))
        #expect(late.refusal(.answerPrompt(id, .impulse)) == .noSuchPrompt(id))
        #expect(late.engine.state.requests.isEmpty)
    }
}
