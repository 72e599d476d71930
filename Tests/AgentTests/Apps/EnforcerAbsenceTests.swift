import API
import Testing

@testable import soteria_agent

/// The daemon or the manager gone, failures, starts and ends.
struct EnforcerAbsenceTests {
    static let game = EnforcerTests.game
    static let places = EnforcerTests.places

    private static func blocked(
        until: Duration? = nil, _ places: [TargetsAPI.Places] = places
    ) -> AppBench {
        var bench = AppBench.ready(places)
        bench.start(game, isNew: false)
        bench.block("games", AppBench.block(until: until))
        return bench
    }

    @Test("Without the daemon, held for five minutes, then thawed, and said so")
    func daemonGone() {
        var bench = Self.blocked()
        bench.handle(.daemonLost)
        bench.pass(.seconds(299))
        #expect(bench.frozen == [Self.game.name])
        bench.pass(.seconds(1))
        #expect(bench.frozen.isEmpty)
        #expect(bench.shown[Enforcer.absence]?.text.contains("game") == true)
        #expect(bench.shown["blocked:games"] == nil)
        #expect(bench.enforcer.deadline == nil)
    }

    @Test("Or until the end that was known")
    func knownEnd() {
        var bench = Self.blocked(until: .seconds(1060))
        bench.handle(.daemonLost)
        bench.pass(.seconds(59))
        #expect(bench.frozen == [Self.game.name])
        bench.pass(.seconds(1))
        #expect(bench.frozen.isEmpty)
    }

    @Test("While the daemon is there, its word ends a block and not the clock")
    func endIsTheDaemons() {
        var bench = Self.blocked(until: .seconds(1060))
        bench.pass(.seconds(600))
        #expect(bench.frozen == [Self.game.name])
    }

    @Test("A daemon that is back in time finds everything as it was")
    func backInTime() {
        var bench = Self.blocked()
        bench.handle(.daemonLost)
        bench.pass(.seconds(200))
        _ = bench.news()
        bench.handle(.blocks(["games": AppBench.block()]))
        #expect(
            !bench.news().contains {
                switch $0 {
                case .thaw, .freeze: true
                default: false
                }
            })
        bench.pass(.seconds(3600))
        #expect(bench.frozen == [Self.game.name])
    }

    @Test("A daemon that is back late has its blocks again, and what was told is taken back")
    func backLate() {
        var bench = Self.blocked()
        bench.handle(.daemonLost)
        bench.pass(.seconds(400))
        #expect(bench.frozen.isEmpty)
        bench.handle(.blocks(["games": AppBench.block()]))
        #expect(bench.frozen == [Self.game.name])
        #expect(bench.shown[Enforcer.absence] == nil)
    }

    @Test("A daemon that is back and blocks nothing")
    func backOpen() {
        var bench = Self.blocked()
        bench.handle(.daemonLost)
        bench.handle(.blocks([:]))
        #expect(bench.frozen.isEmpty)
    }

    @Test("A unit that begins while the daemon is away is held as what it said last")
    func newWhileAway() {
        var bench = AppBench.ready(Self.places)
        bench.block("games")
        bench.handle(.daemonLost)
        bench.start(Self.game)
        #expect(bench.frozen == [Self.game.name])
        bench.pass(.seconds(300))
        #expect(bench.frozen.isEmpty)
    }

    @Test("At the end of the agent everything is thawed, and nothing frozen any more")
    func stop() {
        var bench = Self.blocked()
        bench.handle(.stop)
        #expect(bench.frozen.isEmpty)
        #expect(bench.enforcer.isAtRest)
        #expect(bench.shown.isEmpty)
        bench.block("late")
        bench.start(EnforcerTests.other)
        #expect(bench.frozen.isEmpty)
        #expect(bench.record.isEmpty)
    }

    @Test("A freeze under way at the end is waited for and undone")
    func stopWhileFreezing() {
        var bench = AppBench.ready(Self.places)
        bench.start(Self.game, isNew: false)
        bench.answersAtOnce = false
        bench.block("games")
        bench.answer(0)
        bench.handle(.stop)
        #expect(!bench.enforcer.isAtRest)
        #expect(bench.pending == [.freeze(Self.game.name)])
        bench.answersAtOnce = true
        bench.answer(0)
        #expect(bench.frozen.isEmpty)
        #expect(bench.enforcer.isAtRest)
    }

    /// A unit that a killed agent left frozen and on record.
    private static func left() -> AppBench {
        var bench = AppBench()
        bench.record = [game.name, "app-x-old-9.scope"]
        bench.handle(.recorded(bench.record))
        bench.units[game.name] = AppBench.Reality(unit: game, isFrozen: true)
        bench.handle(.listed([game.name]))
        bench.handle(.found(game))
        return bench
    }

    @Test("A new agent waits with what was left frozen until it knows whether it is blocked")
    func takesOver() {
        var bench = Self.left()
        #expect(bench.frozen == [Self.game.name])
        #expect(bench.record == [Self.game.name])
        bench.handle(.blocks(["games": AppBench.block()]))
        #expect(bench.frozen == [Self.game.name])
        bench.setPlaces(Self.places)
        #expect(bench.frozen == [Self.game.name])
        bench.open("games")
        #expect(bench.frozen.isEmpty)
        #expect(bench.record.isEmpty)
    }

    @Test("What is not blocked any more is thawed then")
    func takesOverOpen() {
        var bench = Self.left()
        bench.setPlaces(Self.places)
        #expect(bench.frozen == [Self.game.name])
        bench.handle(.blocks([:]))
        #expect(bench.frozen.isEmpty)
    }

    @Test("And after five minutes without the daemon in any case")
    func takesOverAlone() {
        var bench = Self.left()
        bench.pass(.seconds(299))
        #expect(bench.frozen == [Self.game.name])
        bench.pass(.seconds(1))
        #expect(bench.frozen.isEmpty)
        #expect(bench.record.isEmpty)
    }

    @Test("The manager gone and back: what it knows is gone over, what ended is released")
    func managerBack() {
        var bench = Self.blocked()
        bench.start(EnforcerTests.other, isNew: false)
        bench.handle(.managerLost)
        bench.units[EnforcerTests.other.name] = nil
        bench.handle(.listed([Self.game.name]))
        bench.handle(.found(Self.game))
        #expect(Set(bench.enforcer.units.keys) == [Self.game.name])
        #expect(bench.frozen == [Self.game.name])
        bench.open("games")
        #expect(bench.frozen.isEmpty)
    }

    @Test("A manager that was killed and knows the unit no longer: the kernel thaws it")
    func managerForgot() {
        var bench = Self.blocked()
        bench.handle(.managerLost)
        bench.handle(.listed([]))
        #expect(bench.frozen.isEmpty)
        #expect(bench.record.isEmpty)
    }

    @Test("What somebody else thawed meanwhile is frozen again")
    func thawedByOthers() {
        var bench = Self.blocked()
        bench.handle(.managerLost)
        bench.units[Self.game.name]?.isFrozen = false
        bench.handle(.listed([Self.game.name]))
        bench.handle(.found(Self.game))
        #expect(bench.frozen == [Self.game.name])
        #expect(bench.record == [Self.game.name])
    }

    @Test("A freeze that is refused is undone, tried again five times, then told")
    func freezeRefused() {
        var bench = AppBench.ready(Self.places)
        bench.start(Self.game, isNew: false, refusal: "the unit is busy")
        bench.block("games")
        #expect(bench.frozen.isEmpty)
        #expect(bench.shown.isEmpty)
        bench.pass(.seconds(3600))
        let freezes = bench.log.filter { $0 == .freeze(Self.game.name) }
        #expect(freezes.count == Enforcer.freezeTries)
        #expect(bench.record.isEmpty)
        #expect(
            bench.shown["blocked:games"]?.text
                == "game is blocked but keeps running, because it could not be paused: "
                + "the unit is busy.")
        // The next block tries again.
        bench.open("games")
        bench.units[Self.game.name]?.refusal = nil
        bench.block("games")
        #expect(bench.frozen == [Self.game.name])
    }

    @Test("One that is refused once is frozen a moment later")
    func freezeBusy() {
        var bench = AppBench.ready(Self.places)
        bench.start(Self.game, isNew: false, refusal: "the unit is busy")
        bench.block("games")
        bench.units[Self.game.name]?.refusal = nil
        bench.pass(.milliseconds(50))
        #expect(bench.frozen == [Self.game.name])
        #expect(bench.shown["blocked:games"]?.text == "Paused: game. Nothing is lost.")
    }

    @Test("A thaw that is refused is tried for as long as it takes, and the kernel told")
    func thawRefused() {
        var bench = Self.blocked()
        bench.units[Self.game.name]?.thawRefusal = "no"
        bench.open("games")
        #expect(bench.frozen.isEmpty, "the kernel was told")
        #expect(bench.logEntries.last?.kind == .notThawed("no"))
        #expect(bench.record.isEmpty, "a look has shown that it runs")
        bench.pass(.seconds(600))
        #expect(bench.enforcer.deadline == nil)
        #expect(bench.logEntries.filter { $0.kind == .notThawed("no") }.count == 1)
    }

    @Test("A thaw that neither the manager nor the kernel does is tried for as long as it takes")
    func thawStuck() {
        var bench = Self.blocked()
        bench.answersAtOnce = false
        bench.open("games")
        for _ in 0..<40 {
            while let pending = bench.pending.first {
                bench.pending.removeFirst()
                switch pending {
                case .thaw: bench.handle(.thawed(Self.game.name, .failed("no")))
                case .inspect: bench.handle(.inspected(Self.game.name, UnitFacts(isFrozen: true)))
                case .freeze: Issue.record("frozen although it is open")
                }
            }
            #expect(bench.record == [Self.game.name])
            bench.pass(.seconds(31))
        }
        bench.units[Self.game.name]?.isFrozen = true
        bench.answersAtOnce = true
        bench.answerAll()
        bench.pass(.seconds(31))
        #expect(bench.frozen.isEmpty)
        #expect(bench.record.isEmpty)
        #expect(bench.enforcer.deadline == nil)
    }

    @Test("A service that takes long to start is frozen when the manager is done with it")
    func busy() {
        var bench = AppBench.ready(Self.places)
        bench.block("games")
        bench.units[Self.game.name] = AppBench.Reality(unit: Self.game, isBusy: true)
        bench.handle(.appeared(Self.game))
        bench.pass(.seconds(60))
        #expect(bench.frozen.isEmpty)
        #expect(bench.record.isEmpty)
        #expect(bench.shown.isEmpty)
        bench.units[Self.game.name]?.isBusy = false
        bench.handle(.ready(Self.game.name))
        #expect(bench.frozen == [Self.game.name])
        // And without being told, it is found out within half a minute.
        bench.open("games")
        bench.units[Self.game.name]?.isBusy = true
        bench.block("games")
        bench.pass(.seconds(300))
        bench.units[Self.game.name]?.isBusy = false
        bench.pass(.seconds(30))
        #expect(bench.frozen == [Self.game.name])
    }

    @Test("What was left is not held for ever by a daemon that never tells its places")
    func neverPlaces() {
        var bench = Self.left()
        bench.handle(.blocks(["games": AppBench.block()]))
        bench.pass(.seconds(299))
        #expect(bench.frozen == [Self.game.name])
        bench.pass(.seconds(1))
        #expect(bench.frozen.isEmpty)
        #expect(bench.record.isEmpty)
    }

    @Test("An end before anything was found: the kernel thaws what is on record")
    func endsEarly() {
        var bench = AppBench()
        bench.units[Self.game.name] = AppBench.Reality(unit: Self.game, isFrozen: true)
        bench.record = [Self.game.name]
        bench.handle(.recorded(bench.record))
        bench.handle(.stop)
        #expect(bench.frozen.isEmpty)
        #expect(bench.record.isEmpty)
    }

    @Test("What was asked to end and has not is asked again by a manager that is back")
    func asksAgain() {
        var bench = AppBench.ready([.target("games", .stop, kill: true, apps: ["game"])])
        bench.start(Self.game, isNew: false)
        bench.block("games")
        bench.handle(.managerLost)
        bench.handle(.listed([Self.game.name]))
        bench.handle(.found(Self.game))
        #expect(bench.units[Self.game.name]?.signals == ["TERM", "TERM"])
        bench.pass(.seconds(10))
        #expect(bench.units[Self.game.name]?.signals == ["TERM", "TERM", "KILL"])
    }

    @Test("What somebody else froze and thawed while it is blocked is frozen at the next look")
    func foreignThawed() {
        var bench = AppBench.ready(Self.places)
        bench.start(Self.game, isNew: false)
        bench.units[Self.game.name]?.isFrozen = true
        bench.units[Self.game.name]?.isForeign = true
        bench.block("games")
        #expect(bench.record.isEmpty)
        bench.units[Self.game.name]?.isFrozen = false
        bench.units[Self.game.name]?.isForeign = false
        bench.handle(.reinspect)
        #expect(bench.frozen == [Self.game.name])
        #expect(bench.record == [Self.game.name])
    }

    @Test("A freeze that nobody answers counts as done, so that it is undone later")
    func unanswered() {
        var bench = AppBench.ready(Self.places)
        bench.start(Self.game, isNew: false)
        bench.answersAtOnce = false
        bench.block("games")
        bench.answer(0)
        bench.pending = []
        bench.answersAtOnce = true
        bench.handle(.froze(Self.game.name, .unanswered))
        #expect(bench.record == [Self.game.name])
        _ = bench.news()
        bench.open("games")
        #expect(bench.news().contains(.thaw(Self.game.name)))
        #expect(bench.record.isEmpty)
    }
}
