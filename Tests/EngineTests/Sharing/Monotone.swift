import RuleModel
import SeededRandom
import Testing

@testable import Engine

/// Facts from elsewhere only add: whatever one's own record and whatever was received, what
/// holds with both is at least what holds with the own record alone.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Monotone {
    private static let targets = ["games", "shopping"]

    private func rules(_ random: inout SeededGenerator) throws -> RuleSet {
        func coin() -> Bool { .random(using: &random) }
        var set = try gated(
            [checkIn(opens: "08:00", isStrict: coin())],
            budgets: [budget(.minutes(12), isStrict: coin())],
            schedules: [schedule("nights", ["daily 22:00-06:00"], isStrict: coin())])
        set.risk = try risk([
            ("often", "0.4", "unblocks.last_hour >= 2"),
            ("ratio", "0.3", "unblocks.last_30_days >= 3 && unblocks.impulse_ratio >= 0.6"),
            ("calm", "0.3", "kept.today < 2 && attempts.last_hour >= 1"),
            ("long", "0.2", "unblocks.since_last > duration('1h')"),
            ("off", "0.2", "quiet_hours.switched_off"),
        ])
        let again = TimeSpan.minutes(.random(in: 0...60, using: &random))
        set.autoProtections = [
            try auto(
                "a", when: "risk.automatic >= 0.5", for: .minutes(40), againAfter: again,
                isStrict: coin()),
            try auto(
                "b", when: "kept.today < 2 && unblocks.last_hour >= 1", blocks: ["games"],
                for: .minutes(20), againAfter: again),
            try auto(
                "c", when: "unblocks.since_last > duration('30m') && unblocks.last_hour >= 1",
                for: .minutes(10), againAfter: again),
        ]
        return set
    }

    private func content(_ now: Instant, _ random: inout SeededGenerator) -> SharedFact.Content {
        let target = [["games"], ["shopping"], Self.targets].randomElement(using: &random) ?? []
        let bucket = Bucket(Bucket(holding: now).number + .random(in: -9...2, using: &random))
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2:
            return .unblocked(
                targets: target, purpose: Bool.random(using: &random) ? .impulse : .planned)
        case 3: return .kept(targets: target)
        case 4: return .attempts(bucket: bucket, count: .random(in: 0...3, using: &random))
        case 5, 6:
            return .protected(
                targets: target, length: .minutes(.random(in: 1...90, using: &random)),
                isAutomatic: .random(using: &random))
        case 7:
            return .answered(
                checkIn: "morning", day: Int64(now.utcDay), isYes: .random(using: &random))
        case 8:
            return .used(
                target: "shopping", bucket: bucket, seconds: .random(in: 0...300, using: &random),
                isSynchronised: .random(using: &random))
        default:
            let minutes = TimeSpan.minutes(.random(in: 1...200, using: &random))
            return .weakened(what: "quiet_hours.nights", until: now + minutes)
        }
    }

    private func receive(_ machine: inout Machine, _ random: inout SeededGenerator) {
        let now = machine.engine.now
        let facts = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            sharedFact(
                .random(in: 0...UInt64.max, using: &random),
                now - .minutes(.random(in: -30...200, using: &random)), content(now, &random))
        }
        let device = ["0a", "0b"].randomElement(using: &random) ?? "0a"
        machine.receive(facts, from: device)
    }

    /// A deed of the person; what is refused is not done.
    private func act(_ machine: inout Machine, _ random: inout SeededGenerator) {
        let target = Self.targets.randomElement(using: &random) ?? "games"
        let purpose: Purpose = Bool.random(using: &random) ? .impulse : .planned
        switch Int.random(in: 0..<9, using: &random) {
        case 0...3:
            let place =
                machine.windows.randomElement(using: &random).map { Place.protection($0.id) }
                ?? .target(target)
            machine.send(
                .request(
                    Bool.random(using: &random) ? place : .target(target),
                    intent: Intent(purpose: purpose), isPause: .random(using: &random)))
            machine.advance(.seconds(40))
            for request in machine.engine.state.requests {
                machine.send(.confirm(request: request.id))
            }
        case 4:
            machine.send(.request(.target(target), intent: nil, isPause: false))
            if let request = machine.engine.state.requests.last {
                machine.send(.keep(request: request.id))
            }
        case 5: machine.send(.attempt(.target(target)))
        case 6:
            let length = TimeSpan.minutes(.random(in: 1...40, using: &random))
            machine.send(.startProtection(target: target, length: length, name: ""))
        case 7: machine.send(.answerCheckIn("morning", isYes: .random(using: &random)))
        default:
            for answer in machine.send(.useOpened(.site("shopping.example"))) {
                guard case .replied(let reply) = answer else { continue }
                machine.keepUsing([reply.use], for: .minutes(4))
                machine.send(.useClosed(reply.use))
            }
        }
    }

    /// One's own record: without what was received, what that began, and what is decided again.
    private func own(_ history: [Event]) -> [Event] {
        var foreign: Set<Int64> = []
        return history.filter { event in
            switch event.fact {
            case .received, .decided, .riskAssessed, .budgetReached, .budgetReset: return false
            case .protectionStarted(let protection):
                let isJoined = protection.entry?.hasSuffix("|\(OwnProtections.joined)") ?? false
                guard protection.elsewhere != nil || isJoined else { return true }
                foreign.insert(protection.id)
                return false
            case .protectionEnded(let id, _): return !foreign.contains(id)
            default: return true
            }
        }
    }

    /// An engine with one's own record alone.
    private func twin(of machine: Machine) -> Engine {
        var state = State()
        for event in own(machine.history) { state.evolve(event) }
        // Conditions are judged at marks alone, not because one was missed.
        let passed = machine.elapsed - machine.engine.clock.last.elapsed
        state.evolve(
            Event(
                sequence: machine.engine.nextSequence, at: machine.engine.now + passed,
                offset: 3600, elapsed: machine.elapsed, boot: machine.reading.boot,
                fact: .timeNoted))
        var engine = Engine(continuing: state, at: machine.reading)
        _ = engine.handle(
            .started(
                version: "1", rules: machine.rules, zone: machine.zone, recorded: machine.rules),
            at: machine.reading)
        return engine
    }

    /// The things that hold with one's own record alone, and do not with what came from elsewhere.
    private func findings(_ joined: Engine, _ twin: Engine, isAssessed: Bool) -> [String] {
        var findings: [String] = []
        for target in Self.targets {
            let here = joined.restrictions(of: target)
            for restriction in twin.restrictions(of: target) {
                let holds = here.contains { other in
                    guard other.kind == restriction.kind,
                        other.isStrict || !restriction.isStrict
                    else { return false }
                    guard let until = other.until else { return true }
                    return restriction.until.map { until >= $0 - .seconds(2) } ?? false
                }
                if !holds { findings.append("\(target) \(restriction) but \(here)") }
            }
            if twin.isBlocked(target), !joined.isBlocked(target) {
                findings.append("\(target) is open")
            }
            for purpose in Purpose.allCases {
                let intent = Intent(purpose: purpose)
                let (wait, least) = (
                    joined.wait(for: intent, [target], isEmergency: false),
                    twin.wait(for: intent, [target], isEmergency: false)
                )
                if wait < least { findings.append("\(target) waits \(wait) not \(least)") }
            }
        }
        if isAssessed, let score = joined.assessment?.score, let least = twin.assessment?.score,
            score < least
        {
            findings.append("the score is \(score) not \(least)")
        }
        return findings
    }

    /// Time goes on to the next mark of five minutes, at which conditions are judged; an own record
    /// from just before it is judged then, too.
    private func advanceToMark(_ machine: inout Machine) -> [String] {
        let passed = machine.wall.milliseconds % 300_000
        machine.advance(TimeSpan(milliseconds: 300_000 - passed - 1))
        var twin = twin(of: machine)
        machine.advance(instantly)
        var marks: Cadences = [.schedules, .autoProtection]
        let isAssessed = machine.wall.seconds % 900 == 0
        if isAssessed { marks.insert(.risk) }
        _ = twin.handle(.tick(marks), at: machine.reading)
        return findings(machine.engine, twin, isAssessed: isAssessed)
    }

    @Test func whatComesFromElsewhereOnlyAdds() throws {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        var met: [String: Int] = [:]
        for life in 0..<30 {
            let hour = Int.random(in: 10...21, using: &random)
            var machine = try Machine(at: "2026-11-18T\(hour):00:00+01:00", rules: rules(&random))
            for step in 0..<50 {
                switch Int.random(in: 0..<6, using: &random) {
                case 0, 1: receive(&machine, &random)
                case 2, 3: act(&machine, &random)
                case 4: machine.advance(.minutes(.random(in: 1...30, using: &random)))
                default: machine.restart(after: .minutes(.random(in: 0...9, using: &random)))
                }
                let note: Comment = "life \(life) step \(step) seed \(seed)"
                let twin = twin(of: machine)
                try #require(findings(machine.engine, twin, isAssessed: false) == [], note)
                try #require(advanceToMark(&machine) == [], note)
            }
            #expect(machine.folded == machine.engine.state, "life \(life) seed \(seed)")
            for kind in machine.kinds() { met[kind, default: 0] += 1 }
        }
        for kind in ["protectionStarted", "unblocked", "protectionReleased", "budgetReached"] {
            #expect(met[kind, default: 0] > 5, "\(kind): \(met)")
        }
    }
}
