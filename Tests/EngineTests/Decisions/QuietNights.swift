import Engine
import RuleModel
import Testing

/// Schedules over time: what is decided at which minute, and what is recorded.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct QuietNights {
    @Test func blocksAndUnblocksAtItsMinutes() throws {
        var machine = try Machine(at: "2026-11-20T20:00:00+01:00", rules: everyNight())
        try machine.advance(to: "2026-11-22T12:00:00+01:00")
        #expect(
            try machine.decisions() == [
                "2026-11-20T22:30:00+01:00 block shopping until 2026-11-21T06:30:00+01:00",
                "2026-11-21T06:30:00+01:00 unblock shopping",
                "2026-11-21T22:30:00+01:00 block shopping until 2026-11-22T06:30:00+01:00",
                "2026-11-22T06:30:00+01:00 unblock shopping",
            ])
        #expect(machine.told.map(\.decision.cause) == [.schedule, .schedule, .schedule, .schedule])
    }

    /// A tick that changed nothing writes nothing, but that the daemon runs, once in a while.
    @Test func recordsOnlyWhatChanged() throws {
        var machine = try Machine(at: "2026-11-20T20:00:00+01:00", rules: everyNight())
        let start = machine.history.count
        try machine.advance(to: "2026-11-21T12:00:00+01:00")
        let events = machine.history.dropFirst(start).filter { $0.fact != .timeNoted }
        #expect(
            events.map(\.fact.kind) == [
                .quietHoursBegan, .decided, .quietHoursEnded, .decided,
            ])
        #expect(
            events.map { text($0.at, in: machine.zone) } == [
                "2026-11-20T22:30:00+01:00", "2026-11-20T22:30:00+01:00",
                "2026-11-21T06:30:00+01:00", "2026-11-21T06:30:00+01:00",
            ])
        #expect(machine.history.allSatisfy { $0.offset == 3600 })
    }

    @Test func decisionSaysWhy() throws {
        let rules = try rules([schedule("nights", ["daily 22:30-06:30"], isStrict: true)])
        var machine = try Machine(at: "2026-11-20T22:00:00+01:00", rules: rules)
        machine.advance(.minutes(31))
        let end = try at("2026-11-21T06:30:00+01:00")
        #expect(
            machine.told.map(\.decision) == [
                Decision(
                    target: "shopping", verdict: .block,
                    restrictions: [
                        Restriction(
                            kind: .quietHours, rule: "nights", name: "Nights", until: end,
                            isStrict: true)
                    ], until: end, cause: .schedule)
            ])
        machine.advance(.hours(9))
        #expect(
            machine.told.last?.decision
                == Decision(
                    target: "shopping", verdict: .unblock, restrictions: [], until: nil,
                    cause: .schedule))
    }

    /// Friday's night ends on Saturday morning, though Saturday has none.
    @Test func fridayNightOnSaturdayMorning() throws {
        let rules = try rules([schedule("fridays", ["fri 22:00-06:00"])])
        var machine = try Machine(at: "2026-11-20T12:00:00+01:00", rules: rules)
        try machine.advance(to: "2026-11-23T12:00:00+01:00")
        #expect(
            try machine.decisions() == [
                "2026-11-20T22:00:00+01:00 block shopping until 2026-11-21T06:00:00+01:00",
                "2026-11-21T06:00:00+01:00 unblock shopping",
            ])
    }

    @Test func startInTheMiddleOfANight() throws {
        var machine = try Machine(at: "2026-11-21T03:00:00+01:00", rules: everyNight())
        try machine.advance(to: "2026-11-21T12:00:00+01:00")
        #expect(
            try machine.decisions() == [
                "2026-11-21T03:00:00+01:00 block shopping until 2026-11-21T06:30:00+01:00",
                "2026-11-21T06:30:00+01:00 unblock shopping",
            ])
        #expect(machine.told.first?.decision.cause == .start)
    }

    /// Two schedules on one target: the reasons change, blocked stays blocked.
    @Test func overlappingSchedulesUpdate() throws {
        let rules = try rules([
            schedule("evenings", ["daily 20:00-23:00"]),
            schedule("nights", ["daily 22:30-06:30"]),
        ])
        var machine = try Machine(at: "2026-11-20T19:00:00+01:00", rules: rules)
        try machine.advance(to: "2026-11-21T12:00:00+01:00")
        // The end is the moment at which it opens if nothing changes, known from the beginning.
        #expect(
            try machine.decisions() == [
                "2026-11-20T20:00:00+01:00 block shopping until 2026-11-21T06:30:00+01:00",
                "2026-11-20T22:30:00+01:00 update shopping until 2026-11-21T06:30:00+01:00",
                "2026-11-20T23:00:00+01:00 update shopping until 2026-11-21T06:30:00+01:00",
                "2026-11-21T06:30:00+01:00 unblock shopping",
            ])
        #expect(
            machine.told.map { $0.decision.restrictions.map(\.rule) } == [
                ["evenings"], ["evenings", "nights"], ["nights"], [],
            ])
    }

    /// One schedule whose ranges adjoin is active once.
    @Test func adjoiningRangesAreOneActivation() throws {
        let rules = try rules([
            schedule("late", ["daily 20:00-22:00", "daily 22:00-24:00", "daily 00:00-02:00"])
        ])
        var machine = try Machine(at: "2026-11-20T19:00:00+01:00", rules: rules)
        try machine.advance(to: "2026-11-21T12:00:00+01:00")
        #expect(machine.kinds().count { $0 == "quietHoursBegan" } == 1)
        #expect(
            try machine.decisions() == [
                "2026-11-20T20:00:00+01:00 block shopping until 2026-11-21T02:00:00+01:00",
                "2026-11-21T02:00:00+01:00 unblock shopping",
            ])
    }

    /// Two schedules that hand over at a minute: no gap between them is told.
    @Test func schedulesThatHandOver() throws {
        let rules = try rules([
            schedule("early", ["daily 18:00-20:00"]), schedule("late", ["daily 20:00-22:00"]),
        ])
        var machine = try Machine(at: "2026-11-20T17:00:00+01:00", rules: rules)
        try machine.advance(to: "2026-11-21T12:00:00+01:00")
        #expect(
            try machine.decisions() == [
                "2026-11-20T18:00:00+01:00 block shopping until 2026-11-20T22:00:00+01:00",
                "2026-11-20T20:00:00+01:00 update shopping until 2026-11-20T22:00:00+01:00",
                "2026-11-20T22:00:00+01:00 unblock shopping",
            ])
    }

    @Test func alwaysOnHasNoKnownEnd() throws {
        let rules = try rules([schedule("always", ["daily 00:00-24:00"])])
        var machine = try Machine(at: "2026-11-20T17:00:00+01:00", rules: rules)
        machine.advance(.days(9))
        #expect(
            try machine.decisions() == [
                "2026-11-20T17:00:00+01:00 block shopping until none"
            ])
        #expect(machine.kinds().count { $0 == "quietHoursBegan" } == 1)
    }

    /// An end that was out of sight is told as an update once it is in sight.
    @Test func endComesIntoSight() throws {
        let rules = try rules([schedule("advent", ["daily 00:00-24:00 except 2026-12-24"])])
        var machine = try Machine(at: "2026-12-01T12:00:00+01:00", rules: rules)
        try machine.advance(to: "2026-12-24T12:00:00+01:00")
        let decisions = try machine.decisions()
        #expect(decisions.first == "2026-12-01T12:00:00+01:00 block shopping until none")
        #expect(decisions.last == "2026-12-24T00:00:00+01:00 unblock shopping")
        #expect(decisions.count == 3)
        #expect(decisions.dropFirst().first?.hasSuffix("until 2026-12-24T00:00:00+01:00") == true)
    }

    /// Each schedule in its own zone, the rule set's zone for those without, on one machine.
    @Test func schedulesHaveZones() throws {
        let rules = try rules(
            [
                schedule("tokyo", ["daily 22:00-23:00"], blocks: ["a"], zone: "Asia/Tokyo"),
                schedule("rule_set", ["daily 22:00-23:00"], blocks: ["b"]),
            ], targets: ["a", "b"], zone: "Asia/Kathmandu")
        var machine = try Machine(at: "2026-11-20T12:00:00+01:00", rules: rules)
        try machine.advance(to: "2026-11-21T00:00:00+01:00")
        #expect(
            try machine.decisions() == [
                "2026-11-20T14:00:00+01:00 block a until 2026-11-20T15:00:00+01:00",
                "2026-11-20T15:00:00+01:00 unblock a",
                "2026-11-20T17:15:00+01:00 block b until 2026-11-20T18:15:00+01:00",
                "2026-11-20T18:15:00+01:00 unblock b",
            ])
    }

    @Test func severalTargetsOfOneSchedule() throws {
        let rules = try rules(
            [schedule("nights", ["daily 22:30-06:30"], blocks: ["games", "shopping"])],
            targets: ["games", "shopping", "social"])
        var machine = try Machine(at: "2026-11-20T22:29:00+01:00", rules: rules)
        machine.advance(.minutes(2))
        #expect(machine.told.map(\.decision.target) == ["games", "shopping"])
        #expect(machine.isBlocked("games") && machine.isBlocked("shopping"))
        #expect(!machine.isBlocked("social"))
        #expect(machine.kinds().count { $0 == "quietHoursBegan" } == 1)
    }

    /// The nights of the clock changes, in true time: seven hours, then nine.
    @Test(arguments: [
        ("2026-03-28T20:00:00Z", "2026-03-28T22:30:00+01:00", "2026-03-29T06:30:00+02:00"),
        ("2026-10-24T19:00:00Z", "2026-10-24T22:30:00+02:00", "2026-10-25T06:30:00+01:00"),
    ])
    func nightsOfTheClockChange(start: String, blocked: String, open: String) throws {
        var machine = try Machine(at: start, rules: everyNight())
        machine.advance(.hours(14))
        #expect(
            try machine.decisions() == [
                "\(blocked) block shopping until \(open)", "\(open) unblock shopping",
            ])
    }

    /// With no minute tick at all, the moments asked for are enough.
    @Test func wakesAloneAreEnough() throws {
        var machine = try Machine(at: "2026-11-20T20:00:00+01:00", rules: everyNight())
        machine.hasTicks = false
        try machine.advance(to: "2026-11-21T12:00:00+01:00")
        #expect(
            try machine.decisions() == [
                "2026-11-20T22:30:00+01:00 block shopping until 2026-11-21T06:30:00+01:00",
                "2026-11-21T06:30:00+01:00 unblock shopping",
            ])
    }
}
