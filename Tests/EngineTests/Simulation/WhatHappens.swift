import Engine
import RuleModel
import Testing

/// Actions of a made-up person in a simulation, and their results.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct WhatHappens {
    private let monday = "2026-11-23T00:00:00+01:00"

    private func begin(
        _ rules: RuleSet, at start: String? = nil, details: Simulation.Details = []
    ) throws -> Simulation {
        Simulation(
            rules, zone: try zone("Europe/Berlin"), from: try at(start ?? monday),
            details: details)
    }

    /// Decisions and answers with their local times.
    private func told(_ outcomes: [Simulation.Outcome]) throws -> [String] {
        let zone = try zone("Europe/Berlin")
        return outcomes.compactMap { outcome in
            let local = LocalTime(outcome.at, in: zone)
            let clock = "\(local.date) \(local.hour):\(local.minute):\(local.secondOfDay % 60)"
            switch outcome.kind {
            case .decided(let decision): return "\(clock) \(decision.verdict) \(decision.target)"
            case .answered(let reaction): return "\(clock) \(reaction.words)"
            case .protected: return "\(clock) protected"
            default: return nil
            }
        }
    }

    @Test func aNightWithNobody() throws {
        var simulation = try begin(try everyNight())
        let outcomes = simulation.advance(to: try at("2026-11-24T12:00:00+01:00"))
        #expect(
            try told(outcomes) == [
                "2026-11-23 0:0:0 block shopping", "2026-11-23 6:30:0 unblock shopping",
                "2026-11-23 22:30:0 block shopping", "2026-11-24 6:30:0 unblock shopping",
            ])
        #expect(simulation.now == (try at("2026-11-24T12:00:00+01:00")))
    }

    @Test func aPatientPersonComesAgainWhenTheWaitIsOver() throws {
        var simulation = try begin(try everyNight(), at: "2026-11-23T23:00:00+01:00")
        let start = simulation.now
        simulation.add([
            SimulatedAction(
                at: start + .minutes(1), id: 4,
                .request(1, .target("shopping"), intent: Intent(purpose: .impulse))),
            SimulatedAction(at: start + .minutes(1) + .seconds(10), id: 5, .confirm(1)),
        ])
        let outcomes = simulation.advance(to: start + .hours(1))
        let lines = try told(outcomes)
        #expect(lines.contains("2026-11-23 23:1:30 granted"))
        #expect(lines.contains("2026-11-23 23:1:30 unblock shopping"))
        #expect(lines.contains("2026-11-23 23:16:30 block shopping"))
        let opened = outcomes.first {
            if case .decided(let decision) = $0.kind { decision.verdict == .unblock } else { false }
        }
        #expect(opened?.happening == 5)
    }

    @Test func anImpatientOneIsRefused() throws {
        var simulation = try begin(try everyNight(), at: "2026-11-23T23:00:00+01:00")
        let start = simulation.now
        simulation.add([
            SimulatedAction(
                at: start, .request(1, .target("shopping"), intent: Intent(purpose: .impulse))),
            SimulatedAction(at: start + .seconds(10), .confirm(1, isPatient: false)),
        ])
        let lines = try told(simulation.advance(to: start + .minutes(5)))
        #expect(lines.contains { $0.contains("refused waitNotOver") })
        #expect(!lines.contains { $0.contains("granted") })
        #expect(simulation.totals.requests == 1 && simulation.totals.unblocked == 0)
    }

    @Test func whatWasNotOpenedCannotBeGoneOnWith() throws {
        var simulation = try begin(try everyNight(), at: "2026-11-23T12:00:00+01:00")
        let start = simulation.now
        simulation.add([
            SimulatedAction(
                at: start, .request(1, .target("shopping"), intent: Intent(purpose: .planned))),
            SimulatedAction(at: start + .minutes(1), .confirm(1)),
            SimulatedAction(at: start + .minutes(2), .keep(2)),
        ])
        let lines = try told(simulation.advance(to: start + .minutes(5)))
        #expect(lines == ["2026-11-23 12:0:0 refused notBlocked([\"shopping\"])"])
    }

    @Test func whatIsUsedIsUsedWithoutHeartbeats() throws {
        var rules = try rules([], targets: ["social"])
        rules.budgets = [
            Budget(
                key: "social", name: "Social", target: "social", limit: .minutes(45), per: .day,
                resets: 0, isStrict: false, fingerprint: "b")
        ]
        var simulation = try begin(rules)
        let start = simulation.now
        simulation.add([
            SimulatedAction(
                at: start + .hours(8), .use(.site("social.example"), length: .minutes(30))),
            SimulatedAction(at: start + .hours(9), .use(.target("social"), length: .minutes(30))),
        ])
        let lines = try told(simulation.advance(to: start + .hours(30)))
        #expect(
            lines == [
                "2026-11-23 8:0:0 using", "2026-11-23 9:0:0 using",
                "2026-11-23 9:15:0 block social", "2026-11-24 0:0:0 unblock social",
            ])
        #expect(
            simulation.totals.counted(to: simulation.now).targets["social"]?.length
                == .minutes(14 * 60 + 45))
    }

    @Test func highRiskProtectsByItself() throws {
        let rules = try rules(
            [schedule("always", ["daily 0:0-24:0"])], risk: defaultRisk(), auto: [auto()])
        var simulation = try begin(
            rules, at: "2026-11-25T21:00:00+01:00", details: .evaluations)
        let start = simulation.now
        for number in Int64(0)..<3 {
            let moment = start + .minutes(70 + number * 20)
            simulation.add([
                SimulatedAction(
                    at: moment,
                    .request(number, .target("shopping"), intent: Intent(purpose: .impulse))),
                SimulatedAction(at: moment, .confirm(number)),
            ])
        }
        let outcomes = simulation.advance(to: start + .hours(3))
        #expect(try told(outcomes).contains("2026-11-25 22:55:0 protected"))
        #expect(simulation.totals.autoProtections == 1 && simulation.totals.unblocked == 3)
        #expect(simulation.totals.highestRisk == .one)
        let seen = outcomes.compactMap { outcome -> Features? in
            if case .evaluated(let features) = outcome.kind { features } else { nil }
        }
        #expect(seen.contains { $0.figures.unblocksLastHour == 3 })
    }

    @Test func rulesAndSwitchesChangeOnTheWay() throws {
        var simulation = try begin(try everyNight(), at: "2026-11-23T23:00:00+01:00")
        let start = simulation.now
        simulation.add([
            SimulatedAction(
                at: start + .minutes(10), .switch(.schedule("nights"), isOn: false)),
            SimulatedAction(
                at: start + .minutes(20),
                .rules(try rules([schedule("days", ["daily 0:0-24:0"])]))),
        ])
        let lines = try told(simulation.advance(to: start + .minutes(30)))
        #expect(
            lines == [
                "2026-11-23 23:0:0 block shopping", "2026-11-23 23:10:0 changed",
                "2026-11-23 23:10:0 unblock shopping", "2026-11-23 23:20:0 block shopping",
            ])
    }

    @Test func oneInstantHasAnOrder() throws {
        var simulation = try begin(try everyNight(), at: "2026-11-23T22:00:00+01:00")
        let half = simulation.now + .minutes(30)
        // Given in another order, and what was given later comes later.
        simulation.add([SimulatedAction(at: half, id: 2, .attempt(.target("shopping")))])
        simulation.add([
            SimulatedAction(at: half, id: 3, .request(1, .target("shopping"), intent: nil)),
            SimulatedAction(at: half - .minutes(1), id: 1, .attempt(.target("shopping"))),
        ])
        let outcomes = simulation.advance(to: half)
        #expect(outcomes.compactMap(\.happening) == [1, 2, 3])
        #expect(
            try told(outcomes) == [
                "2026-11-23 22:29:0 attempted", "2026-11-23 22:30:0 block shopping",
                "2026-11-23 22:30:0 attempted", "2026-11-23 22:30:0 requested",
            ])
        #expect(simulation.totals.attempts == 1)
    }

    @Test func whatLiesInThePastHappensAtOnce() throws {
        var simulation = try begin(try everyNight(), at: "2026-11-23T23:00:00+01:00")
        _ = simulation.advance(to: simulation.now + .minutes(5))
        simulation.add([
            SimulatedAction(at: simulation.now - .hours(2), .attempt(.target("shopping")))
        ])
        let lines = try told(simulation.advance(to: simulation.now + .minutes(1)))
        #expect(lines == ["2026-11-23 23:5:0 attempted"])
    }

    @Test func longBeforeTheProgramWasWritten() throws {
        var simulation = try begin(try everyNight(), at: "1999-12-31T12:00:00+01:00")
        let lines = try told(simulation.advance(to: simulation.now + .days(1)))
        #expect(
            lines
                == [
                    "1999-12-31 22:30:0 block shopping", "2000-1-1 6:30:0 unblock shopping",
                ].map { $0.replacing("2000-1-1", with: "2000-01-01") })
    }
}

extension Simulation.Reaction {
    /// The answer in words: `granted`, `refused notBlocked(["shopping"])`.
    var words: String {
        switch self {
        case .attempt: "attempted"
        case .request(let answer): answer.words("requested")
        case .keep(let answer): answer.words("kept")
        case .confirm(.replied(.released)): "released"
        case .confirm(let answer): answer.words("granted")
        case .protectInstead(let answer): answer.words("protecting")
        case .protect(let answer): answer.words("protecting")
        case .endGrants(let answer): answer.words("ended")
        case .takeBack(let answer): answer.words("takenBack")
        case .use(let answer): answer.words("using")
        case .absence(let answer): answer.words("changed")
        case .checkIn(let answer): answer.words("checkedIn")
        case .outcome(let answer): answer.words("logged")
        case .switch(let answer): answer.words("changed")
        }
    }
}

extension Answer {
    fileprivate func words(_ replied: String) -> String {
        switch self {
        case .replied: replied
        case .refused(let refusal): "refused \(refusal)"
        case .storeUnavailable: "storeUnavailable"
        }
    }
}
