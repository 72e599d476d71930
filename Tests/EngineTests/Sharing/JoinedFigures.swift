import RuleModel
import Testing

@testable import Engine

/// Figures, risk and conditions over the facts of all devices.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct JoinedFigures {
    private func machine(
        _ factors: [(key: String, weight: String, condition: String)] = [],
        auto: [AutoProtection] = []
    ) throws -> Machine {
        try Machine(
            at: "2026-11-18T12:00:00+01:00",
            rules: rules([], risk: try risk(factors), auto: auto))
    }

    @Test func countsOfAllDevicesAreAdded() throws {
        var machine = try machine()
        let now = machine.engine.now
        machine.receive(unblocks([5, 50, 61, 60 * 13, 60 * 24 * 4, 60 * 24 * 29], before: now))
        machine.receive(unblocks([10], before: now, .impulse, from: 50), from: "0b")
        machine.receive([sharedFact(1, now, .kept(targets: ["shopping"]))])
        machine.receive([
            sharedFact(2, now, .attempts(bucket: Bucket(holding: now - .minutes(5)), count: 4)),
            sharedFact(2, now, .attempts(bucket: Bucket(holding: now - .minutes(5)), count: 7)),
            sharedFact(3, now, .attempts(bucket: Bucket(holding: now - .minutes(90)), count: 4)),
        ])
        let figures = machine.joined.figures
        #expect(figures.unblocksLastHour == 3 && figures.unblocksToday == 4)
        #expect(figures.unblocksThisWeek == 5 && figures.unblocksLast30Days == 7)
        #expect(figures.impulsesLast30Days == 1)
        #expect(figures.sinceLast == .minutes(5) && figures.lastGap == .minutes(5))
        #expect(figures.keptToday == 1 && figures.keptThisWeek == 1)
        #expect(figures.attemptsLastHour == 7)
        // One's own are as they were.
        #expect(machine.engine.figures == Behaviour.Figures.none)
    }

    /// A copied home tells what the first one told.
    @Test func whatTwoDevicesToldCountsOnce() throws {
        var machine = try machine()
        let facts = unblocks([5, 50], before: machine.engine.now)
        machine.receive(facts)
        machine.receive(facts, from: "0b")
        #expect(machine.joined.figures.unblocksLastHour == 2)
    }

    @Test func aFactCountsNoLongerThanAnHourInTheLastHour() throws {
        var machine = try machine()
        machine.receive(unblocks([-600], before: machine.engine.now))
        #expect(machine.joined.figures.unblocksLastHour == 1)
        machine.advance(.minutes(60))
        #expect(machine.joined.figures.unblocksLastHour == 0)
    }

    @Test func theLargerScoreCountsAtOnce() throws {
        var machine = try machine([
            ("often", "0.5", "unblocks.last_hour >= 3"),
            ("ratio", "0.25", "unblocks.last_30_days >= 1 && unblocks.impulse_ratio >= 0.6"),
        ])
        #expect(machine.engine.assessment?.score == .zero)
        machine.receive(unblocks([1, 2, 3], before: machine.engine.now))
        #expect(machine.engine.assessment?.score == Score(thousandths: 500))
        #expect(machine.engine.state.risk?.factors == ["often"])
    }

    /// Merged figures can make a condition false; one's own alone still count.
    @Test func whatOnesOwnFiguresSayIsNotOutweighed() throws {
        let condition = "unblocks.last_30_days >= 1 && unblocks.impulse_ratio >= 0.6"
        var machine = try Machine(
            at: "2026-11-18T12:00:00+01:00",
            rules: rules(
                [schedule("noon", ["daily 11:00-13:00"])],
                risk: risk([("ratio", "0.5", condition)]),
                auto: [auto(when: condition, for: .minutes(10))]))
        machine.receive(unblocks(Array(1...9), before: machine.engine.now))
        try machine.unblock(.target("shopping"), .impulse)
        #expect(machine.engine.assessment?.score == Score(thousandths: 500))
        machine.advance(.minutes(5))
        #expect(machine.autoProtections.count == 1)
    }

    @Test func aConditionOverAllFactsStartsAProtection() throws {
        var machine = try machine(auto: [auto(when: "unblocks.last_hour >= 3", for: .minutes(10))])
        machine.receive(unblocks([1, 2], before: machine.engine.now))
        machine.advance(.minutes(5))
        #expect(machine.autoProtections.isEmpty)
        machine.receive(unblocks([1], before: machine.engine.now, from: 50), from: "0b")
        machine.advance(.minutes(5))
        #expect(machine.autoProtections.count == 1)
        // It rests like any other.
        machine.advance(.minutes(30))
        #expect(machine.autoProtections.count == 1)
    }

    /// A protection that only others' facts started does not keep one's own from starting.
    @Test func onesOwnStartAsWithoutOthers() throws {
        let often = try auto(when: "unblocks.last_hour >= 1", for: .minutes(20))
        let set = try rules([schedule("noon", ["daily 11:00-13:00"])], auto: [often])
        var machine = try Machine(at: "2026-11-18T12:00:00+01:00", rules: set)
        machine.receive(unblocks([1], before: machine.engine.now))
        machine.advance(.minutes(5))
        #expect(machine.autoProtections.map(\.at) == ["2026-11-18T12:05:00+01:00"])
        machine.advance(.minutes(21))
        try machine.unblock()
        machine.advance(.minutes(5))
        let starts = machine.autoProtections.map(\.at)
        #expect(starts == ["2026-11-18T12:05:00+01:00", "2026-11-18T12:30:00+01:00"])
        // By now both started it, and both leave the target alone.
        machine.advance(.minutes(40))
        #expect(machine.autoProtections.count == 2)
    }

    @Test func quietHoursAreSwitchedOffUntilTheirEndElsewhere() throws {
        var machine = try machine([("off", "0.5", "quiet_hours.switched_off")])
        let now = machine.engine.now
        machine.receive(.weakened(what: "targets.video", until: now + .hours(3)))
        #expect(!machine.joined.quietHoursSwitchedOff)
        machine.receive(.weakened(what: "quiet_hours.nights", until: now + .hours(3)), id: 2)
        #expect(machine.engine.assessment?.score == Score(thousandths: 500))
        machine.advance(.hours(3) + .minutes(15))
        #expect(machine.engine.assessment?.score == .zero)
        // At most a day from first sight.
        machine.receive(.weakened(what: "quiet_hours.nights", until: now + .days(30)), id: 3)
        machine.advance(.hours(23))
        #expect(machine.joined.quietHoursSwitchedOff)
        machine.advance(.hours(1))
        #expect(!machine.joined.quietHoursSwitchedOff)
    }
}
