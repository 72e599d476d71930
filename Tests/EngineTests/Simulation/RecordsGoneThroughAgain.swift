import Engine
import RuleModel
import SeededRandom
import Testing

/// A record that a simulation wrote, gone through again.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct RecordsGoneThroughAgain {
    /// Every event of some made-up days, and the simulation that made them.
    private func record(
        _ rules: RuleSet, _ happenings: [SimulatedAction], from: Instant, days: Int64
    ) throws -> [Event] {
        var simulation = Simulation(
            rules, zone: try zone("Europe/Berlin"), from: from, details: .record)
        simulation.add(happenings)
        return simulation.advance(to: from + .days(days)).compactMap { outcome in
            if case .recorded(let event) = outcome.kind { event } else { nil }
        }
    }

    private func decisions(_ outcomes: [Simulation.Outcome]) -> [String] {
        outcomes.compactMap { outcome in
            guard case .decided(let decision) = outcome.kind else { return nil }
            return "\(outcome.at.milliseconds) \(decision.verdict) \(decision.target)"
        }
    }

    @Test func theSameRulesDecideTheSameAgain() throws {
        let seed = SeededGenerator.seed()
        for round in UInt64(0)..<3 { try decideTheSameAgain(seed &+ round) }
    }

    /// In this life a budget is reached right at the end, by what is noted only there.
    @Test func theSameAgainUpToTheEnd() throws {
        try decideTheSameAgain(16_665_257_743_704_560_351)
    }

    /// In this life something is used as part of three targets, and goes on as one of them alone:
    /// the replay had the other two go on with it.
    @Test func theSameAgainOfWhatIsShared() throws {
        try decideTheSameAgain(9_979_209_796_729_707_663)
    }

    private func decideTheSameAgain(_ seed: UInt64) throws {
        let from = try at("2026-05-04T00:00:00+02:00")
        let start = from + .days(3)
        let end = from + .days(6)
        var life = MadeUpLife(seed: seed)
        let rules = try life.rules()
        // When the person was away is not recorded, so they are there all the time; what is used
        // where the replay begins is noted only after that; nothing that is done at its end counts.
        let happenings = life.happenings(from: from, days: 6).filter { happening in
            switch happening.kind {
            case .absence: false
            case .use: !(start - .hours(2)..<start).contains(happening.at) && happening.at < end
            default: happening.at < end
            }
        }
        let events = try record(rules, happenings, from: from, days: 6)
        var replay = ReplayedRecord(from: start, to: end)
        for event in events { replay.apply(event) }
        #expect(!replay.isTooLate)
        var again = Simulation(
            rules, zone: try zone("Europe/Berlin"), from: start, continuing: replay.state)
        again.add(replay.happenings)
        let replayed = decisions(again.advance(to: end))
        let first = events.compactMap { event -> String? in
            guard case .decided(let decision) = event.fact, event.at >= start else { return nil }
            return "\(event.at.milliseconds) \(decision.verdict) \(decision.target)"
        }
        #expect(replayed == first, "seed \(seed)")
    }

    @Test func otherRulesMeetWhatThePersonDid() throws {
        let from = try at("2026-11-23T20:00:00+01:00")
        let night = try everyNight()
        let happenings = [
            SimulatedAction(
                at: from + .hours(3),
                .request(1, .site("shopping.example"), intent: Intent(purpose: .planned))),
            SimulatedAction(at: from + .hours(3) + .seconds(12), .confirm(1)),
        ]
        let events = try record(night, happenings, from: from, days: 1)
        var replay = ReplayedRecord(from: from, to: from + .days(1))
        for event in events { replay.apply(event) }
        // A strict night refuses what the other one granted.
        let strict = try everyNight(isStrict: true)
        var simulation = Simulation(
            strict, zone: try zone("Europe/Berlin"), from: from, continuing: replay.state)
        simulation.add(replay.happenings)
        let outcomes = simulation.advance(to: from + .days(1))
        #expect(
            outcomes.contains {
                if case .answered(.request(.refused(.strict))) = $0.kind { true } else { false }
            })
        #expect(simulation.totals.unblocked == 0 && simulation.totals.requests == 0)
    }

    @Test func manualProtectionsAndTheirEarlyEnds() throws {
        let from = try at("2026-11-23T12:00:00+01:00")
        let rules = try rules([], targets: ["games", "shopping"])
        let happenings = [
            SimulatedAction(
                at: from + .minutes(5), id: 70,
                .protect(target: "games", length: .hours(2), name: "By hand")),
            SimulatedAction(
                at: from + .minutes(10), id: 71,
                .request(1, .protection(70), intent: Intent(purpose: .planned))),
            SimulatedAction(at: from + .minutes(11), id: 72, .confirm(1)),
            SimulatedAction(
                at: from + .minutes(20), id: 73,
                .request(2, .everything, intent: nil, isPause: true)),
            SimulatedAction(at: from + .minutes(21), id: 74, .protectInstead(2, length: .hours(1))),
        ]
        let events = try record(rules, happenings, from: from, days: 1)
        #expect(events.contains { $0.fact.kind == .protectionReleased })
        var replay = ReplayedRecord(from: from, to: from + .days(1))
        for event in events { replay.apply(event) }
        var again = Simulation(
            rules, zone: try zone("Europe/Berlin"), from: from, continuing: replay.state,
            details: .record)
        again.add(replay.happenings)
        let replayed = again.advance(to: from + .days(1)).compactMap { outcome -> Event? in
            if case .recorded(let event) = outcome.kind { event } else { nil }
        }
        let kinds: [Fact.Kind] = [
            .protectionStarted, .protectionReleased, .unblockRequested, .requestClosed, .decided,
        ]
        func told(_ events: [Event]) -> [String] {
            events.filter { kinds.contains($0.fact.kind) }
                .map { "\($0.at.milliseconds) \($0.fact.kind.stringValue)" }
        }
        #expect(told(replayed) == told(events))
    }

    /// A protection that ends a request is the one that was started, whatever the request is about.
    @Test func protectionsThatEndRequests() throws {
        let from = try at("2026-11-23T12:00:00+01:00")
        let rules = try rules([], targets: ["games", "shopping"])
        var happenings: [SimulatedAction] = []
        for (number, (target, isStrict)) in [("games", true), ("games", false), ("shopping", true)]
            .enumerated()
        {
            let at = from + .hours(Int64(2 * number))
            happenings += [
                SimulatedAction(
                    at: at, .request(Int64(number), .everything, intent: nil, isPause: true)),
                SimulatedAction(
                    at: at + .minutes(1), id: 70 + number,
                    .protect(
                        target: target, length: .hours(1), name: "By hand", isStrict: isStrict)),
            ]
        }
        let events = try record(rules, happenings, from: from, days: 1)
        #expect(events.count { $0.fact.kind == .requestClosed } == 3)
        var replay = ReplayedRecord(from: from, to: from + .days(1))
        for event in events { replay.apply(event) }
        let protections = replay.happenings.compactMap { happening -> String? in
            guard case .protect(let target, _, _, let isStrict) = happening.kind else { return nil }
            return "\(target ?? "all") \(isStrict)"
        }
        #expect(protections == ["games true", "games false", "shopping true"])
    }

    /// By the person, or by a protection within another one, which is not recorded.
    @Test func earlyEndsOfPermissions() throws {
        let from = try at("2026-11-23T22:45:00+01:00")
        let rules = try everyNight()
        func opening(_ number: Int64, after minutes: Int64) -> [SimulatedAction] {
            [
                SimulatedAction(
                    at: from + .minutes(minutes),
                    .request(number, .target("shopping"), intent: Intent(purpose: .planned))),
                SimulatedAction(at: from + .minutes(minutes) + .seconds(12), .confirm(number)),
            ]
        }
        func protecting(after minutes: Int64, _ length: TimeSpan) -> SimulatedAction {
            SimulatedAction(
                at: from + .minutes(minutes), id: Int(minutes),
                .protect(target: "shopping", length: length, name: "By hand"))
        }
        let ending = SimulatedAction(at: from + .minutes(5), .endGrants(.site("shopping.example")))
        let happenings =
            opening(1, after: 1) + [ending, protecting(after: 6, .hours(2))]
            + opening(2, after: 8) + [protecting(after: 10, .hours(1))]
        let events = try record(rules, happenings, from: from, days: 1)
        #expect(events.count { $0.fact.kind == .grantEnded } == 2)
        var replay = ReplayedRecord(from: from, to: from + .days(1))
        for event in events { replay.apply(event) }
        var again = Simulation(
            rules, zone: try zone("Europe/Berlin"), from: from, continuing: replay.state)
        again.add(replay.happenings)
        let replayed = decisions(again.advance(to: from + .days(1)))
        let first = events.compactMap { event -> String? in
            guard case .decided(let decision) = event.fact else { return nil }
            return "\(event.at.milliseconds) \(decision.verdict) \(decision.target)"
        }
        #expect(replayed == first)
    }

    @Test func aRecordThatBeginsTooLate() throws {
        let from = try at("2026-11-23T12:00:00+01:00")
        var nothing = ReplayedRecord(from: from, to: from + .days(1))
        #expect(nothing.isTooLate)
        let events = try record(try everyNight(), [], from: from, days: 1)
        for event in events { nothing.apply(event) }
        #expect(!nothing.isTooLate && nothing.events == events.count)
        var state = State()
        for event in events { state.evolve(event) }
        var late = ReplayedRecord(from: from + .hours(1), to: from + .days(1))
        late.begin(with: state)
        #expect(late.isTooLate)
    }

    @Test func nothingCountsFromTheEndOn() throws {
        let from = try at("2026-11-23T12:00:00+01:00")
        let happenings = [1, 30].map {
            SimulatedAction(at: from + .hours($0), id: Int($0), .attempt(.target("shopping")))
        }
        let events = try record(
            try rules([schedule("always", ["daily 0:0-24:0"])]), happenings, from: from, days: 2)
        var replay = ReplayedRecord(from: from, to: from + .days(1))
        for event in events { replay.apply(event) }
        #expect(replay.isComplete)
        #expect(replay.happenings.map(\.at) == [from + .hours(1)])
    }

    /// The uses that a replay found, in seconds after an instant.
    private func uses(_ replay: ReplayedRecord, after from: Instant) -> [String] {
        replay.happenings.compactMap { happening in
            guard case .use(let place, let length) = happening.kind else { return nil }
            return "\((happening.at - from).seconds) \(place) \(length.seconds)"
        }
    }

    @Test(arguments: [Int64(0), 1, 137, 299])
    func useGoesOnUpToTheEnd(_ offset: Int64) throws {
        let from = try at("2026-11-23T12:00:00+01:00")
        let end = from + .hours(1) + .seconds(offset)
        let rules = try rules([], targets: ["games", "shopping"])
        let games = Place.site("games.example")
        let happenings = [
            SimulatedAction(at: from + .minutes(52), .use(games, length: .minutes(33))),
            // A use that begins at the end or later is not part of a replay that ends there.
            SimulatedAction(at: end, .use(.target("shopping"), length: .minutes(20))),
        ]
        let events = try record(rules, happenings, from: from, days: 1)
        var replay = ReplayedRecord(from: from, to: end)
        var noted: Int?
        for (index, event) in events.enumerated() {
            replay.apply(event)
            if noted == nil, event.at >= end, event.fact.kind == .usageNoted { noted = index }
            #expect(replay.isComplete == (noted != nil))
        }
        #expect(noted != nil)
        #expect(uses(replay, after: from) == ["3120 \(games) \(480 + offset)"])
    }

    @Test func useThatEndedAwaitsNoNote() throws {
        let from = try at("2026-11-23T12:00:00+01:00")
        let end = from + .hours(1)
        let rules = try rules([], targets: ["games", "shopping"])
        let happenings = [
            SimulatedAction(at: from + .minutes(7), .use(.target("games"), length: .minutes(33))),
            SimulatedAction(at: end + .minutes(1), .use(.target("games"), length: .minutes(5))),
        ]
        let events = try record(rules, happenings, from: from, days: 1)
        var replay = ReplayedRecord(from: from, to: end)
        for event in events {
            replay.apply(event)
            #expect(replay.isComplete == (event.at >= end))
            guard replay.isComplete else { continue }
            // The clock was set back: it stays over.
            var earlier = event
            earlier.at = from + .minutes(50)
            replay.apply(earlier)
        }
        #expect(replay.isComplete)
        #expect(uses(replay, after: from) == ["420 \(Place.target("games")) 1980"])
    }

    @Test func useIsPutTogetherFromItsNotes() throws {
        let from = try at("2026-11-23T12:00:00+01:00")
        let rules = try rules([], targets: ["games", "shopping"])
        let happenings = [
            SimulatedAction(
                at: from + .minutes(7), .use(.site("games.example"), length: .minutes(33))),
            SimulatedAction(at: from + .hours(2), .use(.target("games"), length: .seconds(50))),
        ]
        let events = try record(rules, happenings, from: from, days: 1)
        var replay = ReplayedRecord(from: from, to: from + .days(1))
        for event in events { replay.apply(event) }
        #expect(
            uses(replay, after: from) == [
                "420 \(Place.site("games.example")) 1980", "7200 \(Place.target("games")) 50",
            ])
    }
}
