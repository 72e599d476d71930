import Engine
import RuleModel
import Testing

/// Which spans can be simulated, and the pieces that they go on in.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct SpansOfTime {
    @Test(arguments: [
        ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", SimulatedSpan.Problem.empty),
        ("2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z", .empty),
        ("2026-01-01T00:00:00Z", "2036-01-03T00:00:00Z", .tooLong),
        ("1969-12-31T23:59:59Z", "1970-01-02T00:00:00Z", .outOfReach),
        ("9998-12-31T00:00:00Z", "9999-01-01T00:00:00Z", .outOfReach),
    ])
    func refused(from: String, to: String, problem: SimulatedSpan.Problem) throws {
        #expect(SimulatedSpan.make(from: try at(from), to: try at(to)) == .failure(problem))
    }

    @Test(arguments: [
        ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.001Z"),
        ("2026-01-01T00:00:00Z", "2036-01-02T00:00:00Z"),
        ("1970-01-01T00:00:00Z", "1970-01-02T00:00:00Z"),
        ("9998-12-30T00:00:00Z", "9998-12-31T23:59:59Z"),
    ])
    func allowed(from: String, to: String) throws {
        let (begin, end) = (try at(from), try at(to))
        let span = try SimulatedSpan.make(from: begin, to: end).get()
        #expect(span.from == begin && span.to == end)
    }

    @Test func daysOf23And25Hours() throws {
        let zone = try zone("Europe/Berlin")
        let spring = try SimulatedSpan.make(
            from: at("2026-03-28T12:00:00+01:00"), to: at("2026-03-30T06:00:00+02:00")
        ).get()
        #expect(
            spring.days(in: zone) == [
                try at("2026-03-29T00:00:00+01:00"), try at("2026-03-30T00:00:00+02:00"),
                try at("2026-03-30T05:59:59.999+02:00"),
            ])
        let autumn = try SimulatedSpan.make(
            from: at("2026-10-25T00:00:00+02:00"), to: at("2026-10-26T00:00:00+01:00")
        ).get()
        #expect(autumn.days(in: zone) == [autumn.to - TimeSpan(milliseconds: 1)])
    }

    @Test func whatBeginsWhereItEndsIsNotInIt() throws {
        let span = try SimulatedSpan.make(
            from: at("2026-11-18T00:00:00Z"), to: at("2026-11-19T22:30:00Z")
        ).get()
        var simulation = Simulation(try everyNight(), zone: .utc, from: span.from)
        let decided = span.days(in: .utc).flatMap { simulation.advance(to: $0) }.filter { outcome in
            if case .decided = outcome.kind { true } else { false }
        }
        #expect(
            decided.map { LocalTime.rfc3339($0.at, offset: 0) } == [
                "2026-11-18T00:00:00Z", "2026-11-18T06:30:00Z", "2026-11-18T22:30:00Z",
                "2026-11-19T06:30:00Z",
            ])
        let totals = simulation.totals.counted(to: span.to)
        #expect(totals.targets.values.map(\.length) == [.hours(14) + .minutes(30)])
    }

    @Test func aYearOfNights() throws {
        let from = try at("2026-01-01T00:00:00Z")
        var simulation = Simulation(
            try everyNight(), zone: try zone("Europe/Berlin"), from: from)
        let end = from + .days(365)
        let outcomes = simulation.advance(to: end)
        #expect(outcomes.count { if case .decided = $0.kind { true } else { false } } == 731)
        let blocked = simulation.totals.counted(to: end).targets["shopping"]
        #expect(blocked?.times == 366)
    }
}
