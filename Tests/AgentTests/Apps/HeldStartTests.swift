import API
import Testing

@testable import soteria_agent

/// Blocked apps that are started: held for a request, and ended without one.
struct HeldStartTests {
    private static let game = EnforcerTests.game
    private static let again = AppBench.unit("app-x-game-3.scope")
    private static let places: [TargetsAPI.Places] = [
        .target("games", apps: ["game", "other"]), .target("late", apps: ["game"]),
    ]

    /// A bench on which a blocked app was just started.
    private static func held() -> AppBench {
        var bench = AppBench.ready(places)
        bench.block("games")
        bench.launch(game)
        #expect(bench.frozen == [game.name])
        #expect(bench.enforcer.heldStarts.holds(app: "game"))
        #expect(bench.followsRequests)
        return bench
    }

    private func signals(_ bench: AppBench, _ unit: AppUnit = game) -> [String]? {
        bench.units[unit.name]?.signals
    }

    @Test("Without a request it is killed after ten minutes, frozen as it is")
    func noRequest() {
        var bench = Self.held()
        bench.handle(.requests([7: ["elsewhere"]]))
        bench.pass(.seconds(599))
        #expect(signals(bench) == [])
        bench.pass(.seconds(1))
        #expect(signals(bench) == ["KILL"])
        #expect(bench.frozen == [Self.game.name])
        #expect(bench.logEntries.map(\.kind) == [.froze, .discarded])
        #expect(!bench.followsRequests)
        bench.end(Self.game.name)
        #expect(bench.record.isEmpty)
        #expect(bench.enforcer.deadline == nil)
    }

    @Test("It thaws when its target is unblocked, or the block is over")
    func opens() {
        var bench = Self.held()
        bench.handle(.requestBegan(8, targets: ["games"]))
        bench.pass(.seconds(3600))
        #expect(signals(bench) == [], "a request may take long")
        bench.open("games")
        bench.handle(.requestEnded(8, .unblocked))
        bench.pass(.seconds(3600))
        #expect(bench.frozen.isEmpty && signals(bench) == [])
        #expect(!bench.followsRequests)
        bench.block("games")
        bench.pass(.seconds(3600))
        #expect(bench.frozen == [Self.game.name] && signals(bench) == [], "it has run since")
    }

    @Test(
        "It ends with a request that opens nothing",
        arguments: [
            HeldStarts.RequestEnd.kept, .expired, .protected,
        ])
    func ends(_ end: HeldStarts.RequestEnd) {
        var bench = Self.held()
        bench.handle(.requestBegan(8, targets: ["games", "others"]))
        bench.handle(.requestEnded(7, end))
        #expect(signals(bench) == [])
        bench.handle(.requestEnded(8, end))
        #expect(signals(bench) == ["KILL"])
    }

    @Test("A request that lapses gives the decision two seconds")
    func lapses() {
        var bench = Self.held()
        bench.handle(.requestBegan(8, targets: ["games"]))
        bench.handle(.requestEnded(8, .lapsed))
        bench.pass(.seconds(1))
        bench.handle(.requestBegan(9, targets: ["games", "others"]))
        #expect(signals(bench) == [])
        bench.pass(.seconds(1))
        #expect(signals(bench) == ["KILL"], "superseded")
        bench = Self.held()
        bench.handle(.requestBegan(8, targets: ["games"]))
        bench.handle(.requestEnded(8, .lapsed))
        bench.open("games")
        bench.pass(.seconds(3600))
        #expect(signals(bench) == [] && bench.frozen.isEmpty)
    }

    @Test("A request that opens one of two targets leaves the rest of ten minutes for another one")
    func opensHalf() {
        var bench = AppBench.ready(Self.places)
        bench.block("games")
        bench.block("late")
        bench.launch(Self.game)
        bench.handle(.requests([8: ["games"]]))
        bench.pass(.seconds(300))
        bench.open("games")
        bench.handle(.requestEnded(8, .unblocked))
        bench.pass(.seconds(299))
        #expect(signals(bench) == [] && bench.frozen == [Self.game.name])
        bench.pass(.seconds(1))
        #expect(signals(bench) == ["KILL"])
    }

    @Test(
        "A request that is refused, since the block is strict, ends it; one that is open does not")
    func refused() {
        var bench = Self.held()
        bench.handle(.requestRefused(["late"]))
        #expect(signals(bench) == [])
        bench.handle(.requestRefused(["late", "games"]))
        #expect(signals(bench) == ["KILL"])
        bench = Self.held()
        bench.handle(.requests([3: ["games"]]))
        bench.handle(.requestRefused(["games"]))
        #expect(signals(bench) == [])
    }

    @Test("One start per app is held, a further one is killed at once")
    func further() {
        var bench = Self.held()
        bench.launch(Self.again)
        #expect(signals(bench, Self.again) == ["KILL"])
        #expect(signals(bench) == [])
        bench.launch(AppBench.unit("app-x-other-4.scope"))
        #expect(bench.enforcer.heldStarts.starts.count == 2)
        #expect(bench.attempts == ["game", "game", "other"])
        bench.end(Self.again.name)
        bench.open("games")
        #expect(bench.frozen.isEmpty && bench.record.isEmpty)
        #expect(signals(bench) == [], "the first one opens")
    }

    @Test("A service that the manager starts again stays frozen, unreported, until the block ends")
    func restartedByTheManager() {
        let service = AppBench.unit("app-game@autostart.service")
        var bench = AppBench.ready(Self.places)
        bench.block("games")
        bench.launch(service)
        bench.handle(.requestBegan(8, targets: ["games"]))
        bench.handle(.requestEnded(8, .kept))
        #expect(signals(bench, service) == ["KILL"])
        for _ in 0..<3 {
            bench.end(service.name)
            bench.launch(service)
            #expect(bench.frozen == [service.name])
            #expect(bench.enforcer.heldStarts.isEmpty && !bench.followsRequests)
            bench.pass(.seconds(3600))
            #expect(signals(bench, service) == [])
        }
        #expect(bench.attempts == ["game"])
        bench.block("late")
        bench.open("late")
        bench.launch(Self.game)
        #expect(bench.enforcer.heldStarts.holds(app: "game"), "another unit is another start")
        bench.open("games")
        #expect(bench.frozen.isEmpty && bench.enforcer.discarded.isEmpty)
        bench.block("games")
        bench.end(service.name)
        bench.launch(service)
        #expect(bench.attempts == ["game", "game", "game"])
        #expect(bench.enforcer.heldStarts.holds(app: "game"))
    }

    @Test("A service that is started again without an end in between is no thaw by others")
    func restartedInPlace() {
        let service = AppBench.unit("app-game@autostart.service")
        var bench = AppBench.ready(Self.places)
        bench.block("games")
        bench.launch(service)
        bench.handle(.requestRefused(["games"]))
        #expect(signals(bench, service) == ["KILL"])
        bench.units[service.name]?.signals = []
        bench.thawByHand(service.name)
        #expect(bench.frozen == [service.name] && bench.thaws.isEmpty)
        #expect(bench.attempts == ["game"])
        bench.thawByHand(service.name)
        #expect(bench.thaws == ["game"])
    }

    @Test("A scope that is started again is a person's attempt")
    func scopeOfTheSameName() {
        var bench = Self.held()
        bench.handle(.requestRefused(["games"]))
        bench.end(Self.game.name)
        bench.launch(Self.game)
        #expect(bench.attempts == ["game", "game"])
        #expect(bench.enforcer.heldStarts.holds(app: "game"))
    }

    @Test("What ran before, in any way, is never killed")
    func notHeld() {
        func expectNothing(_ what: Comment, _ start: (inout AppBench) -> Void) {
            var bench = AppBench.ready(Self.places)
            bench.block("games")
            start(&bench)
            #expect(bench.frozen == [Self.game.name], what)
            #expect(!bench.followsRequests, what)
            bench.handle(.requestBegan(8, targets: ["games"]))
            bench.handle(.requestEnded(8, .kept))
            bench.pass(.seconds(7200))
            #expect(bench.units[Self.game.name]?.signals == [], what)
            bench.open("games")
            #expect(bench.frozen.isEmpty, what)
        }
        expectNothing("found running") { bench in
            bench.start(Self.game, UnitFacts(startedAt: bench.now), isNew: false)
        }
        expectNothing("with an older process") { bench in
            bench.launch(Self.game, UnitFacts(startedAt: bench.now - .milliseconds(1001)))
        }
        expectNothing("whose processes are unknown") { $0.start(Self.game) }
        expectNothing("frozen after more than a second") { bench in
            bench.answersAtOnce = false
            bench.launch(Self.game)
            bench.answer(0)
            bench.pass(.milliseconds(1001))
            bench.answersAtOnce = true
            bench.answerAll()
        }
        expectNothing("with a window") { bench in
            bench.answersAtOnce = false
            bench.launch(Self.game)
            bench.bringToFront(Self.game.name)
            bench.bringToFront(nil)
            bench.answersAtOnce = true
            bench.answerAll()
        }
        expectNothing("with a window later") { bench in
            bench.launch(Self.game)
            bench.bringToFront(Self.game.name)
        }
        expectNothing("with a window that may be another unit's") { bench in
            bench.launch(Self.game)
            let window = FrontWindow(app: "game")
            bench.start(AppBench.unit("app-x-game-0.scope"), UnitFacts(exemption: .terminal))
            let place = bench.enforcer.place(of: window, in: nil)
            bench.handle(.front(place.unit, candidates: place.candidates))
        }
        expectNothing("that somebody else thawed") { bench in
            bench.launch(Self.game)
            bench.thawByHand(Self.game.name)
        }
        for input in [Enforcer.Input.moved(Self.game.name), .stirred(Self.game.name)] {
            expectNothing("of which a process was moved out, or whose group has changed") { bench in
                bench.launch(Self.game)
                bench.handle(input)
            }
        }
        expectNothing("over a loss of the manager") { bench in
            bench.launch(Self.game)
            bench.handle(.managerLost)
            bench.handle(.listed([Self.game.name]))
            bench.handle(.found(Self.game))
        }
        expectNothing("that was thawed in between") { bench in
            bench.launch(Self.game)
            bench.open("games")
            bench.block("games")
        }
    }

    @Test("A start is not held whose window it may be, though another unit of the app can be used")
    func windowOfEither() {
        var bench = Self.held()
        bench.start(AppBench.unit("app-x-game-0.scope"), UnitFacts(exemption: .terminal))
        let place = bench.enforcer.place(of: FrontWindow(app: "game"), in: nil)
        #expect(place.unit != Self.game.name)
        bench.handle(.front(place.unit, candidates: place.candidates))
        #expect(bench.enforcer.heldStarts.isEmpty && bench.frozen == [Self.game.name])
    }

    @Test("A scope that the agent made has processes from before, and is never held")
    func adopted() {
        var bench = AppBench.ready(Self.places)
        bench.block("games")
        let unit = AppBench.unit(UnitName.scope(of: "game", number: 77))
        bench.launch(unit)
        #expect(bench.frozen == [unit.name])
        #expect(bench.enforcer.heldStarts.isEmpty)
    }

    @Test("An agent that is started between freeze and answer holds nothing")
    func restart() {
        let bench = Self.held()
        var next = AppBench()
        next.units = bench.units
        next.record = bench.record
        next.units[Self.game.name]?.isUncertain = true
        next.handle(.recorded([Self.game.name]))
        next.handle(.listed([Self.game.name]))
        next.handle(.found(Self.game))
        next.setPlaces(Self.places)
        next.handle(.blocks(["games": AppBench.block()]))
        next.handle(.requests([8: ["games"]]))
        next.handle(.requestEnded(8, .kept))
        next.pass(.seconds(7200))
        #expect(next.frozen == [Self.game.name])
        #expect(next.units[Self.game.name]?.signals == [])
        next.open("games")
        #expect(next.frozen.isEmpty)
    }

    @Test("Nothing ends while the daemon is away; what ended meanwhile is known from its list")
    func daemonAway() {
        var bench = Self.held()
        bench.handle(.requestBegan(8, targets: ["games"]))
        bench.handle(.daemonLost)
        bench.pass(.seconds(200))
        let blocks = ["games": AppBench.block()]
        bench.handle(.blocks(blocks))
        #expect(bench.news().contains(.followRequests), "anew")
        #expect(signals(bench) == [])
        bench.handle(.requests([8: ["games"]]))
        #expect(signals(bench) == [])
        bench.handle(.daemonLost)
        bench.handle(.blocks(blocks))
        bench.handle(.requests([:]))
        #expect(signals(bench) == ["KILL"])
        bench = Self.held()
        bench.pass(.seconds(590))
        bench.handle(.daemonLost)
        bench.pass(.seconds(60))
        #expect(signals(bench) == [])
        bench.handle(.blocks(blocks))
        bench.pass(.seconds(9))
        #expect(signals(bench) == [], "the list is to come")
        bench.handle(.requests([9: ["games"]]))
        bench.pass(.seconds(3600))
        #expect(signals(bench) == [])
    }

    @Test("The end of the agent thaws what it holds")
    func stop() {
        var bench = Self.held()
        bench.handle(.stop)
        #expect(bench.frozen.isEmpty && signals(bench) == [])
        #expect(bench.enforcer.deadline == nil)
    }

    @Test("A held start is not told of as paused")
    func information() {
        var bench = Self.held()
        bench.block("games", AppBench.block(time: "22:30"))
        #expect(bench.shown["blocked:games"] == nil)
    }
}
