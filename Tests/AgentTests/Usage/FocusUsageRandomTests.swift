import SeededRandom
import TestBus
import API
import Testing

@testable import soteria_agent

/// Whatever happens in whatever order: a use runs exactly while its unit is in front and the person
/// is there, or was less than the glance limit ago.
struct FocusUsageRandomTests {
    /// The history as it was, from which each question is answered anew.
    private struct History {
        struct Moment {
            var time: Duration
            var front: String?
            var running: Set<String>
            var isThere: Bool
        }

        var moments: [Moment] = []

        /// The apps that are used at a time: those of the units in front since the last moment at
        /// which nothing could be used, whose window left less than the glance limit ago.
        func used(at now: Duration) -> Set<String> {
            guard let last = moments.last, last.isThere else { return [] }
            var found: Set<String> = []
            for (index, moment) in moments.enumerated().reversed() {
                guard moment.isThere else { break }
                let end = index + 1 < moments.count ? moments[index + 1].time : nil
                guard end.map({ now < $0 + UsageTracker.glanceLimit }) ?? true else { break }
                // One that was not running in the meantime begins anew.
                if let front = moment.front,
                    moments[index...].allSatisfy({ $0.running.contains(front) })
                {
                    found.insert(front)
                }
            }
            return found
        }
    }

    private struct World {
        var bench = UsageTrackerTests.Bench(isReachable: false)
        var generator: SeededGenerator
        var history = History()
        var front: String?
        var running: Set<String> = ["a", "b", "c"]
        var (isIdle, isLocked, isAsleep, isReachable) = (false, false, false, false)
        var abilities: FocusAbilities

        init(seed: UInt64) {
            generator = SeededGenerator(seed: seed)
            abilities = FocusAbilities(
                reportsFront: true, reportsIdle: true, limitsInhibitors: true)
            bench.handle(.units(Set(running.map { UsageTrackerTests.unit($0) })))
            bench.handle(.abilities(abilities))
            note()
        }

        mutating func step() {
            switch Int.random(in: 0..<16, using: &generator) {
            case 0..<6: change(to: ["a", "b", "c", nil].randomElement(using: &generator) ?? nil)
            case 6: run()
            case 7:
                isIdle = Int.random(in: 0..<4, using: &generator) == 0
                bench.handle(.idle(isIdle))
            case 8:
                isLocked = Int.random(in: 0..<4, using: &generator) == 0
                bench.handle(.presence(Presence(isIdle: false, isLocked: isLocked)))
            case 9:
                isAsleep = Int.random(in: 0..<4, using: &generator) == 0
                bench.handle(isAsleep ? .sleeping : .woke)
            case 10 where isReachable:
                isReachable = false
                bench.handle(.daemonWentAway)
                bench.open = []
                bench.apps = [:]
            case 11, 12:
                isReachable = true
                bench.handle(.daemonCame)
            default: break
            }
            note()
            // Half again as long as the limit, so that uses overlap, and do not.
            let longest = Int(UsageTracker.glanceLimit / .milliseconds(1)) * 3 / 2
            bench.pass(.milliseconds(Int.random(in: 1...longest, using: &generator)))
        }

        private mutating func change(to name: String?) {
            front = name.flatMap { running.contains($0) ? $0 : nil }
            bench.handle(.windowChanged)
            bench.handle(.front(front.map { UsageTrackerTests.unit($0) }))
        }

        private mutating func run() {
            running = Set(
                ["a", "b", "c"].filter { _ in Int.random(in: 0..<4, using: &generator) > 0 })
            bench.handle(.units(Set(running.map { UsageTrackerTests.unit($0) })))
            if let front, !running.contains(front) { change(to: nil) }
        }

        private mutating func note() {
            history.moments.append(
                .init(
                    time: bench.now, front: front, running: running,
                    isThere: isReachable && !isAsleep && !isIdle && !isLocked))
        }

        /// The apps of the daemon's open uses.
        var open: Set<String> { Set(bench.open.compactMap { bench.apps[$0] }) }
    }

    @Test func aUseRunsExactlyWhileItsUnitIsInFrontAndThePersonIsThere() {
        let seed = SeededGenerator.seed()
        var (used, both) = (0, 0)
        for run in 0..<200 {
            var world = World(seed: seed &+ UInt64(run))
            for step in 0..<120 {
                world.step()
                let expected = world.history.used(at: world.bench.now)
                #expect(world.open == expected, "seed \(seed), run \(run), step \(step)")
                #expect(world.bench.open.count == expected.count, "seed \(seed), run \(run)")
                #expect(
                    (world.bench.tracking.deadline == nil) == expected.isEmpty,
                    "seed \(seed), run \(run), step \(step)")
                used += expected.isEmpty ? 0 : 1
                both += expected.count > 1 ? 1 : 0
            }
        }
        #expect(used > 2000 && both > 100, "seed \(seed): hardly anything was used")
    }
}
