import API
import Testing

@testable import soteria_agent

/// Freezing and thawing.
struct EnforcerTests {
    static let game = AppBench.unit("app-x-game-1.scope")
    static let other = AppBench.unit("app-x-other-2.scope")
    static let places: [TargetsAPI.Places] = [
        .target("games", apps: ["game"]), .target("late", apps: ["game"]),
    ]

    @Test("What is blocked is put on record, frozen, and thawed when it is open again")
    func freezesAndThaws() {
        var bench = AppBench.ready(Self.places)
        bench.start(Self.game, isNew: false)
        bench.start(Self.other, isNew: false)
        _ = bench.news()
        bench.block("games")
        let orders = bench.news().filter { if case .log = $0 { false } else { true } }
        #expect(
            orders.prefix(3) == [
                .inspect(Self.game), .record(Self.game), .freeze(Self.game.name),
            ])
        #expect(bench.frozen == [Self.game.name])
        #expect(bench.record == [Self.game.name])
        bench.open("games")
        #expect(bench.frozen.isEmpty)
        #expect(bench.record.isEmpty)
        #expect(bench.attempts.isEmpty)
        #expect(bench.logEntries.map(\.kind) == [.froze, .thawed])
    }

    @Test("Of several targets, any one that is blocked keeps it frozen")
    func severalTargets() {
        var bench = AppBench.ready(Self.places)
        bench.start(Self.game, isNew: false)
        bench.block("games")
        bench.block("late")
        bench.open("games")
        #expect(bench.frozen == [Self.game.name])
        bench.open("late")
        #expect(bench.frozen.isEmpty)
    }

    @Test("It is thawed only after the manager has answered the freeze")
    func thawWaits() {
        var bench = AppBench.ready(Self.places)
        bench.start(Self.game, isNew: false)
        bench.answersAtOnce = false
        bench.block("games")
        bench.answer(0)
        #expect(bench.pending == [.freeze(Self.game.name)])
        bench.open("games")
        #expect(bench.pending == [.freeze(Self.game.name)])
        bench.answer(0)
        #expect(bench.pending == [.thaw(Self.game.name)])
        bench.answer(0)
        #expect(bench.frozen.isEmpty)
        #expect(bench.record.isEmpty)
    }

    @Test("What is blocked again while it is being thawed is frozen again")
    func blockedWhileThawing() {
        var bench = AppBench.ready(Self.places)
        bench.start(Self.game, isNew: false)
        bench.block("games")
        bench.answersAtOnce = false
        bench.open("games")
        bench.block("games")
        #expect(bench.pending.first == .thaw(Self.game.name))
        bench.answersAtOnce = true
        bench.answer(0)
        #expect(bench.frozen == [Self.game.name])
        #expect(bench.record == [Self.game.name])
    }

    @Test("What ends while it is being frozen is forgotten")
    func vanishes() {
        var bench = AppBench.ready(Self.places)
        bench.start(Self.game, isNew: false)
        bench.answersAtOnce = false
        bench.block("games")
        bench.answer(0)
        bench.units[Self.game.name] = nil
        bench.answer(0)
        #expect(bench.enforcer.units.isEmpty)
        #expect(bench.record.isEmpty)
        #expect(bench.enforcer.isAtRest)
        bench.end(Self.game.name)
        bench.open("games")
        #expect(bench.pending.isEmpty)
    }

    @Test("What ends while it is looked at, or is being thawed, is forgotten too")
    func vanishesEarlierOrLater() {
        var bench = AppBench.ready(Self.places)
        bench.start(Self.game, isNew: false)
        bench.answersAtOnce = false
        bench.block("games")
        bench.units[Self.game.name] = nil
        bench.answer(0)
        #expect(bench.enforcer.units.isEmpty)
        bench.answersAtOnce = true
        bench.start(Self.game)
        bench.answersAtOnce = false
        bench.open("games")
        bench.units[Self.game.name] = nil
        bench.answer(0)
        #expect(bench.enforcer.units.isEmpty)
        #expect(bench.record.isEmpty)
    }

    @Test("A late answer about what has ended, or to nobody's question, is ignored")
    func strayAnswers() {
        var bench = AppBench.ready(Self.places)
        bench.start(Self.game, isNew: false)
        for outcome in [Enforcer.Outcome.gone, .failed("x"), .unanswered] {
            bench.handle(.froze(Self.game.name, outcome))
            bench.handle(.thawed(Self.game.name, outcome))
            bench.handle(.froze("none.scope", outcome))
            bench.handle(.thawed("none.scope", outcome))
        }
        #expect(bench.news().allSatisfy { $0 != .thaw(Self.game.name) })
        // One that met another unit of the same name is undone.
        bench.units[Self.game.name]?.isFrozen = true
        bench.handle(.froze(Self.game.name, .done))
        bench.handle(.inspected("none.scope", UnitFacts()))
        #expect(bench.frozen.isEmpty)
        #expect(bench.enforcer.units.count == 1)
        bench.block("games")
        #expect(bench.frozen == [Self.game.name])
    }

    @Test("What the person froze by hand is theirs")
    func foreign() {
        var bench = AppBench.ready(Self.places)
        bench.start(Self.game, isNew: false)
        bench.units[Self.game.name]?.isFrozen = true
        bench.units[Self.game.name]?.isForeign = true
        bench.block("games")
        bench.open("games")
        #expect(bench.frozen == [Self.game.name])
        #expect(bench.record.isEmpty)
        bench.handle(.stop)
        #expect(bench.frozen == [Self.game.name])
    }

    @Test("A look that a thaw overtook does not pass its freeze off as somebody else's")
    func lookOvertaken() {
        var bench = AppBench.ready(Self.places)
        bench.start(Self.game, isNew: false)
        bench.block("games")
        bench.answersAtOnce = false
        bench.open("games")
        bench.block("games")
        #expect(bench.pending == [.thaw(Self.game.name), .inspect(Self.game.name)])
        // The look saw the unit frozen, and is told after the thaw.
        bench.answer(0)
        bench.pending = []
        bench.answersAtOnce = true
        bench.handle(.inspected(Self.game.name, UnitFacts(isFrozen: true)))
        #expect(bench.frozen == [Self.game.name])
        #expect(bench.record == [Self.game.name])
    }

    @Test("A unit that begins while its target is blocked is acted on at once, as one attempt")
    func newUnits() {
        var bench = AppBench.ready(Self.places)
        bench.block("games")
        bench.block("late")
        bench.start(Self.game)
        #expect(bench.frozen == [Self.game.name])
        #expect(bench.attempts == ["game"])
        bench.pass(.seconds(100))
        bench.handle(.reinspect)
        bench.open("late")
        #expect(bench.attempts == ["game"])
        bench.end(Self.game.name)
        bench.start(Self.game)
        #expect(bench.attempts == ["game", "game"])
    }

    @Test("What ran before it was blocked is no attempt")
    func noAttempt() {
        var bench = AppBench.ready(Self.places)
        bench.start(Self.game)
        bench.block("games")
        #expect(bench.attempts.isEmpty)
        bench.open("games")
        bench.block("games")
        #expect(bench.attempts.isEmpty)
        #expect(bench.frozen == [Self.game.name])
    }

    @Test("By executable: a launcher's processes are looked at again until the program runs")
    func executables() {
        var bench = AppBench.ready([.target("games", executables: ["/usr/games/tux"])])
        bench.block("games")
        let unit = AppBench.unit("run-u7.scope")
        bench.start(unit, UnitFacts(executables: ["/usr/bin/systemd-run"]))
        #expect(bench.frozen.isEmpty)
        bench.units[unit.name]?.facts.executables = ["/usr/games/tux"]
        bench.pass(.milliseconds(49))
        #expect(bench.frozen.isEmpty)
        bench.pass(.milliseconds(1))
        #expect(bench.frozen == [unit.name])
        #expect(bench.attempts == ["/usr/games/tux"])
        #expect(bench.enforcer.unitsInUse.isEmpty)
        bench.pass(.seconds(3600))
        #expect(bench.attempts.count == 1)
    }

    @Test("By executable: a program that starts in a known unit is an attempt, and frozen")
    func lateStart() {
        var bench = AppBench.ready([.target("games", executables: ["/usr/games/tux"])])
        bench.block("games")
        let unit = AppBench.unit("run-u7.scope")
        bench.start(unit, UnitFacts(executables: ["/bin/sh"]))
        bench.pass(.seconds(3600))
        bench.units[unit.name]?.facts.executables = ["/usr/games/tux"]
        bench.handle(.programStarted)
        bench.handle(.programStarted)
        bench.pass(.milliseconds(50))
        #expect(bench.frozen == [unit.name])
        #expect(bench.attempts == ["/usr/games/tux"])
        bench.handle(.programStarted)
        bench.pass(.seconds(2))
        #expect(bench.attempts.count == 1)
        #expect(bench.enforcer.deadline == nil)
    }

    @Test("By executable: a program that starts while its target is open is no attempt later")
    func lateStartWhileOpen() {
        var bench = AppBench.ready([.target("games", executables: ["/usr/games/tux"])])
        let unit = AppBench.unit("run-u7.scope")
        bench.start(unit, UnitFacts(executables: ["/bin/sh"]))
        bench.pass(.seconds(2))
        bench.units[unit.name]?.facts.executables = ["/usr/games/tux"]
        bench.handle(.programStarted)
        bench.pass(.seconds(2))
        #expect(bench.enforcer.unitsInUse.map(\.name) == [unit.name])
        bench.block("games")
        #expect(bench.frozen == [unit.name])
        #expect(bench.attempts.isEmpty)
    }

    @Test("By executable: a file that is opened all the time costs one look a second")
    func openedAllTheTime() {
        var bench = AppBench.ready([.target("games", executables: ["/usr/games/tux"])])
        bench.block("games")
        let unit = AppBench.unit("run-u7.scope")
        bench.start(unit, UnitFacts(executables: ["/bin/sh"]))
        bench.pass(.seconds(3600))
        func looks() -> Int { bench.log.count { $0 == .inspect(unit) } }
        let before = looks()
        for _ in 0..<1000 {
            bench.handle(.programStarted)
            bench.pass(.milliseconds(10))
        }
        // Two more at the beginning.
        #expect(looks() - before <= 12)
        // The last start is found, and what follows none is not looked for.
        bench.units[unit.name]?.facts.executables = ["/usr/games/tux"]
        bench.handle(.programStarted)
        bench.pass(.seconds(3))
        #expect(bench.frozen == [unit.name])
        #expect(bench.attempts == ["/usr/games/tux"])
        #expect(bench.enforcer.deadline == nil)
    }

    @Test("It is not looked for ever")
    func looksEnd() {
        var bench = AppBench.ready([.target("games", executables: ["/usr/games/tux"])])
        bench.block("games")
        bench.start(AppBench.unit("run-u7.scope"), UnitFacts(executables: ["/bin/sh"]))
        bench.pass(.seconds(2))
        _ = bench.news()
        #expect(bench.enforcer.deadline == nil)
        bench.pass(.seconds(3600))
        #expect(bench.news().isEmpty)
    }

    @Test("At a decision, what belonged to nothing is looked at again")
    func strangers() {
        var bench = AppBench.ready([.target("games", executables: ["/usr/games/tux"])])
        let unit = AppBench.unit("run-u7.scope")
        bench.start(unit, UnitFacts(executables: ["/bin/sh"]), isNew: false)
        bench.units[unit.name]?.facts.executables = ["/usr/games/tux"]
        bench.block("games")
        #expect(bench.frozen == [unit.name])
        #expect(bench.attempts.isEmpty)
    }

    @Test("Without executables in the rules nothing is looked at before a decision")
    func noLooks() {
        var bench = AppBench.ready(Self.places)
        bench.start(Self.game)
        bench.start(Self.other)
        #expect(
            !bench.news().contains { if case .inspect = $0 { true } else { false } })
        #expect(bench.enforcer.deadline == nil)
    }

    @Test("Other places: what no target names any more is thawed, what one names now is frozen")
    func placesChange() {
        var bench = AppBench.ready(Self.places)
        bench.start(Self.game, isNew: false)
        bench.start(Self.other, isNew: false)
        bench.block("games")
        bench.setPlaces([.target("games", apps: ["other"])])
        #expect(bench.frozen == [Self.other.name])
        bench.setPlaces([])
        #expect(bench.frozen.isEmpty)
    }

    @Test("The decision may come before the places, or after")
    func anyOrder() {
        var bench = AppBench()
        bench.handle(.blocks(["games": AppBench.block()]))
        bench.start(Self.game, isNew: false)
        #expect(bench.frozen.isEmpty)
        bench.setPlaces(Self.places)
        #expect(bench.frozen == [Self.game.name])
    }

    @Test("All that belongs to targets and can be used is told as used")
    func inUse() {
        var bench = AppBench.ready(Self.places)
        bench.start(Self.game)
        bench.start(Self.other)
        let used = UsedUnit(
            name: Self.game.name, controlGroup: Self.game.controlGroup, apps: ["game"])
        #expect(bench.enforcer.unitsInUse == [used])
        bench.block("games")
        #expect(bench.enforcer.unitsInUse.isEmpty)
        bench.open("games")
        #expect(bench.enforcer.unitsInUse == [used])
        bench.end(Self.game.name)
        #expect(bench.enforcer.unitsInUse.isEmpty)
    }

    @Test("An alias may say which app it is")
    func alias() {
        var bench = AppBench.ready(Self.places)
        let unit = AppBench.unit("play.service", ids: ["game"])
        bench.start(unit, isNew: false)
        bench.block("games")
        #expect(bench.frozen == [unit.name])
    }
}
