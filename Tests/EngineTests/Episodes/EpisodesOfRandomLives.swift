import RuleModel
import SeededRandom
import Testing

@testable import Engine

/// The figures by episode after random lives, against an oracle that knows only the facts.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct EpisodesOfRandomLives {
    private static let places: [Place] = [
        .target("games"), .target("shopping"), .site("mall.example"), .everything,
    ]

    private func rules() throws -> RuleSet {
        try sharedSite(
            games: ["daily 20:00-23:00", "daily 01:00-04:00"], shopping: ["daily 19:00-07:00"])
    }

    private func intent(_ random: inout SeededGenerator) throws -> Intent {
        Intent(
            purpose: Bool.random(using: &random) ? .planned : .impulse,
            category: ["gift", "other", nil].randomElement(using: &random) ?? nil,
            mood: ["sad", "happy", nil].randomElement(using: &random) ?? nil,
            amount: Int.random(in: 0..<3, using: &random) == 0
                ? Money(thousandths: .random(in: 1...90_000, using: &random)) : nil,
            minutes: Bool.random(using: &random) ? .random(in: 1...20, using: &random) : nil)
    }

    private func ask(_ machine: inout Machine, _ random: inout SeededGenerator) throws {
        var place = Self.places.randomElement(using: &random) ?? .everything
        let protection = machine.engine.state.protections.last?.id
        if let protection, Int.random(in: 0..<4, using: &random) == 0 {
            place = .protection(protection)
        }
        machine.send(
            .request(
                place, intent: Bool.random(using: &random) ? try intent(&random) : nil,
                isPause: Int.random(in: 0..<3, using: &random) == 0))
    }

    private func end(_ machine: inout Machine, _ random: inout SeededGenerator) throws {
        guard let request = machine.engine.state.requests.randomElement(using: &random) else {
            return
        }
        switch Int.random(in: 0..<7, using: &random) {
        case 0, 1, 2: machine.send(.keep(request: request.id))
        case 3:
            machine.send(
                .protectInstead(
                    request: request.id, length: .minutes(Int64.random(in: 5...90, using: &random)))
            )
        default:
            machine.send(.request(request.place, intent: try intent(&random), isPause: true))
            machine.advance(.seconds(40))
            machine.send(.confirm(request: request.id))
        }
    }

    private func step(_ machine: inout Machine, _ random: inout SeededGenerator) throws {
        switch Int.random(in: 0..<20, using: &random) {
        case 0...5: try ask(&machine, &random)
        case 6...11: try end(&machine, &random)
        case 12:
            if case .replied? = machine.send(.useOpened(.site("mall.example"))).first {
                machine.advance(.seconds(Int64.random(in: 1...300, using: &random)))
            }
        case 13: machine.setClock(by: .minutes(Int64.random(in: -300...300, using: &random)))
        case 14: machine.sleep(.minutes(Int64.random(in: 1...130, using: &random)))
        case 15: machine.restart(after: .seconds(Int64.random(in: 1...8000, using: &random)))
        case 16: machine.reboot(away: .seconds(Int64.random(in: 30...8000, using: &random)))
        case 17:
            machine.send(
                .startProtection(
                    target: Bool.random(using: &random) ? nil : "games",
                    length: .minutes(Int64.random(in: 5...200, using: &random)), name: "P"))
        case 18:
            machine.send(
                .startProtection(
                    target: ["games", "shopping", nil].randomElement(using: &random) ?? nil,
                    length: .minutes(Int64.random(in: 1...9, using: &random)), name: "P",
                    isStrict: true))
            machine.advance(.seconds(Int64.random(in: 0...80, using: &random)))
            machine.send(.takeBack(protection: nil))
        default: machine.advance(.seconds(Int64.random(in: 1...3000, using: &random)))
        }
    }

    @Test func likeTheOracle() throws {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        var (opened, kept, joined, credited) = (0, 0, 0, 0)
        for life in 0..<10 {
            var machine = try Machine(at: "2026-11-18T18:00:00+01:00", rules: try rules())
            machine.send(
                .addGoal(name: "Bicycle", target: try money("99999 EUR"), by: nil, isFromKept: true)
            )
            for _ in 0..<250 { try step(&machine, &random) }
            machine.advance(.hours(4))
            let figures = EpisodeOracle(machine.history).figures
            var expected = Tally()
            for group in figures { expected.count(group) }
            // Whether use is reported at all is no figure of episodes.
            expected.usage(day: monday, target: "shopping", active: .seconds(1))
            let all = monday - 1000..<monday + 1000
            let (told, known) = (machine.episodes, expected.metrics(days: all).episodes)
            #expect(told == known, "life \(life) of seed \(seed)")
            #expect(machine.folded == machine.engine.state, "life \(life) of seed \(seed)")
            let credits = figures.filter { $0.outcome == .kept && $0.purpose == .impulse }
                .compactMap { $0.amount?.thousandths }
            #expect(
                machine.engine.state.goals.map(\.saved) == [credits.reduce(0, +)],
                "life \(life) of seed \(seed)")
            opened += known.opened
            kept += known.kept
            joined += figures.count
            credited += credits.count
        }
        // The lives have some of everything.
        #expect(opened > 30 && kept > 30 && joined > opened + kept && credited > 0)
    }
}
