import SeededRandom
import TestBus
import Testing

@testable import soteria_agent

struct FocusChoiceTests {
    typealias Choice = FocusChoice<FocusKind>

    private static let all = FocusAbilities(
        reportsFront: true, reportsIdle: true, limitsInhibitors: true, putsAway: true)
    private static let frontOnly = FocusAbilities(reportsFront: true)
    private static let idleOnly = FocusAbilities(reportsIdle: true)

    /// A choice with a clock.
    private struct Bench {
        var choice = Choice()
        var now = Duration.seconds(100)

        mutating func handle(_ input: Choice.Input) -> [Choice.Action] {
            choice.handle(input, at: now)
        }

        mutating func pass(_ length: Duration) -> [Choice.Action] {
            let end = now + length
            var actions: [Choice.Action] = []
            while let deadline = choice.deadline, deadline <= end {
                now = deadline
                actions += handle(.due)
            }
            now = end
            return actions
        }
    }

    private func use(
        _ front: FocusKind?, _ idle: FocusKind?, _ abilities: FocusAbilities
    ) -> Choice.Action {
        .use(.init(front: front, idle: idle, abilities: abilities))
    }

    @Test("The first that answers is used, and no other one is tried")
    func first() {
        var bench = Bench()
        #expect(bench.handle(.candidates([.sway, .wayland, .x11])) == [.begin(.sway)])
        #expect(bench.handle(.lost(.sway)) == [.begin(.wayland)])
        #expect(
            bench.handle(.answered(.wayland, Self.all))
                == [use(.wayland, .wayland, Self.all)])
        #expect(bench.choice.deadline == nil)
        #expect(bench.pass(.seconds(3600)) == [])
    }

    @Test("One that does not answer within five seconds is left alone")
    func silent() {
        var bench = Bench()
        _ = bench.handle(.candidates([.sway, .wayland]))
        #expect(bench.pass(.milliseconds(4999)) == [])
        #expect(bench.pass(.milliseconds(1)) == [.end(.sway), .begin(.wayland)])
        #expect(bench.handle(.answered(.sway, Self.all)) == [], "too late")
    }

    @Test("Idleness may come from a second source")
    func second() {
        var bench = Bench()
        _ = bench.handle(.candidates([.sway, .wayland, .x11]))
        #expect(
            bench.handle(.answered(.sway, Self.frontOnly))
                == [use(.sway, nil, Self.frontOnly), .beginForIdleness(.wayland)])
        let both = FocusAbilities(reportsFront: true, reportsIdle: true, limitsInhibitors: true)
        #expect(
            bench.handle(.answered(.wayland, Self.all)) == [use(.sway, .wayland, both)],
            "the front's abilities are the first one's")
        #expect(
            bench.handle(.lost(.wayland))
                == [use(.sway, nil, Self.frontOnly), .beginForIdleness(.x11)])
        #expect(bench.handle(.lost(.x11)) == [])
        #expect(
            bench.pass(.seconds(1)) == [.beginForIdleness(.wayland)], "it answered before")
        _ = bench.handle(.answered(.wayland, Self.idleOnly))
        #expect(
            bench.handle(.lost(.sway)) == [
                .end(.wayland), use(nil, nil, FocusAbilities()), .begin(.wayland),
            ], "asked again for what is in front")
    }

    @Test("A source of idleness alone is kept when the front comes from a later one")
    func idleFirst() {
        var bench = Bench()
        _ = bench.handle(.candidates([.gnome, .x11]))
        #expect(
            bench.handle(.answered(.gnome, Self.idleOnly))
                == [use(nil, .gnome, Self.idleOnly), .begin(.x11)])
        #expect(
            bench.handle(.answered(.x11, Self.all))
                == [use(.x11, .x11, Self.all), .end(.gnome)], "the front's own is enough")
    }

    @Test("A source that is lost is tried again after growing pauses, and others meanwhile")
    func lost() {
        var bench = Bench()
        _ = bench.handle(.candidates([.sway]))
        _ = bench.handle(.answered(.sway, Self.all))
        #expect(bench.handle(.lost(.sway)) == [use(nil, nil, FocusAbilities())])
        var pauses: [Duration] = []
        for _ in 0..<4 {
            let before = bench.now
            while bench.pass(.milliseconds(500)) == [] {}
            pauses.append(bench.now - before)
            _ = bench.handle(.lost(.sway))
        }
        #expect(pauses == [.seconds(1), .seconds(2), .seconds(4), .seconds(8)])
        _ = bench.handle(.candidates([.sway, .x11]))
        _ = bench.handle(.answered(.sway, Self.all))
        _ = bench.pass(.seconds(60))
        _ = bench.handle(.lost(.sway))
        _ = bench.handle(.lost(.x11))
        #expect(bench.choice.deadline == bench.now + .seconds(1), "it was there for a minute")
    }

    @Test("What never answers is tried for some minutes, or until the display changes")
    func useless() {
        var bench = Bench()
        _ = bench.handle(.candidates([.wayland]))
        var tries = 0
        _ = bench.handle(.lost(.wayland))
        while let deadline = bench.choice.deadline {
            #expect(bench.pass(deadline - bench.now) == [.begin(.wayland)])
            #expect(bench.handle(.lost(.wayland)) == [])
            tries += 1
        }
        #expect(tries == 8)
        #expect(bench.now == .seconds(100 + 255))
        #expect(bench.pass(.seconds(3600)) == [])
        for _ in 0..<2 {
            #expect(
                bench.handle(.candidates([.wayland])) == [.begin(.wayland)],
                "a display of the same name may have come")
            #expect(bench.handle(.candidates([.wayland])) == [], "it is being tried")
            #expect(bench.handle(.lost(.wayland)) == [])
            #expect(bench.choice.deadline == nil, "once only")
        }
        #expect(
            bench.handle(.candidates([.wayland, .x11])) == [.begin(.wayland)], "another display")
    }

    @Test("With a window in front known, what never told of idleness is left alone")
    func uselessForIdleness() {
        var bench = Bench()
        _ = bench.handle(.candidates([.sway, .x11]))
        _ = bench.handle(.answered(.sway, Self.frontOnly))
        #expect(bench.handle(.lost(.x11)) == [])
        #expect(bench.choice.deadline == nil)
        #expect(bench.handle(.candidates([.sway, .x11])) == [])
    }

    @Test("A display that returns under its name after all retries is used")
    func returns() {
        var bench = Bench()
        _ = bench.handle(.candidates([.sway, .wayland]))
        for _ in 0..<20 {
            _ = bench.handle(.lost(.sway))
            _ = bench.handle(.lost(.wayland))
            _ = bench.pass(.seconds(300))
        }
        #expect(bench.choice.deadline == nil)
        #expect(bench.handle(.candidates([.sway, .wayland])) == [.begin(.sway)])
        #expect(bench.handle(.lost(.sway)) == [.begin(.wayland)])
        #expect(
            bench.handle(.answered(.wayland, Self.all)) == [use(.wayland, .wayland, Self.all)])
    }

    @Test("A display that changes ends what is gone, keeps what works, and tries what comes first")
    func changes() {
        var bench = Bench()
        _ = bench.handle(.candidates([.wayland]))
        _ = bench.handle(.answered(.wayland, Self.all))
        #expect(bench.handle(.candidates([.wayland, .x11])) == [])
        #expect(bench.handle(.candidates([.sway, .wayland])) == [.begin(.sway)])
        #expect(
            bench.handle(.answered(.sway, Self.all))
                == [use(.sway, .sway, Self.all), .end(.wayland)])
        #expect(bench.handle(.candidates([])) == [.end(.sway), use(nil, nil, FocusAbilities())])
        #expect(bench.choice.deadline == nil)
        #expect(bench.handle(.answered(.sway, Self.all)) == [], "of no candidate")
    }

    @Test("Abilities that change are taken over")
    func abilities() {
        var bench = Bench()
        _ = bench.handle(.candidates([.x11]))
        _ = bench.handle(.answered(.x11, Self.idleOnly))
        #expect(
            bench.handle(.answered(.x11, Self.all)) == [use(.x11, .x11, Self.all)],
            "the window manager came later")
    }

    @Test("Whatever happens: what is used is ready, and at rest nothing missing was left untried")
    func histories() {
        let seed = SeededGenerator.seed()
        for run in 0..<300 {
            var generator = SeededGenerator(seed: seed &+ UInt64(run))
            var bench = Bench()
            var begun: Set<FocusKind> = []
            var ready: [FocusKind: FocusAbilities] = [:]
            var used = Choice.Selection()
            func perform(_ actions: [Choice.Action]) {
                for action in actions {
                    switch action {
                    case .begin(let kind), .beginForIdleness(let kind):
                        #expect(begun.insert(kind).inserted, "begun twice")
                    case .end(let kind):
                        #expect(begun.remove(kind) != nil, "never begun")
                        ready[kind] = nil
                    case .use(let selection): used = selection
                    }
                }
            }
            for _ in 0..<80 {
                let kind = FocusKind.allCases.randomElement(using: &generator) ?? .sway
                switch Int.random(in: 0..<6, using: &generator) {
                case 0:
                    let kinds = FocusKind.allCases.filter { _ in .random(using: &generator) }
                    perform(bench.handle(.candidates(kinds)))
                case 1...2 where begun.contains(kind):
                    let abilities = FocusAbilities(
                        reportsFront: .random(using: &generator),
                        reportsIdle: .random(using: &generator))
                    ready[kind] = abilities
                    perform(bench.handle(.answered(kind, abilities)))
                case 3 where begun.contains(kind):
                    begun.remove(kind)
                    ready[kind] = nil
                    perform(bench.handle(.lost(kind)))
                default:
                    perform(bench.pass(.seconds(Int.random(in: 0...10, using: &generator))))
                }
                for kind in [used.front, used.idle].compactMap(\.self) {
                    #expect(ready[kind] != nil, "seed \(seed), run \(run): \(kind) is gone")
                }
                #expect(used.front.map { ready[$0]?.reportsFront } ?? true == true)
                #expect(used.idle.map { ready[$0]?.reportsIdle } ?? true == true)
                #expect(
                    Set(ready.keys).isSubset(of: [used.front, used.idle].compactMap(\.self)),
                    "seed \(seed), run \(run): one is connected for nothing")
            }
        }
    }
}
