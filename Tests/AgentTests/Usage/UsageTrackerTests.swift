import API
import Testing

@testable import soteria_agent

/// When uses are opened, kept alive and closed.
struct UsageTrackerTests {
    typealias Action = UsageTracker.Action

    static func unit(_ name: String, apps: [String]? = nil) -> UsedUnit {
        UsedUnit(name: name, controlGroup: "/\(name)", apps: apps ?? [name])
    }

    /// A tracking that the daemon can be reached by, with a clock and the units' CPU times.
    struct Bench {
        var tracking = UsageTracker()
        var now = Duration.seconds(100)
        var times: [String: Duration] = [:]
        /// The actions in order, except samples.
        var told: [Action] = []
        private var lastUse = 0
        /// The daemon's uses that are open.
        var open: Set<Int> = []
        /// The apps of all uses so far.
        var apps: [Int: String] = [:]
        /// Whether the daemon replies by itself.
        var replies = true

        init(isReachable: Bool = true) {
            if isReachable { handle(.daemonCame) }
        }

        mutating func handle(_ input: UsageTracker.Input) {
            for action in tracking.handle(input, at: now) {
                if case .look(let units) = action {
                    let found = units.compactMap { unit in
                        times[unit.name].map { (unit.name, $0) }
                    }
                    handle(.looked(Dictionary(found, uniquingKeysWith: { first, _ in first })))
                    continue
                }
                told.append(action)
                if replies { reply(to: action) }
            }
        }

        mutating func reply(to action: Action) {
            switch action {
            case .open(let token, let app):
                lastUse += 1
                open.insert(lastUse)
                apps[lastUse] = app
                handle(.opened(token: token, .success(lastUse)))
            case .close(let use):
                open.remove(use)
                handle(.closed)
            case .see(let uses): handle(.seen(.success(uses.filter { !open.contains($0) })))
            default: break
            }
        }

        /// Says what runs, from a CPU time of nothing on.
        mutating func run(_ units: UsedUnit...) {
            for unit in units where times[unit.name] == nil { times[unit.name] = .zero }
            handle(.units(Set(units)))
        }

        /// Lets time pass, in which units take CPU time.
        mutating func pass(_ length: Duration, busy: [String: Duration] = [:]) {
            let end = now + length
            while let deadline = tracking.deadline, deadline <= end {
                let share = (deadline - now) / length
                for (name, time) in busy { times[name, default: .zero] += time * share }
                now = deadline
                handle(.due)
            }
            let share = (end - now) / length
            for (name, time) in busy { times[name, default: .zero] += time * share }
            now = end
        }

        /// The new actions since the last call.
        mutating func news() -> [Action] {
            defer { told = [] }
            return told
        }
    }

    @Test func nothingWaitsWhileNothingRuns() {
        var bench = Bench()
        #expect(bench.tracking.deadline == nil)
        bench.run()
        bench.handle(.placesChanged)
        bench.handle(.connected)
        #expect(bench.tracking.deadline == nil)
        #expect(bench.news() == [])
    }

    @Test func aUnitThatWorksIsUsedFromItsFirstLookOn() {
        var bench = Bench()
        bench.run(Self.unit("shop"))
        #expect(bench.tracking.deadline == .seconds(105))
        bench.pass(.seconds(5), busy: ["shop": .seconds(1)])
        #expect(bench.news() == [.open(token: 1, app: "shop")])
        #expect(bench.tracking.deadline == .seconds(130))
    }

    @Test func aUnitThatSleepsIsNotUsed() {
        var bench = Bench()
        bench.run(Self.unit("shop"))
        bench.pass(.seconds(600), busy: ["shop": .seconds(5)])
        #expect(bench.news() == [], "5 seconds in ten minutes are less than a percent")
    }

    @Test func givesASignOfLifeForAllUsesAtOnce() {
        var bench = Bench()
        bench.run(Self.unit("a"), Self.unit("b", apps: ["b1", "b2"]))
        bench.pass(.seconds(5), busy: ["a": .seconds(1), "b": .seconds(1)])
        #expect(
            bench.news() == [
                .open(token: 1, app: "a"), .open(token: 2, app: "b1"), .open(token: 3, app: "b2"),
            ])
        bench.pass(.seconds(85), busy: ["a": .seconds(9), "b": .seconds(9)])
        #expect(bench.news() == [.see([1, 2, 3]), .see([1, 2, 3]), .see([1, 2, 3])])
    }

    @Test func closesWhatIsNotActiveForAWhile() {
        var bench = Bench()
        bench.run(Self.unit("shop"))
        bench.pass(.seconds(5), busy: ["shop": .seconds(1)])
        bench.pass(.seconds(115))
        #expect(bench.news().contains(.close(use: 1)) == false)
        bench.pass(.seconds(30))
        #expect(bench.news().last == .close(use: 1))
        #expect(bench.open == [])
        bench.pass(.seconds(30), busy: ["shop": .seconds(3)])
        #expect(bench.news() == [.open(token: 2, app: "shop")])
    }

    @Test func closesWhatEndsOrIsFrozen() {
        var bench = Bench()
        bench.run(Self.unit("a"), Self.unit("b"))
        bench.pass(.seconds(5), busy: ["a": .seconds(1), "b": .seconds(1)])
        _ = bench.news()
        bench.run(Self.unit("b"))
        #expect(bench.news() == [.close(use: 1)])
        bench.run()
        #expect(bench.news() == [.close(use: 2)])
        #expect(bench.tracking.deadline == nil)
    }

    @Test func aUnitThatIsReportedAsAnotherAppIsAnother() {
        var bench = Bench()
        bench.run(Self.unit("a", apps: ["x"]))
        bench.pass(.seconds(5), busy: ["a": .seconds(1)])
        _ = bench.news()
        bench.run(Self.unit("a", apps: ["x", "y"]))
        bench.pass(.seconds(5), busy: ["a": .seconds(1)])
        #expect(
            bench.news() == [
                .close(use: 1), .open(token: 2, app: "x"), .open(token: 3, app: "y"),
            ])
    }

    @Test func closesWhatEndedWhileItWasBeingOpened() {
        var bench = Bench()
        bench.replies = false
        bench.run(Self.unit("shop"))
        bench.pass(.seconds(5), busy: ["shop": .seconds(1)])
        bench.run()
        #expect(bench.news() == [.open(token: 1, app: "shop")])
        bench.handle(.opened(token: 1, .success(7)))
        #expect(bench.news() == [.close(use: 7)])
        bench.handle(.opened(token: 1, .success(8)))
        #expect(bench.news() == [.close(use: 8)], "nobody wants it")
        bench.handle(.opened(token: 9, .failure(.timedOut)))
        #expect(bench.news() == [])
    }

    @Test func whatIsNotTrackedStaysSoUntilTheRulesChange() {
        var bench = Bench()
        bench.replies = false
        bench.run(Self.unit("shop"))
        bench.pass(.seconds(5), busy: ["shop": .seconds(1)])
        _ = bench.news()
        bench.handle(.opened(token: 1, .failure(.refused(UsageAPI.NotTracked(targets: [])))))
        #expect(bench.tracking.deadline == nil, "nothing is worth a look")
        bench.pass(.seconds(300), busy: ["shop": .seconds(100)])
        #expect(bench.news() == [])
        bench.handle(.placesChanged)
        #expect(bench.news() == [.open(token: 2, app: "shop")])
        #expect(bench.tracking.deadline != nil)
    }

    @Test func otherFailuresAreTriedAgain() {
        var bench = Bench()
        bench.replies = false
        bench.run(Self.unit("shop"))
        bench.pass(.seconds(5), busy: ["shop": .seconds(1)])
        bench.handle(.opened(token: 1, .failure(.timedOut)))
        bench.pass(.seconds(25), busy: ["shop": .seconds(5)])
        #expect(
            bench.news() == [.open(token: 1, app: "shop"), .open(token: 2, app: "shop")])
    }

    @Test func opensAgainWhatTheDaemonDoesNotKnow() {
        var bench = Bench()
        bench.run(Self.unit("shop"), Self.unit("game"))
        bench.pass(.seconds(5), busy: ["shop": .seconds(1), "game": .seconds(1)])
        bench.open = [2]
        _ = bench.news()
        bench.pass(.seconds(25), busy: ["shop": .seconds(1), "game": .seconds(1)])
        #expect(bench.news() == [.see([1, 2]), .open(token: 3, app: "game")])
        bench.handle(.seen(.success([77])))
        bench.handle(.seen(.failure(.disconnected)))
        #expect(bench.news() == [])
    }

    @Test func aGroupThatCannotBeReadIsNotActive() {
        var bench = Bench()
        bench.run(Self.unit("shop"))
        bench.times = [:]
        bench.pass(.seconds(300))
        #expect(bench.news() == [])
    }

    // MARK: A daemon that comes and goes

    @Test func nothingIsDoneWhileTheDaemonIsGone() {
        var bench = Bench(isReachable: false)
        bench.run(Self.unit("shop"))
        #expect(bench.tracking.deadline == nil)
        bench.handle(.presence(Presence(isIdle: true, isLocked: false)))
        bench.handle(.connected)
        #expect(bench.news() == [])
        bench.handle(.daemonCame)
        #expect(bench.news() == [.setIdle(isIdle: true, isLocked: false, seconds: 0)])
        bench.pass(.seconds(30), busy: ["shop": .seconds(6)])
        #expect(bench.news().first == .open(token: 1, app: "shop"))
    }

    @Test func saysEverythingAgainWhenTheDaemonIsBack() {
        var bench = Bench()
        bench.handle(.presence(Presence(isIdle: false, isLocked: true)))
        bench.run(Self.unit("shop"))
        bench.pass(.seconds(5), busy: ["shop": .seconds(1)])
        bench.handle(.daemonWentAway)
        _ = bench.news()
        #expect(bench.tracking.deadline == nil)
        bench.pass(.seconds(200), busy: ["shop": .seconds(20)])
        bench.open = []
        bench.handle(.daemonCame)
        #expect(
            bench.news() == [
                .setIdle(isIdle: false, isLocked: true, seconds: 0), .open(token: 2, app: "shop"),
            ])
        bench.pass(.seconds(30))
        #expect(bench.news() == [.see([2])], "it is used until its patience is over")
        bench.handle(.daemonCame)
        #expect(bench.news() == [.setIdle(isIdle: false, isLocked: true, seconds: 0)])
    }

    @Test func everyConnectionIsToldOfThePerson() {
        var bench = Bench()
        bench.handle(.connected)
        #expect(bench.news() == [], "nobody says so")
        bench.handle(.presence(.present))
        bench.handle(.presence(.present))
        #expect(bench.news() == [.setIdle(isIdle: false, isLocked: false, seconds: 0)])
        bench.now = .seconds(500)
        let idle = Presence(isIdle: true, isLocked: false, idleSince: .milliseconds(439_500))
        bench.handle(.presence(idle))
        #expect(bench.news() == [.setIdle(isIdle: true, isLocked: false, seconds: 60)])
        bench.now = .seconds(600)
        bench.handle(.presence(idle))
        #expect(bench.news() == [], "it knows")
        bench.handle(.connected)
        #expect(bench.news() == [.setIdle(isIdle: true, isLocked: false, seconds: 160)])
        bench.handle(.presence(nil))
        #expect(bench.news() == [.setIdle(isIdle: false, isLocked: false, seconds: 0)])
        bench.handle(.presence(nil))
        #expect(bench.news() == [])
    }

    @Test func everythingIsClosedAtTheEnd() {
        var bench = Bench()
        bench.run(Self.unit("a"), Self.unit("b"))
        bench.pass(.seconds(5), busy: ["a": .seconds(1), "b": .seconds(1)])
        #expect(bench.tracking.end() == [.close(use: 1), .close(use: 2)])
        #expect(bench.tracking.end() == [])
        #expect(bench.tracking.deadline == nil)
    }
}
