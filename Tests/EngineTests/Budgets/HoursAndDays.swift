import Engine
import RuleModel
import Testing

/// Budgets of an hour, and those of some days; 2026-11-18 is a Wednesday.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct HoursAndDays {
    private func machine(
        _ budgets: Budget..., at start: String = "2026-11-18T10:50:00+01:00",
        zone: String = "Europe/Berlin"
    ) throws -> Machine {
        try Machine(at: start, zone: zone, rules: gated(budgets: budgets))
    }

    @Test func anHourEndsAtTheFullHour() throws {
        var machine = try machine(budget(.minutes(5), per: .hour))
        try machine.use(for: .minutes(5))
        #expect(machine.end() == "2026-11-18T11:00:00+01:00")
        try machine.advance(to: "2026-11-18T10:59:59.999+01:00")
        #expect(machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(!machine.isBlocked("shopping"))
        try machine.use(for: .minutes(4))
        #expect(!machine.isBlocked("shopping"))
        try machine.use(for: .minutes(1))
        #expect(machine.end() == "2026-11-18T12:00:00+01:00")
    }

    /// Use that goes on is counted from the full hour on.
    @Test func useOverTheFullHour() throws {
        var machine = try machine(budget(.minutes(15), per: .hour))
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(25) - instantly)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(machine.end() == "2026-11-18T12:00:00+01:00")
    }

    /// 02:00 to 03:00 comes twice, and each of them is an hour; what is skipped has none.
    @Test(arguments: [
        ("2026-10-25T02:50:00+02:00", "2026-10-25T02:00:00+01:00"),
        ("2026-10-25T02:50:00+01:00", "2026-10-25T03:00:00+01:00"),
        ("2026-03-29T01:50:00+01:00", "2026-03-29T03:00:00+02:00"),
    ])
    func hoursOfAClockChange(start: String, end: String) throws {
        var machine = try machine(budget(.minutes(5), per: .hour), at: start)
        try machine.use(for: .minutes(5))
        #expect(machine.end() == end)
    }

    /// Lord Howe's clocks go from 02:00 to 02:30, where an hour begins that lasts thirty minutes;
    /// half a year later 01:30 comes twice, and the hour from 01:00 on lasts ninety.
    @Test(arguments: [
        ("2026-10-04T01:50:00+10:30", "2026-10-04T02:30:00+11:00"),
        ("2026-10-04T02:35:00+11:00", "2026-10-04T03:00:00+11:00"),
        ("2026-04-05T01:10:00+11:00", "2026-04-05T02:00:00+10:30"),
    ])
    func halfAnHour(start: String, end: String) throws {
        var machine = try machine(
            budget(.minutes(5), per: .hour), at: start, zone: "Australia/Lord_Howe")
        try machine.use(for: .minutes(5))
        #expect(machine.end() == end)
    }

    /// On other days the budget does not exist: nothing counts and nothing is blocked.
    @Test func onlyOnItsDays() throws {
        var machine = try machine(
            budget(days: .weekends), at: "2026-11-20T10:00:00+01:00")
        let budget = try #require(machine.engine.rules.budgets.first)
        try machine.use(for: .hours(3))
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.engine.used(of: budget) == .zero)
        // Friday lasts until Saturday at four.
        try machine.advance(to: "2026-11-21T03:00:00+01:00")
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(105) - instantly)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(machine.end() == "2026-11-22T04:00:00+01:00")
        // Sunday lasts until Monday at four.
        try machine.advance(to: "2026-11-23T03:00:00+01:00")
        try machine.use(for: .minutes(45))
        #expect(machine.end() == "2026-11-23T04:00:00+01:00")
        try machine.advance(to: "2026-11-23T04:00:00+01:00")
        try machine.use(for: .hours(2))
        #expect(!machine.isBlocked("shopping"))
    }

    /// Less on weekdays, more at the weekend.
    @Test func twoOfOneTarget() throws {
        var machine = try machine(
            budget("week", .minutes(20), days: .weekdays),
            budget("weekend", .minutes(60), days: .weekends), at: "2026-11-20T10:00:00+01:00")
        try machine.use(for: .minutes(20))
        #expect(machine.restrictions(.budget).map(\.rule) == ["week"])
        try machine.advance(to: "2026-11-21T10:00:00+01:00")
        try machine.use(for: .minutes(59))
        #expect(!machine.isBlocked("shopping"))
        try machine.use(for: .minutes(1))
        #expect(machine.restrictions(.budget).map(\.rule) == ["weekend"])
    }

    /// A period that runs keeps its day when the person travels: it is still Saturday's.
    @Test func aDayOnAJourney() throws {
        var machine = try machine(
            budget(.minutes(30), days: .weekends, resets: "00:00"),
            at: "2026-11-21T00:30:00+01:00")
        try machine.use(for: .minutes(20))
        try machine.travel(to: "America/New_York")
        try machine.use(for: .minutes(10))
        #expect(machine.isBlocked("shopping"))
    }

    /// Conditions see nothing used of a budget of another day, and no end of it.
    @Test func whatConditionsRead() throws {
        var machine = try machine(
            budget("rest", days: .weekends), at: "2026-11-20T10:00:00+01:00")
        let variables = [
            RuleVariable(.budgetUsed, of: "rest"), RuleVariable(.budgetLeft, of: "rest"),
        ]
        try machine.use(for: .minutes(30))
        #expect(
            machine.engine.features(reading: variables).ofRules.map(\.value)
                == [.span(.zero), .span(Vocabulary.never)])
        try machine.advance(to: "2026-11-21T10:00:00+01:00")
        try machine.use(for: .minutes(30))
        #expect(
            machine.engine.features(reading: variables).ofRules.map(\.value)
                == [.span(.minutes(30)), .span(.minutes(15))])
    }
}
