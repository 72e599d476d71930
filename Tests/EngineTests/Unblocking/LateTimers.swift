import Engine
import RuleModel
import Testing

/// A request is judged by what holds when it comes, not by what held when a timer last fired.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct LateTimers {
    private let shop = Place.site("shopping.example")

    /// 06:29:59, and the timer of 06:30:00 is late.
    private func afterTheNight() throws -> Machine {
        var machine = try atNight()
        try machine.advance(to: "2026-11-19T06:29:59+01:00")
        machine.lag(.seconds(1))
        return machine
    }

    @Test func nothingIsBlockedAnyMore() throws {
        let machine = try afterTheNight()
        var asking = machine
        let input = AskToUnblock.request(.target("shopping"), intent: nil, isPause: false)
        #expect(asking.refusal(input) == .notBlocked(["shopping"]))
        #expect(!asking.isBlocked("shopping"))
        var opening = machine
        #expect(opening.send(.attempt(shop)) == [.attempted([])])
    }

    /// The grant's end is late: what is opened after it is blocked.
    @Test func theGrantIsOver() throws {
        var machine = try atNight()
        try machine.unblock()
        machine.advance(.seconds(899))
        machine.lag(.seconds(1))
        #expect(machine.send(.attempt(shop)) == [.attempted(["shopping"])])
        #expect(machine.isBlocked("shopping"))
    }

    @Test func theRequestHasExpired() throws {
        var machine = try atNight()
        let request = try machine.ask()
        machine.advance(.seconds(609))
        machine.lag(.seconds(1))
        var keeping = machine
        #expect(machine.refusal(confirming: request) == .requestOver(request.id, .expired))
        #expect(keeping.refusal(.keep(request: request.id)) == .requestOver(request.id, .expired))
        #expect(keeping.engine.figures.keptToday == 0)
    }

    @Test func aStrictNightHasBegun() throws {
        var machine = try Machine(
            at: "2026-11-18T22:29:00+01:00", rules: everyNight(isStrict: true))
        machine.send(.startProtection(target: "shopping", length: .hours(1), name: ""))
        let request = try machine.ask()
        machine.advance(.seconds(59))
        machine.lag(.seconds(1))
        let until = try at("2026-11-19T06:30:00+01:00")
        #expect(
            machine.refusal(confirming: request) == .strict(until: until, target: "shopping"))
        #expect(machine.isBlocked("shopping"))
    }

    @Test func thePromptIsOver() throws {
        var machine = try atNight()
        machine.send(.attempt(shop))
        let id = try #require(machine.engine.state.prompts.first?.id)
        machine.advance(.seconds(599))
        machine.lag(.seconds(1))
        #expect(machine.refusal(.answerPrompt(id, .impulse)) == .noSuchPrompt(id))
        #expect(machine.engine.state.requests.isEmpty)
    }

    /// A strict window that is over holds nobody back.
    @Test func theWindowIsOver() throws {
        let rule = try auto(
            when: "local.hour == 23 && local.minute == 5", for: .minutes(10), isStrict: true)
        var machine = try atNight(rules([], auto: [rule]))
        try machine.advance(to: "2026-11-18T23:14:59+01:00")
        let off = SwitchEntry.switch(.autoProtection("high_risk"), isOn: false)
        #expect(machine.refusal(off) != nil)
        machine.lag(.seconds(1))
        #expect(machine.send(off) == [.changed])
    }
}
