import SeededRandom
import TestBus
import API
import Testing

@testable import soteria_agent

/// Whatever happens in whatever order: nothing stays frozen that no blocked target names, a thaw
/// never overtakes a freeze, somebody else's freeze stays theirs, no held start outlives its
/// request, and nothing is killed that is not held. The bench itself minds what must not be asked
/// for.
struct EnforcerRandomTests {
    private static let targets: [TargetsAPI.Places] = [
        .target("a", onThaw: .stop, apps: ["one", "two"]),
        .target("b", apps: ["two"], executables: ["/usr/bin/three"]),
        .target("c", .stop, kill: true, apps: ["two", "four"]),
        .target("d", .notify, apps: ["one", "four"]),
    ]

    private struct World {
        var bench = AppBench()
        var generator: SeededGenerator
        var blocked: Set<String> = []
        var isConnected = false
        var places: [TargetsAPI.Places] = []
        var started = 0
        /// The targets of the open requests by number.
        var requests: [Int: Set<String>] = [:]
        /// The times at which requests have lapsed.
        var lapsed: [Int: Duration] = [:]
        var lastRequest = 0
        /// How many units were killed in their first second.
        var discarded = 0

        init(seed: UInt64) {
            generator = SeededGenerator(seed: seed)
            bench.answersAtOnce = false
        }

        mutating func chance(_ percent: Int) -> Bool {
            Int.random(in: 0..<100, using: &generator) < percent
        }

        mutating func step() {
            switch Int.random(in: 0..<26, using: &generator) {
            case 20, 21: changeFront()
            case 22: bench.handle(.putsAway(chance(70)))
            case 23..<26 where isConnected: request()
            case 0..<4: startOrEnd()
            case 4..<9 where isConnected: decide()
            case 9 where isConnected:
                isConnected = false
                bench.handle(.daemonLost)
            case 9, 10: comeBack()
            case 11: tellPlaces(EnforcerRandomTests.targets.filter { _ in chance(70) })
            case 12: changeFacts()
            case 13: bench.handle(.reinspect)
            case 14 where chance(20): managerDisconnected()
            case 16: thawByHand()
            case 15: bench.pass(.milliseconds(Int.random(in: 1...20_000, using: &generator)))
            default: break
            }
            while !bench.pending.isEmpty, chance(60) {
                bench.answer(Int.random(in: 0..<bench.pending.count, using: &generator))
            }
            endKilled()
        }

        /// Ends units that were killed, sooner or later.
        private mutating func endKilled() {
            for (name, unit) in bench.units where unit.signals == ["KILL"] && chance(60) {
                discarded += 1
                bench.end(name)
            }
        }

        private mutating func changeFront() {
            let name = bench.units.keys.sorted().randomElement(using: &generator)
            bench.bringToFront(chance(70) ? name : nil)
        }

        /// A request begins, or one ends.
        private mutating func request() {
            let ends: [HeldStarts.RequestEnd] = [.kept, .unblocked, .expired, .lapsed, .protected]
            if chance(50), let open = requests.keys.sorted().randomElement(using: &generator) {
                let end = ends.randomElement(using: &generator) ?? .kept
                requests[open] = nil
                if end == .lapsed { lapsed[open] = bench.now }
                if bench.followsRequests { bench.handle(.requestEnded(open, end)) }
            } else {
                lastRequest += 1
                let targets = Set(["a", "b", "c", "d"].filter { _ in chance(40) })
                requests[lastRequest] = targets
                if bench.followsRequests {
                    bench.handle(.requestBegan(lastRequest, targets: targets))
                }
            }
        }

        /// The list of open requests comes some time after it was asked for.
        mutating func listRequests() {
            if bench.followsRequests, isConnected { bench.handle(.requests(requests)) }
        }

        mutating func comeBack() {
            isConnected = true
            bench.handle(
                .blocks(
                    Dictionary(uniqueKeysWithValues: blocked.map { ($0, AppBench.block()) })))
        }

        mutating func tellPlaces(_ told: [TargetsAPI.Places]) {
            places = told
            bench.setPlaces(told)
        }

        private mutating func decide() {
            let target = ["a", "b", "c", "d"].randomElement(using: &generator) ?? "a"
            if blocked.remove(target) != nil {
                bench.open(target)
            } else {
                blocked.insert(target)
                bench.block(target)
            }
        }

        private mutating func startOrEnd() {
            let running = bench.units.keys.sorted()
            if running.count > 5, let name = running.randomElement(using: &generator) {
                // It may end before or after the agent hears of it.
                if chance(50) { bench.end(name) } else { bench.units[name] = nil }
                return
            }
            let apps = ["one", "two", "three", "four", "five"]
            let app = apps.randomElement(using: &generator) ?? "one"
            started += 1
            let name = "app-x-\(app)-\(started).scope"
            var facts = UnitFacts(executables: ["/usr/bin/\(app)"])
            if chance(15) { facts.exemption = Exemption.allCases.randomElement(using: &generator) }
            let isForeign = chance(10)
            let isNew = chance(70)
            facts.startedAt = bench.now - (chance(70) ? .milliseconds(300) : .seconds(40))
            bench.units[name] = AppBench.Reality(
                unit: AppBench.unit(name), facts: facts, isFrozen: isForeign, isForeign: isForeign,
                refusal: chance(10) ? "busy" : nil, start: isNew ? bench.now : nil)
            bench.handle(isNew ? .appeared(AppBench.unit(name)) : .found(AppBench.unit(name)))
        }

        private mutating func thawByHand() {
            let ours = bench.units.filter { !$0.value.isForeign }.keys.sorted()
            if let name = ours.randomElement(using: &generator) { bench.thawByHand(name) }
        }

        private mutating func changeFacts() {
            guard let name = bench.units.keys.sorted().randomElement(using: &generator) else {
                return
            }
            let (isTerminal, isBusy, isStubborn) = (chance(50), chance(20), chance(20))
            bench.units[name]?.facts.exemption = isTerminal ? .terminal : nil
            bench.units[name]?.refusal = isBusy ? "busy" : nil
            bench.units[name]?.thawRefusal = isStubborn ? "no" : nil
        }

        private mutating func managerDisconnected() {
            while !bench.pending.isEmpty {
                switch bench.pending.removeFirst() {
                case .freeze(let name): bench.handle(.froze(name, .unanswered))
                case .thaw(let name): bench.handle(.thawed(name, .unanswered))
                case .inspect: break
                }
            }
            bench.handle(.managerLost)
            bench.handle(.listed(Set(bench.units.keys)))
            for name in bench.units.keys.sorted() { bench.handle(.found(AppBench.unit(name))) }
        }

        /// Everything is heard of, answered and waited for.
        mutating func rest() {
            for name in bench.units.keys {
                bench.units[name]?.refusal = nil
                bench.units[name]?.thawRefusal = nil
            }
            for name in bench.enforcer.units.keys.sorted() where bench.units[name] == nil {
                bench.handle(.gone(name))
            }
            bench.answersAtOnce = true
            bench.answerAll()
            // Every request ends, and so does what is held.
            for open in requests.keys.sorted() { bench.handle(.requestEnded(open, .expired)) }
            requests = [:]
            bench.pass(.seconds(700))
            for (name, unit) in bench.units where unit.signals == ["KILL"] { bench.end(name) }
        }

        /// The demand of the world's rules on a unit.
        func demand(_ unit: AppBench.Reality) -> Demand? {
            var index = PlaceIndex()
            for piece in places { index.add(piece) }
            let targets = index.targets(ids: unit.unit.ids, running: unit.facts.executables)
            return Demand.strictest(
                targets.intersection(blocked).compactMap { index.targets[$0] }.map(Demand.init))
        }
    }

    @Test("A thousand histories", arguments: 0..<20)
    func histories(_ part: Int) {
        let seed = SeededGenerator.seed()
        for offset in 0..<50 {
            var world = World(seed: seed &+ UInt64(50 * part + offset))
            if world.chance(80) { world.tellPlaces(Self.targets) }
            for _ in 0..<120 {
                world.step()
                if world.chance(50) {
                    world.listRequests()
                    expectRequests(world, "seed \(seed), part \(part), \(offset)")
                }
            }
            world.comeBack()
            world.tellPlaces(Self.targets)
            world.rest()
            // A failure that was given up is tried again at the next decision.
            world.bench.handle(.reinspect)
            world.rest()
            check(&world, "seed \(seed), part \(part), \(offset)")
        }
    }

    /// No held start outlives its request, which is open or has lapsed two seconds ago at most.
    private func expectRequests(_ world: World, _ place: String) {
        guard world.isConnected else { return }
        for (unit, start) in world.bench.enforcer.heldStarts.starts {
            if let request = start.request {
                let lapse = world.lapsed[request].map { world.bench.now - $0 }
                #expect(
                    world.requests[request] != nil || lapse.map { $0 <= .seconds(2) } == true,
                    "\(unit) is held for nothing, \(place)")
            } else {
                let end = start.endsAt.map { $0 - world.bench.now }
                #expect(end.map { $0 <= .seconds(600) } == true, "\(unit) is held on, \(place)")
            }
        }
    }

    private func check(_ world: inout World, _ place: String) {
        let bench = world.bench
        var ours: Set<String> = []
        for (name, unit) in bench.units {
            let row = bench.enforcer.units[name]
            switch (world.demand(unit), unit.isForeign) {
            case (.freeze, false) where unit.facts.exemption == nil:
                if unit.isFrozen { ours.insert(name) }
                // One that was refused five times is told of instead.
                #expect(
                    unit.isFrozen || row?.failure != nil,
                    "\(name) runs: \(row.debugDescription), \(place)")
            case (_, false):
                #expect(!unit.isFrozen, "\(name) stands still, \(place)")
            case (_, true):
                #expect(unit.isFrozen, "\(name) was thawed, \(place)")
            }
        }
        #expect(bench.record == ours, "\(place)")
        #expect(bench.watched == ours, "\(place)")
        #expect(bench.pending.isEmpty, "\(place)")
        #expect(bench.enforcer.deadline == nil, "\(place)")
        world.bench.handle(.stop)
        #expect(world.bench.enforcer.isAtRest, "\(place)")
        #expect(world.bench.units.values.allSatisfy { $0.isFrozen == $0.isForeign }, "\(place)")
        #expect(world.bench.record.isEmpty, "\(place)")
    }

    @Test("The end at any moment leaves nothing frozen", arguments: 0..<10)
    func endings(_ part: Int) {
        let seed = SeededGenerator.seed()
        for offset in 0..<50 {
            var world = World(seed: seed &+ UInt64(50 * part + offset))
            world.tellPlaces(Self.targets)
            world.comeBack()
            for _ in 0..<Int.random(in: 1...80, using: &world.generator) { world.step() }
            world.bench.handle(.stop)
            world.rest()
            let frozen = world.bench.units.values.filter { $0.isFrozen != $0.isForeign }
            #expect(frozen.isEmpty, "seed \(seed), part \(part), \(offset)")
            #expect(world.bench.record.isEmpty, "seed \(seed), part \(part), \(offset)")
            #expect(world.bench.enforcer.isAtRest, "seed \(seed), part \(part), \(offset)")
        }
    }
}
