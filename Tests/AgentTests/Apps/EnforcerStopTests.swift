import API
import Testing

@testable import soteria_agent

/// Asking to end, exemptions, and telling alone.
struct EnforcerStopTests {
    static let game = EnforcerTests.game

    private static func signals(_ bench: AppBench) -> [String] {
        bench.units[game.name]?.signals ?? []
    }

    @Test("Asked to end once, and left to itself without kill")
    func terminates() {
        var bench = AppBench.ready([.target("games", .stop, apps: ["game"])])
        bench.start(Self.game, isNew: false)
        bench.block("games")
        #expect(Self.signals(bench) == ["TERM"])
        #expect(bench.enforcer.deadline == nil)
        bench.pass(.seconds(3600))
        bench.handle(.reinspect)
        #expect(Self.signals(bench) == ["TERM"])
        #expect(bench.frozen.isEmpty)
        bench.open("games")
        bench.block("games")
        #expect(Self.signals(bench) == ["TERM", "TERM"])
    }

    @Test("With kill: killed after ten seconds, not before, and once")
    func kills() {
        var bench = AppBench.ready([.target("games", .stop, kill: true, apps: ["game"])])
        bench.start(Self.game)
        bench.block("games")
        bench.pass(.milliseconds(9999))
        #expect(Self.signals(bench) == ["TERM"])
        bench.pass(.milliseconds(1))
        #expect(Self.signals(bench) == ["TERM", "KILL"])
        bench.pass(.seconds(3600))
        #expect(Self.signals(bench) == ["TERM", "KILL"])
        #expect(bench.logEntries.map(\.kind) == [.ended, .killed])
    }

    @Test("What is open again in time is not killed")
    func spared() {
        var bench = AppBench.ready([.target("games", .stop, kill: true, apps: ["game"])])
        bench.start(Self.game)
        bench.block("games")
        bench.pass(.seconds(5))
        bench.open("games")
        bench.pass(.seconds(60))
        #expect(Self.signals(bench) == ["TERM"])
    }

    @Test("What ends in time is not killed")
    func ends() {
        var bench = AppBench.ready([.target("games", .stop, kill: true, apps: ["game"])])
        bench.start(Self.game)
        bench.block("games")
        bench.end(Self.game.name)
        #expect(bench.enforcer.deadline == nil)
        bench.pass(.seconds(60))
        #expect(bench.logEntries.map(\.kind) == [.ended])
    }

    @Test("What is frozen cannot hear: it is thawed before it is asked to end")
    func stopsFrozen() {
        var bench = AppBench.ready([
            .target("games", apps: ["game"]), .target("late", .stop, apps: ["game"]),
        ])
        bench.start(Self.game)
        bench.block("games")
        _ = bench.news()
        bench.block("late")
        let orders = bench.news().filter {
            switch $0 {
            case .thaw, .terminate: true
            default: false
            }
        }
        #expect(orders == [.thaw(Self.game.name), .terminate(Self.game.name)])
        // The one that asked for an end is open: what still runs stands still again.
        bench.open("late")
        #expect(bench.frozen == [Self.game.name])
    }

    @Test("Two that ask to end: killed if either says so, even if that comes later")
    func killComesLater() {
        var bench = AppBench.ready([
            .target("games", .stop, apps: ["game"]),
            .target("late", .stop, kill: true, apps: ["game"]),
        ])
        bench.start(Self.game)
        bench.block("games")
        bench.pass(.seconds(100))
        bench.block("late")
        #expect(Self.signals(bench) == ["TERM"])
        bench.pass(.seconds(10))
        #expect(Self.signals(bench) == ["TERM", "KILL"])
    }

    @Test("A new unit of what is to end is an attempt and ends too")
    func newUnit() {
        var bench = AppBench.ready([.target("games", .stop, apps: ["game"])])
        bench.block("games")
        bench.start(Self.game)
        #expect(bench.attempts == ["game"])
        #expect(Self.signals(bench) == ["TERM"])
    }

    @Test("Told alone: nothing is done to the unit")
    func notifies() {
        var bench = AppBench.ready([.target("games", .notify, apps: ["game"])])
        bench.start(Self.game, isNew: false)
        bench.block("games", AppBench.block(time: "22:30"))
        #expect(bench.frozen.isEmpty)
        #expect(Self.signals(bench).isEmpty)
        let shown = bench.shown["blocked:games"]
        #expect(shown?.title == "Games is blocked until 22:30")
        #expect(
            shown?.text
                == "game is blocked but stays open, because the rules only ask for this notice.")
        #expect(shown?.unblocks == "game")
        bench.open("games")
        #expect(bench.shown.isEmpty)
    }

    @Test("What must not be touched is told of instead", arguments: Exemption.allCases)
    func exemptions(_ exemption: Exemption) {
        var bench = AppBench.ready([.target("games", apps: ["game"])])
        bench.start(Self.game, UnitFacts(exemption: exemption), isNew: false)
        bench.block("games")
        #expect(bench.frozen.isEmpty)
        #expect(bench.record.isEmpty)
        #expect(bench.logEntries.map(\.kind) == [.exempt(exemption)])
        #expect(
            bench.shown["blocked:games"]?.text
                == "game is blocked but keeps running, because \(exemption.text).")
        #expect(bench.enforcer.unitsInUse.count == 1)
        bench.pass(.seconds(600))
        #expect(bench.logEntries.count == 1)
    }

    @Test("What cannot stand still may end; what the session needs may not")
    func exemptFromEnding() {
        for exemption in Exemption.allCases {
            var bench = AppBench.ready([.target("games", .stop, kill: true, apps: ["game"])])
            bench.start(Self.game, UnitFacts(exemption: exemption), isNew: false)
            bench.block("games")
            bench.pass(.seconds(60))
            let mayEnd = exemption == .watchdog || exemption == .fileSystem
            #expect(Self.signals(bench) == (mayEnd ? ["TERM", "KILL"] : []), "\(exemption)")
        }
    }

    @Test("A watchdog is known from the unit, not from its processes")
    func watchdog() {
        var bench = AppBench.ready([.target("games", apps: ["game"])])
        bench.start(AppBench.unit("app-game@1.service", watched: true))
        bench.block("games")
        #expect(bench.frozen.isEmpty)
        #expect(bench.logEntries.map(\.kind) == [.exempt(.watchdog)])
    }

    @Test("What turns out to be a terminal after it was frozen is thawed")
    func exemptLater() {
        var bench = AppBench.ready([.target("games", apps: ["game"])])
        bench.start(Self.game, isNew: false)
        bench.block("games")
        #expect(bench.frozen == [Self.game.name])
        bench.units[Self.game.name]?.facts.exemption = .terminal
        bench.handle(.reinspect)
        #expect(bench.frozen.isEmpty)
        #expect(bench.record.isEmpty)
        #expect(bench.shown["blocked:games"]?.text.contains("terminal") == true)
        // And the next block finds out again.
        bench.open("games")
        bench.units[Self.game.name]?.facts.exemption = nil
        bench.block("games")
        #expect(bench.frozen == [Self.game.name])
    }

    @Test("Every exemption has words that end a sentence")
    func text() {
        for exemption in Exemption.allCases {
            #expect(!exemption.text.isEmpty)
            #expect(!exemption.text.hasSuffix("."))
        }
        #expect(Set(Exemption.allCases.map(\.text)).count == Exemption.allCases.count)
    }
}
