import Engine
import RuleModel
import Testing

/// Each figure of behaviour at, just before and just after the edge of what it counts.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct FiguresAtTheirEdges {
    /// The figures at `now` in a zone, after unblocks (or other deeds) at instants.
    private func figures(
        _ deeds: [String], at now: String, in name: String = "Europe/Berlin",
        _ deed: (inout History, Instant) -> Void = { $0.unblock(at: $1) }
    ) throws -> Behaviour.Figures {
        var history = History()
        for instant in deeds { deed(&history, try at(instant)) }
        return try history.figures(at: at(now), in: name)
    }

    // MARK: The last hour: half open, (now - 1 h, now]

    @Test(arguments: [
        ("2026-11-18T22:00:00+01:00", 0), ("2026-11-18T22:00:00.001+01:00", 1),
        ("2026-11-18T22:59:59.999+01:00", 1), ("2026-11-18T23:00:00+01:00", 1),
        ("2026-11-18T21:59:59.999+01:00", 0),
    ])
    func lastHour(deed: String, count: Int) throws {
        let now = "2026-11-18T23:00:00+01:00"
        #expect(try figures([deed], at: now).unblocksLastHour == count)
        #expect(
            try figures([deed], at: now) { $0.attempt(at: $1) }.attemptsLastHour == count)
    }

    // MARK: 30 days: half open as well

    @Test(arguments: [
        ("2026-10-19T23:00:00+02:00", 0), ("2026-10-19T22:00:00Z", 0),
        ("2026-10-19T22:00:00.001Z", 1), ("2026-10-19T21:59:59.999Z", 0),
        ("2026-11-18T22:00:00Z", 1),
    ])
    func lastThirtyDays(deed: String, count: Int) throws {
        // 30 days of 24 hours before 22:00 UTC; the change of the clocks is not counted.
        let figures = try figures([deed], at: "2026-11-18T23:00:00+01:00")
        #expect(figures.unblocksLast30Days == count)
        #expect(figures.impulsesLast30Days == 0)
    }

    // MARK: Today, and this week from Monday, in zones away from UTC

    /// Zone, deed, now, whether it was today, whether it was this week. 2026-11-16 is a Monday.
    static let days = Table(
        """
        # zone | deed | now | today | week
        Asia/Kathmandu | 2026-11-18T00:00:00+05:45 | 2026-11-18T12:00:00+05:45 | 1 | 1
        Asia/Kathmandu | 2026-11-17T23:59:59.999+05:45 | 2026-11-18T12:00:00+05:45 | 0 | 1
        Asia/Kathmandu | 2026-11-16T00:00:00+05:45 | 2026-11-22T23:59:59.999+05:45 | 0 | 1
        Asia/Kathmandu | 2026-11-15T23:59:59.999+05:45 | 2026-11-22T23:59:59.999+05:45 | 0 | 0
        Asia/Kathmandu | 2026-11-22T23:59:59.999+05:45 | 2026-11-23T00:00:00+05:45 | 0 | 0
        Asia/Kathmandu | 2026-11-23T00:00:00+05:45 | 2026-11-23T00:00:00+05:45 | 1 | 1
        America/St_Johns | 2026-11-18T00:00:00-03:30 | 2026-11-18T23:59:59-03:30 | 1 | 1
        America/St_Johns | 2026-11-17T23:59:59.999-03:30 | 2026-11-18T00:00:00-03:30 | 0 | 1
        America/St_Johns | 2026-11-16T00:00:00-03:30 | 2026-11-16T00:00:00-03:30 | 1 | 1
        America/St_Johns | 2026-11-15T23:59:59.999-03:30 | 2026-11-16T00:00:00-03:30 | 0 | 0
        # UTC's midnight and Monday are none of theirs.
        America/St_Johns | 2026-11-15T23:00:00Z | 2026-11-16T01:00:00Z | 1 | 1
        Asia/Kathmandu | 2026-11-15T18:00:00Z | 2026-11-15T18:30:00Z | 0 | 0
        # Spring: Berlin's 29 March has 23 hours, and its week 167.
        Europe/Berlin | 2026-03-29T00:00:00+01:00 | 2026-03-29T23:59:59+02:00 | 1 | 1
        Europe/Berlin | 2026-03-28T23:59:59.999+01:00 | 2026-03-29T23:59:59+02:00 | 0 | 1
        Europe/Berlin | 2026-03-23T00:00:00+01:00 | 2026-03-29T23:59:59+02:00 | 0 | 1
        Europe/Berlin | 2026-03-22T23:59:59.999+01:00 | 2026-03-29T23:59:59+02:00 | 0 | 0
        # Autumn: 25 October has 25 hours, and its week 169.
        Europe/Berlin | 2026-10-25T00:00:00+02:00 | 2026-10-25T23:59:59.999+01:00 | 1 | 1
        Europe/Berlin | 2026-10-24T23:59:59.999+02:00 | 2026-10-25T23:59:59.999+01:00 | 0 | 1
        Europe/Berlin | 2026-10-19T00:00:00+02:00 | 2026-10-25T23:59:59.999+01:00 | 0 | 1
        Europe/Berlin | 2026-10-18T23:59:59.999+02:00 | 2026-10-25T23:59:59.999+01:00 | 0 | 0
        # Santiago has no midnight on 2026-09-06: the day begins at 01:00.
        America/Santiago | 2026-09-06T01:00:00-03:00 | 2026-09-06T12:00:00-03:00 | 1 | 1
        America/Santiago | 2026-09-05T23:59:59.999-04:00 | 2026-09-06T12:00:00-03:00 | 0 | 1
        # Havana has two on 2026-11-01: the day begins with the first.
        America/Havana | 2026-11-01T00:00:00-04:00 | 2026-11-01T00:30:00-05:00 | 1 | 1
        America/Havana | 2026-11-01T00:30:00-04:00 | 2026-11-01T12:00:00-05:00 | 1 | 1
        America/Havana | 2026-10-31T23:59:59.999-04:00 | 2026-11-01T12:00:00-05:00 | 0 | 1
        """)

    @Test(arguments: days.rows)
    func todayAndThisWeek(row: String) throws {
        let cells = Table.cells(row)
        let (zone, deed, now) = (cells[0], cells[1], cells[2])
        let today = try #require(Int(cells[3]))
        let week = try #require(Int(cells[4]))
        let unblocks = try figures([deed], at: now, in: zone)
        #expect([unblocks.unblocksToday, unblocks.unblocksThisWeek] == [today, week])
        var history = History()
        history.keep(at: try at(deed))
        let requests = try history.requests(at: at(now), in: zone)
        #expect(requests == [today, week])
        let kept = try history.figures(at: at(now), in: zone)
        #expect([kept.keptToday, kept.keptThisWeek] == [today, week])
        #expect(kept.unblocksThisWeek == 0)
        let paid = try figures([deed], at: now, in: zone) {
            $0.unblock(at: $1, .planned, amount: Money(thousandths: 49_900))
        }
        #expect(paid.amountTodayThousandths == Int64(today) * 49_900)
    }

    /// The rule set's zone counts before the machine's.
    @Test func zoneOfTheRuleSet() throws {
        let set = try rules([schedule("always", ["daily 00:00-24:00"])], zone: "Asia/Tokyo")
        var machine = try Machine(at: "2026-11-18T15:50:00+01:00", rules: set)
        try machine.unblock(at: "2026-11-18T15:59:59+01:00")
        #expect(machine.engine.figures.unblocksToday == 1)
        // Midnight in Tokyo.
        machine.advance(.seconds(1))
        #expect(machine.engine.figures.unblocksToday == 0)
        #expect(machine.engine.figures.unblocksThisWeek == 1)
    }

    // MARK: Since the last, and the gap between the last two

    @Test func neverAndOnce() throws {
        let none = try figures([], at: "2026-11-18T23:00:00+01:00")
        #expect(none.sinceLast == .hours(87_600))
        #expect(none.lastGap == .hours(87_600))
        #expect(none == .none)
        let one = try figures(["2026-11-18T22:00:00+01:00"], at: "2026-11-18T23:00:00+01:00")
        #expect(one.sinceLast == .hours(1))
        #expect(one.lastGap == .hours(87_600))
        let two = try figures(
            ["2026-11-18T22:00:00+01:00", "2026-11-18T22:29:59.999+01:00"],
            at: "2026-11-18T22:29:59.999+01:00")
        #expect(two.sinceLast == .zero)
        #expect(two.lastGap == .minutes(30) - instantly)
    }

    /// They outlast the 30 days for which unblocks are counted.
    @Test func longAgo() throws {
        let figures = try figures(
            ["2026-01-01T12:00:00Z", "2026-01-02T12:00:00Z"], at: "2026-11-18T12:00:00Z")
        #expect(figures.unblocksLast30Days == 0)
        #expect(figures.lastGap == .hours(24))
        #expect(figures.sinceLast == .days(320))
        #expect(figures.impulseRatio == 0)
    }

    // MARK: The impulse ratio

    @Test(arguments: [
        (0, 0, 0.0), (1, 0, 0.0), (1, 1, 1.0), (4, 2, 0.5), (4, 3, 0.75), (5, 3, 0.6),
        (5, 2, 0.4), (10, 6, 0.6), (15, 9, 0.6), (100, 60, 0.6), (3, 1, 1.0 / 3),
    ])
    func impulseRatio(unblocks: Int, impulses: Int, ratio: Double) throws {
        var history = History()
        let now = try at("2026-11-18T12:00:00Z")
        for number in 0..<unblocks {
            history.unblock(
                at: now - .hours(Int64(unblocks - number)), number < impulses ? .impulse : .planned)
        }
        let figures = try history.figures(at: now)
        #expect(figures.unblocksLast30Days == unblocks)
        #expect(figures.impulsesLast30Days == impulses)
        #expect(figures.impulseRatio == ratio)
    }

    /// An impulse leaves the ratio with its unblock, to the millisecond.
    @Test func impulseLeavesTheRatio() throws {
        var history = History()
        let start = try at("2026-11-18T12:00:00Z")
        history.unblock(at: start, .impulse)
        history.unblock(at: start + .hours(1), .planned)
        #expect(try history.figures(at: start + .days(30) - instantly).impulseRatio == 0.5)
        #expect(try history.figures(at: start + .days(30)).impulseRatio == 0)
        #expect(try history.figures(at: start + .days(30)).unblocksLast30Days == 1)
    }

    // MARK: What was said

    @Test func moodAndAmount() throws {
        var machine = try atNight()
        #expect(machine.engine.figures.lastMood.isEmpty)
        let request = try machine.ask(
            .target("shopping"),
            Intent(purpose: .impulse, mood: "sad", amount: Money(decimal: "49.90")))
        // The mood is said whatever becomes of the request; the amount counts with an unblock.
        #expect(machine.engine.figures.lastMood == "sad")
        #expect(machine.engine.figures.amountTodayThousandths == 0)
        machine.advance(.seconds(30))
        try machine.granted(request)
        #expect(machine.engine.figures.amountTodayThousandths == 49_900)
        let other = try machine.ask(
            .everything, Intent(purpose: .planned, amount: Money(decimal: "20")), isPause: true)
        #expect(machine.engine.figures.lastMood == "sad")
        machine.send(.keep(request: other.id))
        #expect(machine.engine.figures.amountTodayThousandths == 49_900)
    }
}
