import Engine
import Foundation
import RuleModel
import SeededRandom
import Testing

/// A long random life of a machine. At every step the fold of what is on disk is the engine's
/// state, and what is told keeps to its rules.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Replay {
    private static let zones = [
        "Europe/Berlin", "Asia/Tokyo", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
    ]

    private static func ruleSets() throws -> [RuleSet] {
        let nights = try schedule("nights", ["daily 22:30-06:30"], blocks: ["games", "shopping"])
        let risky = try risk([
            ("often", "0.5", "unblocks.last_hour >= 1"), ("sad", "0.2", "mood.last == 'sad'"),
            ("tempted", "0.4", "attempts.last_hour >= 1 || kept.today >= 2"),
            ("noon", "0.8", "local.hour == 12"),
        ])
        return try [
            rules([nights], targets: ["games", "shopping"], sharing: "mall.example"),
            rules(
                [nights], targets: ["games", "shopping"], sharing: "mall.example", risk: risky,
                auto: [
                    auto(), auto("own", when: "unblocks.today >= 2", for: .minutes(40)),
                ]),
            rules(
                [nights], targets: ["games", "shopping"], sharing: "mall.example", risk: risky,
                auto: [auto(blocks: ["games"], for: .minutes(20), isStrict: true)]),
            rules(
                [nights, schedule("noon", ["weekdays 11:45-13:15"], blocks: ["games"])],
                targets: ["games", "shopping"]),
            rules([schedule("nights", ["fri-mon 23:00-05:00"], isStrict: true)]),
            rules(
                [schedule("tokyo", ["daily 00:00-24:00"], blocks: ["games"], zone: "Asia/Tokyo")],
                targets: ["games"]),
            rules([], targets: []),
        ] + gatedSets()
    }

    private func step(
        _ machine: inout Machine, _ sets: [RuleSet], _ random: inout SeededGenerator
    ) throws {
        let subjects: [Switch.Subject] = [
            .schedule("nights"), .schedule("noon"), .target("games"), .target("shopping"),
            .autoProtection("high_risk"), .autoProtection("own"),
        ]
        switch Int.random(in: 0..<17, using: &random) {
        case 0: machine.setClock(by: .minutes(.random(in: -3000...3000, using: &random)))
        case 1:
            machine.isSynchronised.toggle()
            machine.send(.clockChecked)
        case 2: machine.sleep(.minutes(.random(in: 0...900, using: &random)))
        case 3: machine.restart(after: .seconds(.random(in: 0...40_000, using: &random)))
        case 4:
            machine.reboot(
                away: .seconds(.random(in: 10...20_000, using: &random)),
                clockSetBy: .minutes(
                    Bool.random(using: &random) ? 0 : .random(in: -600...600, using: &random)),
                isOrderly: .random(using: &random))
        case 5: try machine.travel(to: Self.zones.randomElement(using: &random) ?? "UTC")
        case 6: if let rules = sets.randomElement(using: &random) { machine.edit(rules) }
        case 7, 8:
            let subject = subjects.randomElement(using: &random) ?? subjects[0]
            machine.send(.switch(subject, isOn: .random(using: &random)))
        case 9, 10:
            machine.send(
                .startProtection(
                    target: Bool.random(using: &random) ? nil : "games",
                    length: .seconds(Int64.random(in: 30...20_000, using: &random)), name: "P",
                    isStrict: Int.random(in: 0..<4, using: &random) == 0))
        case 11: machine.drift = .random(in: -300...300, using: &random)
        case 12: machine.hasTicks.toggle()
        case 13: switchSlowly(&machine, subjects, sets, &random)
        default: machine.advance(.seconds(.random(in: 1...30_000, using: &random)))
        }
    }

    /// Switches off while the store takes its time, the rules are edited and protections begin;
    /// what waits is written in parts, refused, or written just before the daemon dies.
    private func switchSlowly(
        _ machine: inout Machine, _ subjects: [Switch.Subject], _ sets: [RuleSet],
        _ random: inout SeededGenerator
    ) {
        machine.store = .waits
        let subject = subjects.randomElement(using: &random) ?? subjects[0]
        for _ in 0..<Int.random(in: 3...12, using: &random) {
            switch Int.random(in: 0..<9, using: &random) {
            case 0, 1, 2:
                machine.send(.switch(subject, isOn: Int.random(in: 0..<4, using: &random) == 0))
            case 3, 8: if let rules = sets.randomElement(using: &random) { machine.edit(rules) }
            case 4: machine.advance(.seconds(.random(in: 1...900, using: &random)))
            case 5:
                let id = machine.engine.state.requests.first?.id ?? 1
                machine.send(.confirm(request: id))
            case 6: _ = machine.commitWaiting(1)
            default: machine.refuseWaiting(1)
            }
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: machine.refuseWaiting()
        case 1: machine.dieCommitted(isReboot: .random(using: &random))
        default: _ = machine.commitWaiting()
        }
        machine.store = .keeps
        machine.send(.storeFailing(false))
    }

    @Test func foldIsTheState() throws {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        let sets = try Self.ruleSets()
        var met: [String: Int] = [:]
        for life in 0..<8 {
            let rules = life.isMultiple(of: 2) ? sets[0] : try Self.gatedSets()[life / 2 % 2]
            var machine = try Machine(at: "2026-10-20T12:00:00+02:00", rules: rules)
            var uses: [Int64] = []
            for number in 0..<150 {
                switch Int.random(in: 0..<3, using: &random) {
                case 0: try step(&machine, sets, &random)
                case 1: try converse(with: &machine, &random)
                default: try track(&machine, &uses, sets, &random)
                }
                let note: Comment = "life \(life) step \(number) seed \(seed)"
                let different = try differences(machine.folded, machine.engine.state)
                try #require(different.isEmpty, note)
                try #require(decisionsAreOrderly(machine), note)
                try #require(Self.conversationsAreOrderly(machine), note)
                try #require(Self.trackingIsOrderly(machine), note)
                try #require(runsWhatAStartWouldRun(machine), note)
            }
            let numbers = machine.history.map(\.sequence)
            #expect(numbers == Array(1...Int64(numbers.count)), "seed \(seed)")
            try codingKeeps(machine.history, machine.folded)
            for kind in machine.kinds() { met[kind, default: 0] += 1 }
        }
        print("EngineTests: random lives met", met.sorted { $0.key < $1.key })
    }

    /// Nothing was forgotten: a daemon that starts now finds the same schedules running.
    private func runsWhatAStartWouldRun(_ machine: Machine) -> Bool {
        var running = machine
        running.send(.observed)
        var fresh = Engine(continuing: running.folded, at: running.reading)
        _ = fresh.handle(
            .started(version: "1", rules: running.rules, zone: running.zone), at: running.reading)
        return fresh.state.quietHours == running.engine.state.quietHours
    }

    /// The members in which two states differ, with both values.
    private func differences(_ left: State, _ right: State) throws -> [String] {
        if left == right { return [] }
        let states = try [left, right].map { state in
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(state)) as? [String: Any]
        }
        let mine = states[0] ?? [:]
        let other = states[1] ?? [:]
        let keys = Set(mine.keys).union(other.keys).filter { key in
            !NSDictionary(dictionary: [key: mine[key] as Any]).isEqual(to: [key: other[key] as Any])
        }
        return keys.isEmpty
            ? ["unlike in a way that is not written"]
            : keys.sorted().map { "\($0): \(mine[$0] ?? "") but \(other[$0] ?? "")" }
    }

    /// Block and unblock take turns, an update differs from what it updates, each activation of a
    /// schedule begins once and ends once.
    private func decisionsAreOrderly(_ machine: Machine) -> Bool {
        var last: [String: Decision] = [:]
        var running: Set<String> = []
        for event in machine.history {
            switch event.fact {
            case .decided(let decision):
                let before = last[decision.target]
                let wasBlocked = before?.isBlocked ?? false
                if (decision.verdict == .block) == wasBlocked, decision.verdict != .update {
                    return false
                }
                if decision.verdict == .update {
                    guard wasBlocked,
                        before?.restrictions != decision.restrictions
                            || before?.until != decision.until
                    else { return false }
                }
                if decision.isBlocked == decision.restrictions.isEmpty { return false }
                last[decision.target] = decision
            case .quietHoursBegan(let run):
                guard running.insert(run.schedule).inserted else { return false }
            case .quietHoursMoved(let run):
                guard running.contains(run.schedule) else { return false }
            case .quietHoursEnded(let schedule):
                guard running.remove(schedule) != nil else { return false }
            default: break
            }
        }
        let told = machine.told.map(\.decision)
        return told.count == machine.history.count { $0.fact.kind == .decided }
    }

    /// Facts and state are what they were after being written and read.
    private func codingKeeps(_ history: [Event], _ state: State) throws {
        let encoder = JSONEncoder()
        let decoder = JSONDecoder()
        for event in history {
            let again = try decoder.decode(Fact.self, from: encoder.encode(event.fact))
            #expect(again == event.fact)
        }
        #expect(try decoder.decode(State.self, from: encoder.encode(state)) == state)
    }

    /// With ticks or without, the same is decided at the same moments.
    @Test func ticksChangeNothing() throws {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        // An auto-protection begins on a tick alone.
        for rules in try Self.ruleSets() where rules.autoProtections.isEmpty {
            for zone in Self.zones {
                var ticking = try Machine(at: "2026-10-23T12:00:00Z", zone: zone, rules: rules)
                var waiting = ticking
                waiting.hasTicks = false
                for _ in 0..<4 {
                    let length = TimeSpan.minutes(.random(in: 1...4000, using: &random))
                    let protection = StartProtection.startProtection(
                        target: nil, length: length, name: "P")
                    let passed = TimeSpan.seconds(.random(in: 1...60_000, using: &random))
                    ticking.send(protection)
                    ticking.advance(passed)
                    waiting.send(protection)
                    waiting.advance(passed)
                }
                let same = try ticking.decisions() == waiting.decisions()
                #expect(same, "\(zone) seed \(seed)")
            }
        }
    }

    /// Facts come back in their order; one that was committed late takes its own place.
    @Test func lateCommitKeepsItsPlace() throws {
        var machine = try Machine(at: "2026-11-20T23:00:00+01:00", rules: everyNight())
        machine.store = .waits
        machine.send(.switch(.schedule("nights"), isOn: false))
        machine.send(.startProtection(target: nil, length: .hours(1), name: ""))
        #expect(machine.folded == machine.engine.state)
        #expect(machine.commitWaiting(of: SwitchEntry.self) == [.changed])
        #expect(machine.folded == machine.engine.state)
        #expect(machine.history.map(\.sequence) == Array(1...Int64(machine.history.count)))
    }
}
