import Engine
import RuleModel
import Testing

/// `mood.last` is what was said last, not what was recorded last.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct LastMood {
    private func said(_ mood: String?) -> Intent { Intent(purpose: .planned, mood: mood) }

    /// Games and shopping blocked at 23:04:50; an auto-protection of games begins at 23:05.
    private func machine() throws -> Machine {
        let set = try rules(
            [schedule("always", ["daily 00:00-24:00"], blocks: ["games", "shopping"])],
            targets: ["games", "shopping"],
            auto: [auto(when: "local.hour == 23 && local.minute == 5", blocks: ["games"])])
        var machine = try atNight(set)
        try machine.advance(to: "2026-11-18T23:04:50+01:00")
        return machine
    }

    @Test func aLongerWaitSaysNothing() throws {
        var machine = try machine()
        let games = try machine.ask(.target("games"), said("sad"))
        machine.advance(.seconds(2))
        try machine.ask(.target("shopping"), said("happy"))
        #expect(machine.engine.figures.lastMood == "happy")
        machine.advance(.seconds(8))
        #expect(machine.autoProtections.count == 1)
        #expect(machine.refusal(confirming: games) == .waitNotOver(.seconds(20)))
        #expect(machine.engine.figures.lastMood == "happy")
        #expect(machine.folded.behaviour == machine.engine.state.behaviour)
        machine.restart(after: .seconds(1))
        #expect(machine.engine.figures.lastMood == "happy")
    }

    /// A wait that begins again because the pause's target is blocked now.
    @Test func aWaitThatBeginsAnew() throws {
        var machine = try Machine(
            at: "2026-11-18T22:29:00+01:00",
            rules: sharedSite(games: ["daily 22:30-06:30"], shopping: ["daily 22:00-06:30"]))
        let pause = try machine.ask(.target("games"), said("sad"), isPause: true)
        try machine.ask(.target("shopping"), said("happy"))
        machine.advance(.minutes(1))
        #expect(machine.refusal(confirming: pause) == .waitNotOver(.seconds(10)))
        #expect(machine.engine.figures.lastMood == "happy")
    }

    /// Said afresh it counts, also where the older request is the one in which it is said.
    @Test func saidLater() throws {
        var machine = try machine()
        try machine.ask(.target("games"), said(nil))
        try machine.ask(.target("shopping"), said("happy"))
        try machine.ask(.target("games"), said("sad"))
        #expect(machine.engine.figures.lastMood == "sad")
        try machine.ask(.target("shopping"), said("bored"))
        #expect(machine.engine.figures.lastMood == "bored")
    }
}
