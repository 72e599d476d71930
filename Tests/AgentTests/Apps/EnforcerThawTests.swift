import API
import Testing

@testable import soteria_agent

/// Frozen units that somebody else thaws.
struct EnforcerThawTests {
    private static let game = EnforcerTests.game
    private static let name = game.name

    private static func frozen(_ places: TargetsAPI.Places...) -> AppBench {
        var bench = AppBench.ready(places)
        bench.start(game, isNew: false)
        for target in places { bench.block(target.target) }
        return bench
    }

    private static func signals(_ bench: AppBench) -> [String] {
        bench.units[name]?.signals ?? []
    }

    @Test("It is frozen again, and the thaw is an attempt")
    func freezesAgain() {
        var bench = Self.frozen(.target("games", apps: ["game"]))
        #expect(bench.watched == [Self.name])
        bench.thawByHand(Self.name)
        #expect(bench.frozen == [Self.name])
        #expect(bench.record == [Self.name])
        #expect(bench.watched == [Self.name])
        #expect(bench.attempts == ["game"])
        #expect(bench.thaws == ["game"])
        #expect(bench.logEntries.map(\.kind) == [.froze, .thawedByOthers, .froze])
    }

    @Test("A change of the group that is no thaw changes nothing")
    func otherChanges() {
        var bench = Self.frozen(.target("games", apps: ["game"]))
        bench.handle(.stirred(Self.name))
        bench.handle(.stirred("none.scope"))
        #expect(bench.frozen == [Self.name])
        #expect(bench.attempts.isEmpty)
    }

    @Test("A thaw while the unit is looked at is seen too")
    func duringInspection() {
        var bench = Self.frozen(.target("games", apps: ["game"]))
        bench.answersAtOnce = false
        bench.handle(.reinspect)
        bench.units[Self.name]?.isFrozen = false
        bench.handle(.stirred(Self.name))
        bench.pending = []
        // The look saw the unit before the thaw.
        bench.handle(.inspected(Self.name, UnitFacts(isFrozen: true)))
        #expect(bench.pending == [.inspect(Self.name)])
        bench.answersAtOnce = true
        bench.answerAll()
        #expect(bench.frozen == [Self.name])
        #expect(bench.thaws == ["game"])
    }

    @Test("A process that was moved out and back is an attempt; its unit stands still")
    func moved() {
        var bench = Self.frozen(.target("games", apps: ["game"]))
        bench.handle(.moved(Self.name))
        #expect(bench.frozen == [Self.name])
        #expect(bench.thaws == ["game"])
        bench.open("games")
        bench.handle(.moved(Self.name))
        #expect(bench.thaws == ["game"])
    }

    @Test("The agent's own thaw is nobody's attempt")
    func ownThaw() {
        var bench = Self.frozen(.target("games", apps: ["game"]))
        bench.answersAtOnce = false
        bench.open("games")
        #expect(bench.watched.isEmpty)
        bench.handle(.stirred(Self.name))
        bench.answersAtOnce = true
        bench.answerAll()
        #expect(bench.frozen.isEmpty)
        #expect(bench.attempts.isEmpty)
    }

    @Test("A freeze that was never confirmed may have been none")
    func unconfirmed() {
        var bench = AppBench.ready([.target("games", apps: ["game"])])
        bench.start(Self.game, isNew: false)
        bench.answersAtOnce = false
        bench.block("games")
        bench.answer(0)
        bench.pending = []
        bench.answersAtOnce = true
        bench.handle(.froze(Self.name, .unanswered))
        #expect(bench.frozen == [Self.name])
        #expect(bench.attempts.isEmpty)
    }

    @Test("on_thaw: stop asks it to quit at the third time in ten minutes, then freezes it again")
    func stops() {
        var bench = Self.frozen(.target("games", onThaw: .stop, apps: ["game"]))
        bench.thawByHand(Self.name)
        bench.pass(.seconds(299))
        bench.thawByHand(Self.name)
        #expect(bench.frozen == [Self.name])
        #expect(Self.signals(bench).isEmpty)
        bench.pass(.seconds(299))
        bench.thawByHand(Self.name)
        #expect(bench.frozen.isEmpty)
        #expect(bench.record.isEmpty)
        #expect(Self.signals(bench) == ["TERM"])
        #expect(bench.shown["blocked:games"]?.text == "Asked to quit: game.")
        bench.pass(.seconds(10))
        #expect(bench.frozen == [Self.name])
        #expect(Self.signals(bench) == ["TERM"])
        #expect(bench.shown["blocked:games"]?.text == "Paused: game. Nothing is lost.")
        #expect(bench.thaws.count == 3)
    }

    @Test("Three times in more than ten minutes are not enough, nor is a new block")
    func slowly() {
        var bench = Self.frozen(.target("games", onThaw: .stop, apps: ["game"]))
        for _ in 0..<5 {
            bench.thawByHand(Self.name)
            bench.pass(.seconds(301))
        }
        #expect(Self.signals(bench).isEmpty)
        bench.open("games")
        bench.block("games")
        bench.thawByHand(Self.name)
        #expect(Self.signals(bench).isEmpty)
        #expect(bench.frozen == [Self.name])
    }

    @Test("on_thaw: freeze never asks it to quit; a loop is frozen again, and reported ten times")
    func loops() {
        var bench = Self.frozen(.target("games", apps: ["game"]))
        for _ in 0..<1000 { bench.thawByHand(Self.name) }
        #expect(bench.frozen == [Self.name])
        #expect(bench.thaws.count == 10)
        #expect(bench.logEntries.count < 25)
        #expect(Self.signals(bench).isEmpty)
        bench.pass(.seconds(600))
        bench.thawByHand(Self.name)
        #expect(bench.thaws.count == 11)
    }

    @Test("A stopped unit whose target opens is left in peace")
    func opensMeanwhile() {
        var bench = Self.frozen(.target("games", onThaw: .stop, apps: ["game"]))
        for _ in 0..<3 { bench.thawByHand(Self.name) }
        bench.open("games")
        bench.pass(.seconds(60))
        #expect(bench.frozen.isEmpty)
        #expect(Self.signals(bench) == ["TERM"])
        bench.block("games")
        #expect(bench.frozen == [Self.name])
    }
}
