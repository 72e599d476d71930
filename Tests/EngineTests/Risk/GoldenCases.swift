import Engine
import RuleModel
import Testing

/// The two golden cases, through requests, waits and grants; and when the risk is assessed.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct GoldenCases {
    /// Unblocks at 22:10, 22:35 and 22:58 on a Wednesday, then 22:59.
    private func lateNight(_ auto: [AutoProtection] = []) throws -> Machine {
        let set = try rules(
            [schedule("nights", ["daily 21:00-06:30"])], risk: defaultRisk(), auto: auto)
        var machine = try Machine(at: "2026-11-18T22:00:00+01:00", rules: set)
        for time in ["22:10", "22:35", "22:58"] {
            try machine.unblock(at: "2026-11-18T\(time):00+01:00")
        }
        try machine.advance(to: "2026-11-18T22:59:59.999+01:00")
        return machine
    }

    private func factors(_ assessment: RiskAssessment?) -> [String] {
        assessment?.factors.filter(\.isTrue).map(\.key) ?? ["not assessed"]
    }

    @Test func lateWednesday() throws {
        var machine = try lateNight()
        machine.advance(instantly)
        let assessment = try #require(machine.assessments.last)
        #expect(try assessment.at == at("2026-11-18T23:00:00+01:00"))
        #expect(assessment.score.description == "1.000")
        #expect(assessment.automatic.description == "1.000")
        #expect(assessment.level == .critical)
        #expect(
            factors(assessment) == ["high_frequency", "late_night", "rapid_unblocks"])
        #expect(machine.engine.state.risk?.score == .one)
        let values = assessment.factors.first { $0.key == "rapid_unblocks" }?.values
        #expect(
            values?.map { "\($0.name)=\($0.value)" } == [
                #"unblocks.last_gap=duration("1380s")"#, #"unblocks.since_last=duration("120s")"#,
            ])
    }

    /// The same night ends in a two-hour window at the next five-minute mark.
    @Test func protectsItself() throws {
        var machine = try lateNight([auto()])
        #expect(machine.autoProtections.isEmpty)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        let begun = try #require(machine.autoProtections.first)
        #expect(machine.autoProtections.count == 1)
        #expect(begun.at == "2026-11-18T23:00:00+01:00")
        #expect(begun.protection.name == "Auto-Protection: High Risk Detected")
        #expect(begun.protection.length == .hours(2))
        #expect(begun.protection.risk?.score == .one)
        #expect(
            begun.protection.risk?.factors == ["high_frequency", "late_night", "rapid_unblocks"])
        #expect(machine.isBlocked("shopping"))
        #expect(machine.grantEndings.last == .autoProtection)
    }

    @Test func newUserOnATuesday() throws {
        let set = try rules([schedule("nights", ["daily 22:30-06:30"])], risk: defaultRisk())
        var machine = try Machine(at: "2026-11-17T14:55:00+01:00", rules: set)
        try machine.advance(to: "2026-11-17T15:00:00+01:00")
        let assessment = try #require(machine.assessments.last)
        #expect(try assessment.at == at("2026-11-17T15:00:00+01:00"))
        #expect(assessment.score.description == "0.000")
        #expect(assessment.level == .low)
        #expect(factors(assessment).isEmpty)
        #expect(assessment.factors.count == 6)
    }

    // MARK: At once after an unblock

    @Test func assessedAtOnce() throws {
        let machine = try lateNight()
        let unblocks = machine.history.filter { $0.fact.kind == .unblocked }
        for unblock in unblocks {
            #expect(machine.assessments.contains { $0.at == unblock.at })
        }
        // Two after 22:35: late_night and rapid_unblocks; three after 22:58: all.
        let after = try ["22:10", "22:35", "22:58"].map { time in
            let moment = try at("2026-11-18T\(time):00+01:00")
            return machine.assessments.last { $0.at == moment }?.score.description
        }
        #expect(after == ["0.400", "0.600", "1.000"])
        let recorded = machine.history.compactMap { event -> String? in
            guard case .riskAssessed(let record) = event.fact else { return nil }
            return "\(text(event.at, in: machine.zone).dropFirst(11).prefix(8)) \(record.score)"
        }
        #expect(recorded == ["22:00:00 0.400", "22:35:00 0.600", "22:58:00 1.000"])
    }

    /// Only what reached the disk is an unblock; requests, attempts and kept blocks are none.
    @Test func onlyAfterAnUnblock() throws {
        var machine = try lateNight()
        let count = machine.assessments.count
        machine.advance(.minutes(14))
        let before = machine.assessments.count
        #expect(before == count + 1)
        let request = try machine.ask()
        machine.send(.attempt(.site("shopping.example")))
        machine.advance(.seconds(20))
        machine.store = .refuses
        machine.send(.confirm(request: request.id))
        machine.send(.keep(request: request.id))
        #expect(machine.assessments.count == before)
    }

    // MARK: Clock changes between the unblocks

    /// A clock that is set and not believed changes no figure.
    @Test(arguments: ["-10h", "10h", "-2d", "40d"])
    func clockSetAndNotBelieved(change: String) throws {
        var machine = try lateNight()
        machine.setClock(by: try span(change))
        machine.send(.tick([.schedules, .risk]))
        #expect(machine.assessments.last?.score.description == "1.000")
        #expect(machine.engine.figures.unblocksLastHour == 3)
    }

    /// A clock that is set back and believed loses none and dates none into the future.
    @Test func clockSetBackAndBelieved() throws {
        var machine = try lateNight()
        machine.isSynchronised = true
        machine.setClock(by: .minutes(-45))
        let figures = machine.engine.figures
        #expect(figures.unblocksLastHour == 3)
        #expect(figures.unblocksToday == 3)
        #expect(figures.sinceLast == .zero)
        #expect(figures.lastGap == .minutes(23))
        // An hour later all are an hour ago or more.
        machine.hasTicks = false
        machine.advance(.hours(1))
        machine.send(.observed)
        #expect(machine.engine.figures.unblocksLastHour == 0)
        #expect(machine.engine.figures.sinceLast == .hours(1))
    }

    /// A purchase at half past midnight counts for yesterday, once the clock is back on that day.
    @Test func amountOfATakenBackDay() throws {
        var machine = try Machine(
            at: "2026-11-19T00:29:00+01:00",
            rules: rules([schedule("always", ["daily 00:00-24:00"])]))
        let request = try machine.ask(
            .target("shopping"), Intent(purpose: .planned, amount: Money(decimal: "49.90")))
        machine.advance(.minutes(1))
        try machine.granted(request)
        #expect(machine.engine.figures.amountTodayThousandths == 49_900)
        machine.isSynchronised = true
        machine.setClock(by: .hours(-1))
        #expect(machine.engine.figures.amountTodayThousandths == 49_900)
        machine.advance(.minutes(30))
        let figures = machine.engine.figures
        #expect(figures.amountTodayThousandths == 0)
        #expect(figures.unblocksToday == 0 && machine.engine.requestsToday == 0)
        #expect(figures.unblocksThisWeek == 1 && figures.unblocksLastHour == 1)
    }

    @Test func clockSetForwardAndBelieved() throws {
        var machine = try lateNight()
        machine.isSynchronised = true
        machine.setClock(by: .days(31))
        #expect(machine.engine.figures.unblocksLast30Days == 0)
        #expect(machine.engine.figures.sinceLast >= .days(31))
        #expect(machine.engine.figures.lastGap == .minutes(23))
    }
}
