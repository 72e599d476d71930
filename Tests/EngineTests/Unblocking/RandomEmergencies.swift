import CEL
import Engine
import RuleModel
import SeededRandom
import Testing

/// Histories made at random, in which a person asks for emergencies as often as possible while the
/// rules are edited.
@Suite("Emergencies at random", .enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct RandomEmergencies {
    @Test("No strict check-in is ever open, and no period has more emergencies than any set allows")
    func limits() throws {
        let seed = SeededGenerator.seed()
        var opened = 0
        for round in 0..<40 { opened += try history(seed &+ UInt64(round)) }
        #expect(opened > 40, "seed \(seed): hardly any emergency opened something")
    }

    /// One history; returns the number of its emergencies.
    private func history(_ seed: UInt64) throws -> Int {
        var random = SeededGenerator(seed: seed)
        let delay = [TimeSpan.zero, .hours(20), .hours(50)].randomElement(using: &random) ?? .zero
        var machine = try Machine(
            at: "2026-11-2\(Int.random(in: 0...9, using: &random))T00:00:00Z",
            zone: pick(["UTC", "Asia/Tokyo"], &random), rules: rules(delay, &random))
        var known = 0
        for _ in 0..<150 {
            machine.advance(.minutes(Int64.random(in: 1...90, using: &random)))
            try act(on: &machine, delay, &random)
            check(machine, since: known, seed)
            known = machine.history.count
        }
        #expect(machine.folded == machine.engine.state, "seed \(seed): the fold is another state")
        return machine.history.count { $0.emergency != nil }
    }

    private func act(
        on machine: inout Machine, _ delay: TimeSpan, _ random: inout SeededGenerator
    ) throws {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: machine.edit(try rules(delay, &random))
        case 1: machine.restart(after: .seconds(1))
        case 2: try machine.travel(to: pick(["UTC", "Asia/Tokyo", "America/New_York"], &random))
        case 3: machine.send(.answerCheckIn("morning", isYes: Bool.random(using: &random)))
        case 4:
            machine.send(
                .startProtection(
                    target: pick(["a", "b"], &random), length: .hours(2), name: "P",
                    isStrict: Bool.random(using: &random)))
        default:
            let places: [Place] = [.target("a"), .target("b"), .site("shared.example")]
            let place = pick(places, &random)
            guard case .replied(let request) = machine.askEmergency(place) else { return }
            machine.advance(request.wait?.length ?? .zero)
            machine.send(.confirm(request: request.id))
        }
    }

    private func rules(_ delay: TimeSpan, _ random: inout SeededGenerator) throws -> RuleSet {
        let schedules = try ["s", "t"].map { key in
            try schedule(
                key, ["daily " + pick(["00:00-24:00", "22:00-06:00", "09:00-21:00"], &random)],
                blocks: pick([["a"], ["a", "b"]], &random),
                isStrict: pick([true, true, false], &random))
        }
        let gates = try pick(
            [[], [checkIn(blocks: ["b"], onNo: ["a"], isStrict: Bool.random(using: &random))]],
            &random)
        let period = pick(EmergencyRules.Period.allCases, &random)
        let way = UnblockRules.emergency(
            Int.random(in: 1...3, using: &random), per: period,
            wait: .seconds(Int64.random(in: 1...900, using: &random)))
        return try waiting(
            schedules, delay,
            targets: [
                target("a", sharing: "shared.example"), target("b", sharing: "shared.example"),
            ], checkIns: gates, unblock: pick([way, way, way, way, .tested], &random),
            zone: pick([nil, "Europe/Berlin", "Pacific/Auckland"], &random))
    }

    private func check(_ machine: Machine, since known: Int, _ seed: UInt64) {
        let engine = machine.engine
        let place = "seed \(seed) at \(text(machine.watch, in: .utc))"
        for target in engine.rules.targets {
            let gates = engine.restrictions(of: target.key)
                .filter { $0.kind == .checkIn && $0.isStrict }
            #expect(
                gates.isEmpty || machine.isBlocked(target.key),
                "\(place): \(target.key) is open under a strict check-in")
        }
        for event in machine.history.dropFirst(known) where event.emergency != nil {
            for set in [engine.rules.written] + engine.rules.earlier {
                guard let way = set.unblock.emergency else {
                    Issue.record("\(place): a set has no emergency way out")
                    continue
                }
                let zone = set.timeZone ?? engine.zone
                let day = LocalTime(event.at, in: zone).daysSince1970
                let used = machine.history.count { other in
                    other.emergency != nil && other.sequence <= event.sequence
                        && way.per.holds(
                            day, and: LocalTime(other.at, in: zone).daysSince1970)
                }
                #expect(used <= way.count, "\(place): \(used) emergencies a \(way.per)")
            }
        }
    }
}

private func pick<Value>(_ values: [Value], _ random: inout SeededGenerator) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
}

extension Event {
    fileprivate var emergency: Grant.Emergency? {
        if case .unblocked(let grant) = fact { grant.emergency } else { nil }
    }
}

extension EmergencyRules.Period {
    /// Whether two days are in one period.
    fileprivate func holds(_ day: Int, and other: Int) -> Bool {
        let dates = [day, other].map { CivilDate(daysSince1970: $0) }
        return switch self {
        case .day: day == other
        // 1970-01-05 was a Monday.
        case .week: (day - 4) / 7 == (other - 4) / 7
        case .month: (dates[0].year, dates[0].month) == (dates[1].year, dates[1].month)
        }
    }
}
