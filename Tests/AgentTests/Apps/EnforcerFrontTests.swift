import API
import Testing

@testable import soteria_agent

/// Blocked apps that are in front, or come there.
struct EnforcerFrontTests {
    private static let game = EnforcerTests.game
    private static let other = AppBench.unit("app-x-other-2.scope")
    private static let places: [TargetsAPI.Places] = [
        .target("games", apps: ["game", "other"]), .target("late", apps: ["late"]),
    ]

    private static func bench(putsAway: Bool = true) -> AppBench {
        var bench = AppBench.ready(places)
        bench.handle(.putsAway(putsAway))
        bench.start(game, isNew: false)
        bench.start(other, isNew: false)
        bench.bringToFront(game.name)
        return bench
    }

    @Test("What is in front is put away, and frozen once it has left")
    func putAway() {
        var bench = Self.bench()
        bench.block("games")
        #expect(bench.putAway == [Self.game.name, Self.other.name])
        #expect(bench.frozen == [Self.other.name], "what is not in front is frozen at once")
        bench.pass(.milliseconds(20))
        bench.bringToFront(nil)
        #expect(bench.frozen == [Self.game.name, Self.other.name])
        #expect(bench.putAway.count == 2, "each once")
        #expect(bench.attempts.isEmpty)
        #expect(bench.enforcer.deadline == nil)
    }

    @Test("It is frozen after 150 ms though it stays in front")
    func staysInFront() {
        var bench = Self.bench()
        bench.block("games")
        bench.pass(.milliseconds(149))
        #expect(bench.frozen == [Self.other.name])
        bench.pass(.milliseconds(1))
        #expect(bench.frozen == [Self.game.name, Self.other.name])
        #expect(bench.putAway == [Self.game.name, Self.other.name])
        #expect(bench.shown["blocked:games"]?.text.contains("game, other") == true)
    }

    @Test("Of a desktop that puts nothing away, it is frozen at once")
    func cannotPutAway() {
        var bench = Self.bench(putsAway: false)
        bench.block("games")
        #expect(bench.frozen == [Self.game.name, Self.other.name])
        #expect(bench.putAway.isEmpty)
    }

    @Test(
        "A source that is lost meanwhile does not delay the freeze, nor a block that ends undo it")
    func changesMeanwhile() {
        var bench = Self.bench()
        bench.block("games")
        bench.handle(.putsAway(false))
        #expect(bench.frozen == [Self.game.name, Self.other.name])
        bench.open("games")
        bench.handle(.putsAway(true))
        bench.bringToFront(Self.other.name)
        bench.bringToFront(Self.game.name)
        bench.block("games")
        #expect(bench.frozen == [Self.other.name])
        bench.open("games")
        bench.pass(.seconds(1))
        #expect(bench.frozen.isEmpty)
        bench.block("games")
        #expect(bench.frozen == [Self.other.name], "put away anew")
    }

    @Test("A frozen app that comes to the front is an attempt, one a second, and is put away again")
    func comesToFront() {
        var bench = Self.bench()
        bench.block("games")
        bench.bringToFront(nil)
        bench.pass(.seconds(60))
        for _ in 0..<10 {
            bench.bringToFront(Self.game.name)
            bench.bringToFront(nil)
            bench.pass(.milliseconds(250))
        }
        #expect(bench.attempts == ["game", "game", "game"])
        #expect(bench.putAway.count == 12)
        bench.pass(.seconds(1))
        bench.handle(.putsAway(false))
        bench.bringToFront(Self.game.name)
        #expect(bench.attempts.count == 4)
        #expect(bench.putAway.count == 12)
    }

    @Test("What comes to the front because another one was put away is no attempt")
    func followsFromPuttingAway() {
        var bench = Self.bench()
        bench.block("games")
        bench.bringToFront(Self.other.name)
        #expect(bench.attempts.isEmpty)
        #expect(bench.putAway == [Self.game.name, Self.other.name, Self.other.name])
        bench.bringToFront(nil)
        bench.pass(.seconds(1))
        bench.bringToFront(Self.other.name)
        #expect(bench.attempts == ["other"])
    }

    @Test("What somebody else freezes while it is put away is theirs, and waits for nothing")
    func frozenByOthers() {
        var bench = Self.bench()
        bench.block("games")
        bench.units[Self.game.name]?.isFrozen = true
        bench.units[Self.game.name]?.isForeign = true
        bench.handle(.reinspect)
        #expect(bench.enforcer.units[Self.game.name]?.step == .foreign)
        #expect(bench.enforcer.deadline == nil)
        bench.pass(.seconds(1))
        #expect(bench.record == [Self.other.name])
    }

    @Test("Windows behind others are put away with each freeze; a start has none yet")
    func behind() {
        var bench = Self.bench()
        bench.bringToFront(nil)
        bench.block("games")
        #expect(bench.putAway == [Self.game.name, Self.other.name])
        bench.thawByHand(Self.other.name)
        #expect(bench.frozen == [Self.game.name, Self.other.name])
        #expect(bench.putAway == [Self.game.name, Self.other.name, Self.other.name])
        bench.launch(AppBench.unit("app-x-game-3.scope"))
        #expect(bench.frozen.count == 3)
        #expect(bench.putAway.count == 3)
    }

    @Test("What is not blocked comes and goes as it likes")
    func unblocked() {
        var bench = Self.bench()
        bench.bringToFront(Self.other.name)
        bench.bringToFront(Self.game.name)
        bench.bringToFront("app-x-unknown-1.scope")
        bench.bringToFront(nil)
        #expect(bench.attempts.isEmpty && bench.putAway.isEmpty)
    }

    @Test("A window belongs to the unit of its process, however deep, or to that of its app")
    func windows() {
        let bench = Self.bench()
        let place = { (app: String?, group: String?) in
            bench.enforcer.place(
                of: FrontWindow(app: app, process: group.map { _ in 1 }),
                in: group.map { ControlGroup(path: $0) })
        }
        let group = Self.game.controlGroup
        #expect(place("foot", group) == WindowPlace(unit: Self.game.name))
        #expect(place(nil, group + "/below") == WindowPlace(unit: Self.game.name))
        #expect(place(nil, group + "2") == WindowPlace())
        #expect(place("Game", "/elsewhere") == WindowPlace(app: "game"), "in a unit of others")
        #expect(place("GAME", nil) == WindowPlace(unit: Self.game.name))
        #expect(place("other.desktop", nil) == WindowPlace(unit: Self.other.name))
        #expect(place("late", nil) == WindowPlace(app: "late"))
        #expect(place("nothing", nil) == WindowPlace())
    }

    @Test("Of two units of one app that differ, the one that can be used is taken, and no attempt")
    func severalUnits() {
        var bench = Self.bench()
        let second = AppBench.unit("app-x-game-2.scope")
        let place = { bench.enforcer.place(of: FrontWindow(app: "game"), in: nil) }
        bench.start(second, UnitFacts(exemption: .terminal), isNew: false)
        #expect(place().candidates == [Self.game.name, second.name])
        #expect(place().unit == Self.game.name, "of two alike, any one")
        bench.bringToFront(nil)
        bench.block("games")
        bench.putAway = []
        #expect(bench.frozen == [Self.game.name, Self.other.name])
        #expect(place().unit == second.name)
        let found = place()
        bench.handle(.front(found.unit, candidates: found.candidates))
        #expect(bench.putAway.isEmpty && bench.attempts.isEmpty)
        #expect(bench.enforcer.used(place())?.name == second.name)
        bench.end(second.name)
        #expect(place() == WindowPlace(unit: Self.game.name))
        bench.handle(.front(Self.game.name))
        #expect(bench.putAway == [Self.game.name] && bench.attempts == ["game"])
    }

    @Test("What a window uses: its unit unless that is frozen, or its app")
    func used() {
        var bench = Self.bench()
        let used = { (place: WindowPlace) in bench.enforcer.used(place)?.apps }
        #expect(used(WindowPlace(unit: Self.game.name)) == ["game"])
        #expect(used(WindowPlace(app: "late")) == ["late"])
        #expect(used(WindowPlace()) == nil)
        #expect(used(WindowPlace(unit: "gone.scope")) == nil)
        bench.bringToFront(nil)
        bench.block("games")
        #expect(bench.enforcer.used(WindowPlace(unit: Self.game.name)) == nil)
    }
}
