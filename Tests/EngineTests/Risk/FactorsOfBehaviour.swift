import RuleModel
import Testing

@testable import Engine

/// The default factors that read behaviour, at, just below and just above their edges.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct FactorsOfBehaviour {
    /// Which factors are true on Wednesday, 2026-11-18 at 15:00 in Berlin, after unblocks so many
    /// milliseconds before.
    private func factors(_ unblocks: [(before: TimeSpan, purpose: Purpose)]) throws -> String {
        let now = try at("2026-11-18T15:00:00+01:00")
        var history = History()
        for unblock in unblocks.sorted(by: { $0.before > $1.before }) {
            history.unblock(at: now - unblock.before, unblock.purpose)
        }
        let assessment = RiskEvaluator(try defaultRisk()).assess(
            Features(
                now: now, local: LocalTime(now, in: try zone("Europe/Berlin")),
                quietHoursActive: false, quietHoursSwitchedOff: false,
                figures: try history.figures(at: now, in: "Europe/Berlin")))
        let keys = assessment.factors.filter(\.isTrue).map(\.key)
        return (keys + [assessment.score.description]).joined(separator: " ")
    }

    private func planned(_ before: TimeSpan...) -> [(before: TimeSpan, purpose: Purpose)] {
        before.map { ($0, .planned) }
    }

    // MARK: high_frequency: 3 or more in the last hour

    @Test func highFrequency() throws {
        let (old, older) = (TimeSpan.minutes(59), TimeSpan.minutes(58))
        #expect(try factors(planned(old)) == "0.000")
        #expect(try factors(planned(old, .minutes(5))) == "0.000")
        #expect(
            try factors(planned(old, .minutes(40), .minutes(5))) == "high_frequency 0.400")
        #expect(
            try factors(planned(old, older, .minutes(40), .minutes(5))) == "high_frequency 0.400")
    }

    @Test func highFrequencyAtTheHour() throws {
        let later = [TimeSpan.minutes(40), .minutes(5)]
        func factors(_ first: TimeSpan) throws -> String {
            try self.factors(planned(first, later[0], later[1]))
        }
        #expect(try factors(.hours(1) - instantly) == "high_frequency 0.400")
        #expect(try factors(.hours(1)) == "0.000")
        #expect(try factors(.hours(1) + instantly) == "0.000")
    }

    // MARK: rapid_unblocks: the last two less than 30 minutes apart, the last within the hour

    @Test func rapidGap() throws {
        let last = TimeSpan.minutes(10)
        #expect(try factors(planned(last)) == "0.000")
        #expect(
            try factors(planned(last, last + .minutes(30) - instantly)) == "rapid_unblocks 0.200")
        #expect(try factors(planned(last, last + .minutes(30))) == "0.000")
        #expect(try factors(planned(last, last + .minutes(30) + instantly)) == "0.000")
        #expect(try factors(planned(last, last)) == "rapid_unblocks 0.200")
        // Only the last two count.
        #expect(
            try factors(planned(last, last + .minutes(40), last + .minutes(41)))
                == "high_frequency 0.400")
    }

    @Test func rapidWithinTheHour() throws {
        func factors(_ last: TimeSpan) throws -> String {
            try self.factors(planned(last, last + .minutes(10)))
        }
        #expect(try factors(.zero) == "rapid_unblocks 0.200")
        #expect(try factors(.hours(1) - instantly) == "rapid_unblocks 0.200")
        #expect(try factors(.hours(1)) == "0.000")
        #expect(try factors(.hours(1) + instantly) == "0.000")
    }

    // MARK: high_impulse_ratio: 60 % or more, of at least 5

    @Test(arguments: [
        (4, 4, false), (4, 3, false), (5, 2, false), (5, 3, true), (5, 5, true), (6, 3, false),
        (6, 4, true), (10, 5, false), (10, 6, true), (15, 9, true), (20, 11, false),
        (20, 12, true), (100, 59, false), (100, 60, true), (100, 61, true), (1000, 599, false),
        (1000, 600, true),
    ])
    func impulseRatio(unblocks: Int, impulses: Int, isTrue: Bool) throws {
        let deeds = (0..<unblocks).map { number in
            (
                before: TimeSpan.hours(2) + .minutes(31 * Int64(number)),
                purpose: number < impulses ? Purpose.impulse : .planned
            )
        }
        #expect(try factors(deeds) == (isTrue ? "high_impulse_ratio 0.150" : "0.000"))
    }

    /// Four within the 30 days, and a fifth at their edge.
    @Test func ratioOfThirtyDays() throws {
        func factors(_ fifth: TimeSpan) throws -> String {
            try self.factors(
                [.days(1), .days(2), .days(3), .days(4), fifth].map { ($0, .impulse) })
        }
        #expect(try factors(.days(30) - instantly) == "high_impulse_ratio 0.150")
        #expect(try factors(.days(30)) == "0.000")
    }

    /// All six together are held at 1.
    @Test func allTogether() throws {
        var set = try rules(
            [
                schedule("nights", ["daily 21:00-06:30"]),
                schedule("off", ["daily 21:00-06:30"], isEnabled: false),
            ], risk: defaultRisk())
        set.unblock.grant = .minutes(1)
        var machine = try Machine(at: "2026-11-20T21:00:00+01:00", rules: set)
        for minute in [10, 14, 18, 22, 26] {
            try machine.unblock(at: "2026-11-20T22:\(minute):00+01:00", .impulse)
        }
        let assessment = try #require(machine.assessments.last)
        #expect(assessment.factors.allSatisfy { $0.isTrue })
        #expect(assessment.factors.count == 6)
        #expect(assessment.score == .one)
        #expect(assessment.automatic == .one)
    }

    /// Factors that read typed-in values count for the score, not for the automatic score.
    @Test func reportedFactors() throws {
        let set = try rules(
            [schedule("nights", ["daily 22:30-06:30"])],
            risk: risk([
                ("bored", "0.5", "mood.last == 'bored'"),
                ("dear", "0.2", "amount.today >= 49.9"),
                ("impulse", "0.1", "unblocks.impulse_ratio > 0.5"),
                ("mixed", "0.05", "mood.last == 'bored' || local.hour == 23"),
                ("late", "0.04", "local.hour == 23"),
            ]))
        var machine = try atNight(set)
        let request = try machine.ask(
            .target("shopping"),
            Intent(purpose: .impulse, mood: "bored", amount: Money(decimal: "49.90")))
        machine.advance(.seconds(30))
        try machine.granted(request)
        let assessment = try #require(machine.assessments.last)
        #expect(assessment.score.description == "0.890")
        #expect(assessment.automatic.description == "0.140")
        #expect(assessment.factors.filter(\.isAutomatic).map(\.key) == ["impulse", "late"])
        #expect(
            assessment.record.factors == ["bored", "dear", "impulse", "late", "mixed"])
        #expect(assessment.automaticRecord.factors == ["impulse", "late"])
    }

    /// Every variable of behaviour under its name.
    @Test(arguments: [
        "unblocks.last_hour == 2", "unblocks.today == 2", "unblocks.this_week == 3",
        "unblocks.last_30_days == 4", "unblocks.since_last == duration('10m')",
        "unblocks.last_gap == duration('1200s')", "unblocks.impulse_ratio == 0.5",
        "attempts.last_hour == 1", "kept.today == 1", "kept.this_week == 2",
    ])
    func everyVariable(condition: String) throws {
        let now = try at("2026-11-18T15:00:00+01:00")
        var history = History()
        history.unblock(at: now - .days(20), .impulse)
        history.unblock(at: now - .days(2), .impulse)
        history.keep(at: now - .days(2))
        history.keep(at: now - .hours(3))
        history.attempt(at: now - .hours(1))
        history.attempt(at: now - .minutes(50))
        history.unblock(at: now - .minutes(30))
        history.unblock(at: now - .minutes(10))
        let assessment = RiskEvaluator(try risk([("f", "1", condition)])).assess(
            Features(
                now: now, local: LocalTime(now, in: try zone("Europe/Berlin")),
                quietHoursActive: false, quietHoursSwitchedOff: false,
                figures: try history.figures(at: now, in: "Europe/Berlin")))
        #expect(assessment.factors.first?.isTrue == true, "\(assessment.factors)")
    }

    @Test(arguments: [
        "unblocks.since_last == duration('87600h')", "unblocks.last_gap == duration('87600h')",
        "unblocks.impulse_ratio == 0.0", "mood.last == ''", "amount.today == 0.0",
        "unblocks.last_30_days == 0 && kept.this_week == 0 && attempts.last_hour == 0",
    ])
    func whereNothingWasDone(condition: String) throws {
        let machine = try Machine(
            at: "2026-11-17T15:00:00+01:00", rules: rules([], risk: risk([("f", "1", condition)])))
        #expect(machine.assessments.last?.score == .one)
    }
}
