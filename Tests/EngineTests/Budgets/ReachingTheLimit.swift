import Engine
import RuleModel
import Testing

/// Budgets: reached to the millisecond while a target is used, reset at their instant.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct ReachingTheLimit {
    private func machine(
        _ budgets: [Budget]? = nil, at start: String = "2026-11-18T10:00:00+01:00",
        zone: String = "Europe/Berlin"
    ) throws -> Machine {
        try Machine(at: start, zone: zone, rules: gated(budgets: budgets ?? [budget()]))
    }

    private func reached(_ machine: Machine) -> [String] {
        machine.history.compactMap { event in
            guard case .budgetReached(let reach) = event.fact else { return nil }
            let until = text(reach.until, in: machine.zone)
            return "\(text(event.at, in: machine.zone)) \(reach.budget) until \(until)"
        }
    }

    /// With ticks or woken alone.
    @Test(arguments: [true, false])
    func toTheMillisecond(hasTicks: Bool) throws {
        var machine = try machine()
        machine.hasTicks = hasTicks
        machine.advance(TimeSpan(milliseconds: 123))
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(45) - instantly)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(machine.isBlocked("shopping"))
        #expect(
            reached(machine) == [
                "2026-11-18T10:45:00.123+01:00 little until 2026-11-19T04:00:00+01:00"
            ])
        #expect(
            machine.restrictions(.budget) == [
                Restriction(
                    kind: .budget, rule: "little", name: "Little",
                    until: try at("2026-11-19T04:00:00+01:00"), isStrict: false)
            ])
        #expect(machine.told.map(\.decision.cause) == [.budget])
        let reach = try #require(machine.engine.state.budgets["little"])
        #expect(reach.used == .minutes(45) && reach.target == "shopping")
        #expect(text(reach.from, in: machine.zone) == "2026-11-18T04:00:00+01:00")
        #expect(machine.folded == machine.engine.state)
    }

    /// Within half a minute between two signs.
    @Test func betweenSigns() throws {
        var machine = try machine([budget("little", .seconds(100))])
        machine.hasTicks = false
        let use = try machine.open()
        machine.keepUsing([use], for: .seconds(90))
        machine.advance(.seconds(30))
        #expect(reached(machine).map { $0.prefix(19) } == ["2026-11-18T10:01:40"])
    }

    @Test(arguments: [true, false])
    func resets(hasTicks: Bool) throws {
        var machine = try machine()
        try machine.use(for: .minutes(45))
        machine.hasTicks = hasTicks
        try machine.advance(to: "2026-11-19T03:59:59.999+01:00")
        #expect(machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.kinds().contains("budgetReset"))
        #expect(machine.engine.state.budgets.isEmpty)
        // The day after it counts from nothing.
        try machine.use(for: .minutes(45) - instantly)
        #expect(!machine.isBlocked("shopping"))
    }

    /// A day's reset lies before the limit: use is counted afresh from it.
    @Test func useOverTheReset() throws {
        var machine = try machine(at: "2026-11-18T03:30:00+01:00")
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(75) - instantly)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(reached(machine).map { $0.prefix(19) } == ["2026-11-18T04:45:00"])
    }

    /// Weeks begin on Monday at the reset; 2026-11-18 is a Wednesday.
    @Test func week() throws {
        var machine = try machine([budget(.minutes(60), per: .week, resets: "00:00")])
        try machine.use(for: .minutes(40))
        try machine.advance(to: "2026-11-22T23:00:00+01:00")
        try machine.use(for: .minutes(20))
        #expect(
            reached(machine) == [
                "2026-11-22T23:20:00+01:00 little until 2026-11-23T00:00:00+01:00"
            ])
        try machine.advance(to: "2026-11-23T00:00:00+01:00")
        #expect(!machine.isBlocked("shopping"))
        try machine.use(for: .minutes(60))
        #expect(
            reached(machine).last
                == "2026-11-23T01:00:00+01:00 little until 2026-11-30T00:00:00+01:00")
    }

    /// A Monday before the reset belongs to the week before.
    @Test func mondayBeforeTheReset() throws {
        var machine = try machine(
            [budget(.minutes(10), per: .week)], at: "2026-11-23T03:00:00+01:00")
        try machine.use(for: .minutes(10))
        #expect(
            reached(machine) == [
                "2026-11-23T03:10:00+01:00 little until 2026-11-23T04:00:00+01:00"
            ])
    }

    @Test func ownZone() throws {
        var machine = try machine([budget(.minutes(10), zone: "Asia/Tokyo")])
        try machine.use(for: .minutes(10))
        // 04:00 in Tokyo.
        #expect(
            reached(machine) == [
                "2026-11-18T10:10:00+01:00 little until 2026-11-18T20:00:00+01:00"
            ])
    }

    @Test(arguments: [
        ("2026-10-24T12:00:00+02:00", "2026-10-25T02:30:00+02:00"),
        ("2026-03-28T12:00:00+01:00", "2026-03-29T03:00:00+02:00"),
    ])
    func resetAtAClockChange(start: String, reset: String) throws {
        var machine = try machine([budget(.minutes(10), resets: "02:30")], at: start)
        try machine.use(for: .minutes(10))
        #expect(machine.end() == reset)
        try machine.advance(to: reset)
        #expect(!machine.isBlocked("shopping"))
    }

    @Test func idleDoesNotCount() throws {
        var machine = try machine()
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(30))
        machine.send(.idle(reporter: 1, isIdle: true, isLocked: false, for: .minutes(5)))
        machine.keepUsing([use], for: .hours(1))
        #expect(!machine.isBlocked("shopping"))
        machine.send(.idle(reporter: 1, isIdle: false, isLocked: false, for: .zero))
        machine.keepUsing([use], for: .minutes(20) - instantly)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(machine.isBlocked("shopping"))
    }

    /// A day's and a week's of one target: each reaches its own limit.
    @Test func twoOfOneTarget() throws {
        var machine = try machine([
            budget("day", .minutes(30)), budget("week", .minutes(40), per: .week),
        ])
        try machine.use(for: .minutes(30))
        #expect(machine.restrictions(.budget).map(\.rule) == ["day"])
        try machine.advance(to: "2026-11-19T04:00:00+01:00")
        #expect(!machine.isBlocked("shopping"))
        try machine.use(for: .minutes(10))
        #expect(machine.restrictions(.budget).map(\.rule) == ["week"])
        try machine.use(for: .minutes(20))
        #expect(machine.restrictions(.budget).map(\.rule) == ["day", "week"])
        #expect(machine.end() == "2026-11-23T04:00:00+01:00")
        try machine.advance(to: "2026-11-20T04:00:00+01:00")
        #expect(machine.restrictions(.budget).map(\.rule) == ["week"])
    }

    /// Of another target: nothing.
    @Test func ofItsTargetAlone() throws {
        var machine = try machine([budget("little", of: "games", .minutes(5))])
        try machine.use(for: .minutes(30))
        #expect(!machine.isBlocked("games") && !machine.isBlocked("shopping"))
    }
}
