import SeededRandom
import TestBus
import API
import Testing

@testable import soteria_agent

/// Whatever happens in whatever order: at rest, what the daemon has open is what is used.
struct UsageRandomTests {
    /// A daemon that takes its time, and a machine that does what it likes.
    private struct World {
        var bench = UsageTrackerTests.Bench(isReachable: false)
        var generator: SeededGenerator
        var pending: [UsageTracker.Action] = []
        /// Whether the machine may sleep.
        var isHeldUp = false

        init(seed: UInt64) {
            generator = SeededGenerator(seed: seed)
            bench.replies = false
        }

        mutating func step() {
            switch Int.random(in: 0..<12, using: &generator) {
            case 0, 1: units()
            case 2: bench.handle(.daemonCame)
            case 3:
                bench.handle(.daemonWentAway)
                // The daemon forgets the agent's uses after a while.
                bench.open = []
            case 4: bench.handle(.sleeping)
            case 5: bench.handle(.woke)
            case 6: bench.handle(.placesChanged)
            default:
                let names = ["a", "b", "c", "d"].filter { _ in Bool.random(using: &generator) }
                let busy = names.map { ($0, Duration.seconds(3)) }
                bench.pass(
                    .seconds(Int.random(in: 1...90, using: &generator)),
                    busy: Dictionary(busy, uniquingKeysWith: { first, _ in first }))
            }
            collect()
            if Bool.random(using: &generator) { reply() }
        }

        private mutating func units() {
            let names = ["a", "b", "c", "d"].filter { _ in Bool.random(using: &generator) }
            for name in names where bench.times[name] == nil { bench.times[name] = .zero }
            bench.handle(.units(Set(names.map { UsageTrackerTests.unit($0) })))
        }

        mutating func collect() {
            for action in bench.news() {
                switch action {
                case .open, .close, .see: pending.append(action)
                case .delaySleep: isHeldUp = true
                case .letSleep: isHeldUp = false
                case .look, .setIdle, .askForInput: break
                }
            }
        }

        mutating func reply() {
            guard !pending.isEmpty else { return }
            let action = pending.removeFirst()
            if case .open(let token, _) = action, Int.random(in: 0..<5, using: &generator) == 0 {
                bench.handle(.opened(token: token, .failure(.timedOut)))
            } else {
                bench.reply(to: action)
            }
            collect()
        }

        /// Everything is awake, reachable and replied to.
        mutating func rest() {
            bench.handle(.woke)
            bench.handle(.daemonCame)
            collect()
            while !pending.isEmpty { reply() }
        }
    }

    @Test func whatIsOpenIsWhatIsUsed() {
        let seed = SeededGenerator.seed()
        var opened = 0
        for run in 0..<80 {
            var world = World(seed: seed &+ UInt64(run))
            for _ in 0..<60 { world.step() }
            world.rest()
            let tracking = world.bench.tracking
            let reported = tracking.units.values.flatMap { unit in
                unit.reports.values.compactMap { report -> Int? in
                    if case .open(let use) = report { use } else { nil }
                }
            }
            #expect(reported.count == Set(reported).count, "seed \(seed), run \(run)")
            #expect(Set(reported).isSuperset(of: world.bench.open), "seed \(seed), run \(run)")
            for unit in tracking.units.values where !unit.isUsed {
                #expect(
                    unit.reports.values.allSatisfy { $0 == .unopened },
                    "seed \(seed), run \(run): \(unit)")
            }
            opened += reported.count
            // Nothing is left behind when everything ends.
            world.bench.handle(.units([]))
            world.collect()
            while !world.pending.isEmpty { world.reply() }
            #expect(world.bench.open == [], "seed \(seed), run \(run)")
            #expect(world.bench.tracking.deadline == nil, "seed \(seed), run \(run)")
        }
        #expect(opened > 20, "seed \(seed): hardly anything was used")
    }

    @Test func theSleepIsNeverHeldUpForLong() {
        let seed = SeededGenerator.seed()
        for run in 0..<80 {
            var world = World(seed: seed &+ UInt64(run))
            world.bench.handle(.logindCame)
            for _ in 0..<40 { world.step() }
            world.bench.handle(.woke)
            world.collect()
            #expect(world.isHeldUp, "seed \(seed), run \(run)")
            world.bench.handle(.sleeping)
            world.bench.pass(.seconds(3))
            world.collect()
            #expect(!world.isHeldUp, "seed \(seed), run \(run)")
        }
    }
}
