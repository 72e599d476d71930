import API
import Testing

@testable import soteria_agent

/// The notices about blocked apps.
struct EnforcerInformationTests {
    private static func bench(_ names: [String], _ places: [TargetsAPI.Places]) -> AppBench {
        var bench = AppBench.ready(places)
        for name in names { bench.start(AppBench.unit(name), isNew: false) }
        return bench
    }

    @Test("One notice for a target, when all its units have been seen to")
    func oneNotice() {
        let names = (1...20).map { "app-x-game\($0)-\($0).scope" }
        var bench = Self.bench(
            names, [.target("games", apps: (1...20).map { "game\($0)" })])
        bench.answersAtOnce = false
        bench.block("games", AppBench.block(time: "06:30"))
        while bench.pending.count > 1 { bench.answer(0) }
        #expect(bench.shown.isEmpty)
        bench.answersAtOnce = true
        bench.answerAll()
        let notices = bench.log.filter { if case .inform = $0 { true } else { false } }
        #expect(notices.count == 1)
        let shown = bench.shown["blocked:games"]
        #expect(shown?.title == "Games is blocked until 06:30")
        #expect(shown?.text.hasPrefix("Paused: game1, game10, ") == true)
        #expect(shown?.unblocks == "game1")
    }

    @Test("Two units of one app are one name")
    func names() {
        var bench = Self.bench(
            ["app-x-game-1.scope", "app-y-game-2.scope"], [.target("games", apps: ["game"])])
        bench.block("games")
        #expect(bench.shown["blocked:games"]?.text == "Paused: game. Nothing is lost.")
        #expect(bench.shown["blocked:games"]?.title == "Games is blocked")
    }

    @Test("An executable is shown by its last part, and unblocked by its path")
    func executables() {
        var bench = AppBench.ready([.target("games", executables: ["/usr/games/tux"])])
        bench.start(
            AppBench.unit("run-u1.scope"), UnitFacts(executables: ["/usr/games/tux"]),
            isNew: false)
        bench.block("games")
        #expect(bench.shown["blocked:games"]?.text == "Paused: tux. Nothing is lost.")
        #expect(bench.shown["blocked:games"]?.unblocks == "/usr/games/tux")
    }

    @Test("Nothing is told where nothing runs, nor of what begins later: that is asked about")
    func nothingRuns() {
        var bench = AppBench.ready([.target("games", apps: ["game"])])
        bench.block("games")
        bench.start(AppBench.unit("app-x-game-1.scope"))
        #expect(bench.shown.isEmpty)
        #expect(bench.attempts == ["game"])
    }

    @Test("A new end is told in place of the old one, the same one not again")
    func updates() {
        var bench = Self.bench(["app-x-game-1.scope"], [.target("games", apps: ["game"])])
        bench.block("games", AppBench.block(time: "22:30"))
        _ = bench.news()
        bench.block("games", AppBench.block(time: "22:30"))
        #expect(bench.news().isEmpty)
        bench.block("games", AppBench.block(time: "23:00"))
        #expect(bench.shown["blocked:games"]?.title == "Games is blocked until 23:00")
        #expect(bench.frozen.count == 1)
    }

    @Test("What is paused, asked to end and runs on, in one notice")
    func mixed() {
        var bench = AppBench.ready([
            .target("games", apps: ["a", "b", "c"]), .target("ends", .stop, apps: ["b"]),
        ])
        bench.start(AppBench.unit("app-x-a-1.scope"), isNew: false)
        bench.start(AppBench.unit("app-x-b-1.scope"), isNew: false)
        bench.start(
            AppBench.unit("app-x-c-1.scope"), UnitFacts(exemption: .terminal), isNew: false)
        bench.block("ends")
        bench.block("games")
        #expect(
            bench.shown["blocked:games"]?.text
                == "Paused: a. Nothing is lost.\nAsked to quit: b.\n"
                + "c is blocked but keeps running, because this app has a terminal open.")
        #expect(bench.shown["blocked:ends"]?.text == "Asked to quit: b.")
    }

    @Test("What is open again is not told of any more")
    func withdrawn() {
        var bench = Self.bench(["app-x-game-1.scope"], [.target("games", apps: ["game"])])
        bench.block("games")
        bench.setPlaces([])
        #expect(bench.shown.isEmpty)
        #expect(bench.withdrawn == ["blocked:games"])
        bench.open("games")
        #expect(bench.withdrawn == ["blocked:games"])
    }

    @Test("The daemon away for too long: told with what runs again, and only then")
    func absence() {
        var bench = Self.bench(["app-x-game-1.scope"], [.target("games", apps: ["game"])])
        bench.handle(.daemonLost)
        bench.pass(.seconds(600))
        #expect(bench.shown.isEmpty)
        bench.handle(.blocks(["games": AppBench.block()]))
        bench.handle(.daemonLost)
        bench.pass(.seconds(600))
        #expect(bench.shown.keys.sorted() == [Enforcer.absence])
        #expect(bench.shown[Enforcer.absence]?.unblocks == nil)
    }

    @Test("A unit of another target that hangs holds up nothing but its own notice")
    func hangs() {
        var bench = Self.bench(
            ["app-x-a-1.scope", "app-x-b-1.scope"],
            [.target("games", apps: ["a"]), .target("shopping", apps: ["b"])])
        bench.answersAtOnce = false
        bench.block("games")
        bench.block("shopping")
        #expect(bench.pending == [.inspect("app-x-a-1.scope"), .inspect("app-x-b-1.scope")])
        bench.answer(0)
        bench.answer(1)
        #expect(bench.shown.keys.sorted() == ["blocked:games"])
        bench.answersAtOnce = true
        bench.answerAll()
        #expect(bench.shown.keys.sorted() == ["blocked:games", "blocked:shopping"])
    }

    @Test("A note says which app and which targets")
    func notes() {
        var bench = Self.bench(
            ["app-x-game-1.scope"],
            [.target("late", apps: ["game"]), .target("games", apps: ["game"])])
        bench.block("late")
        #expect(
            bench.logEntries == [
                AppLogEntry(
                    kind: .froze, unit: "app-x-game-1.scope", app: "game",
                    targets: ["games", "late"])
            ])
    }
}
