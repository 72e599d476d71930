import Engine
import RuleModel
import Testing

/// Emergencies are counted by calendar periods in the rules' zone.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct EmergencyCounts {
    /// A strict rule that begins while an emergency is being written keeps it from opening
    /// anything, so that the emergency is left.
    @Test(arguments: [false, true])
    func opensNothing(byAProtection: Bool) throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"], isStrict: true)
        let late = try schedule("late", ["daily 23:30-06:00"], isStrict: true)
        var machine = try atNight(
            waiting(byAProtection ? [nights] : [nights, late], .zero, unblock: .emergency()))
        machine.advance(.minutes(14))
        let request = try machine.emergency()
        machine.advance(.minutes(15))
        machine.store = .waits
        machine.send(.confirm(request: request.id))
        if byAProtection {
            machine.send(
                .startProtection(
                    target: "shopping", length: .hours(1), name: "", isStrict: true))
        } else {
            machine.lag(.minutes(2))
        }
        let answers = machine.commitWaiting(of: ConfirmUnblock.self)
        guard case .refused(.strict(_, "shopping"))? = answers.first else {
            Issue.record("not refused: \(answers)")
            return
        }
        machine.store = .keeps
        #expect(machine.isBlocked("shopping") && machine.grantEndings == [.strict])
        #expect(machine.engine.state.emergencies.isEmpty)
        #expect(machine.engine.emergencyStanding?.used == 0)
        #expect(machine.folded == machine.engine.state)
        // The one of the month still opens it.
        try machine.openInEmergency()
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.engine.emergencyStanding?.used == 1)
    }

    /// Always strictly blocked: shopping and games.
    private func always(
        _ count: Int = 1, per: EmergencyRules.Period = .month, zone: String? = nil,
        delay: TimeSpan = .zero
    ) throws -> RuleSet {
        try waiting(
            [
                schedule(
                    "always", ["daily 00:00-24:00"], blocks: ["games", "shopping"], isStrict: true)
            ], delay, targets: [target("games"), target("shopping")],
            unblock: .emergency(count, per: per), zone: zone)
    }

    private func machine(_ rules: RuleSet, at start: String, zone: String = "UTC") throws -> Machine
    {
        try Machine(at: start, zone: zone, rules: rules, isSynchronised: true)
    }

    /// The ends of periods, in UTC; the machine's zone is another one than the rules'.
    @Test(arguments: [
        ("Asia/Tokyo", EmergencyRules.Period.month, "2026-11-30T15:00:00Z"),
        ("America/Los_Angeles", .month, "2026-12-01T08:00:00Z"),
        ("Asia/Tokyo", .week, "2026-11-22T15:00:00Z"),
        ("America/Los_Angeles", .week, "2026-11-23T08:00:00Z"),
        ("Asia/Tokyo", .day, "2026-11-18T15:00:00Z"),
        ("America/Los_Angeles", .day, "2026-11-19T08:00:00Z"),
    ])
    func theNextOneIsInTheNextPeriod(
        zone: String, per: EmergencyRules.Period, next: String
    ) throws {
        var machine = try machine(
            always(per: per, zone: zone), at: "2026-11-18T12:00:00Z", zone: "Europe/Berlin")
        try machine.openInEmergency()
        machine.advance(.hours(1))
        #expect(machine.refusedUntil() == next)
        #expect(machine.engine.emergencyLeft(for: "shopping") == nil)
        machine.advance(try at(next) - machine.watch - instantly)
        #expect(machine.refusedUntil() == next)
        machine.advance(instantly)
        #expect(machine.engine.emergencyStanding?.used == 0)
        try machine.openInEmergency()
    }

    /// A month's last evening belongs to it, by the rules' clock.
    @Test func theEndOfAMonth() throws {
        var machine = try machine(
            always(zone: "Asia/Tokyo"), at: "2026-12-31T14:30:00Z", zone: "America/New_York")
        try machine.openInEmergency()
        machine.advance(.minutes(15))
        #expect(machine.engine.emergencyStanding?.used == 0)
        try machine.openInEmergency()
        machine.advance(.minutes(20))
        #expect(machine.refusedUntil() == "2027-01-31T15:00:00Z")
    }

    /// February, and a month with a change of the clocks.
    @Test(arguments: [
        ("2028-02-01T00:30:00Z", "2028-02-29T23:00:00Z"),
        ("2027-02-28T22:00:00Z", "2027-02-28T23:00:00Z"),
        ("2027-03-10T12:00:00Z", "2027-03-31T22:00:00Z"),
    ])
    func months(start: String, next: String) throws {
        var machine = try machine(always(zone: "Europe/Berlin"), at: start)
        try machine.openInEmergency()
        machine.advance(.minutes(16))
        #expect(machine.refusedUntil() == next)
    }

    /// In St. John's the clock once went from 00:01 back to 23:01: the new day had begun.
    @Test func aMidnightThatComesTwice() throws {
        var machine = try machine(
            always(per: .day, zone: "America/St_Johns"), at: "2010-11-07T01:50:00Z")
        try machine.openInEmergency()
        machine.advance(.minutes(20))
        #expect(machine.refusedUntil() == "2010-11-07T02:30:00Z")
        try machine.advance(to: "2010-11-07T02:35:00Z")
        try machine.openInEmergency()
        machine.advance(.minutes(20))
        #expect(machine.refusedUntil() == "2010-11-08T03:30:00Z")
    }

    @Test func severalInAPeriod() throws {
        var machine = try machine(always(3, per: .week), at: "2026-11-18T12:00:00Z")
        for used in 1...3 {
            try machine.openInEmergency()
            machine.advance(.minutes(20))
            #expect(machine.engine.emergencyStanding?.used == used)
        }
        #expect(machine.refusedUntil() == "2026-11-23T00:00:00Z")
        machine.restart(after: .seconds(5))
        #expect(machine.refusedUntil() == "2026-11-23T00:00:00Z")
        #expect(machine.folded == machine.engine.state)
    }

    /// Of two requests that wait together only one opens, even while the store is slow.
    @Test func twoRequestsAtOnce() throws {
        var machine = try machine(always(), at: "2026-11-18T12:00:00Z")
        let shopping = try machine.emergency()
        let games = try machine.emergency(.target("games"))
        machine.advance(.minutes(15))
        machine.store = .waits
        machine.send(.confirm(request: shopping.id))
        guard case .emergencyUsed(_, "games") = machine.refusal(confirming: games) else {
            Issue.record("not refused")
            return
        }
        _ = machine.commitWaiting()
        guard case .emergencyUsed(let standing, "games") = machine.refusal(confirming: games) else {
            Issue.record("not refused")
            return
        }
        #expect(standing.used == 1 && !machine.isBlocked("shopping") && machine.isBlocked("games"))
    }

    /// An emergency that the store refuses is not used up.
    @Test func whatIsNotRecordedIsNotUsed() throws {
        var machine = try machine(always(), at: "2026-11-18T12:00:00Z")
        let request = try machine.emergency()
        machine.advance(.minutes(15))
        machine.store = .refuses
        #expect(machine.send(.confirm(request: request.id)).isEmpty)
        #expect(machine.isBlocked("shopping"))
        #expect(machine.engine.emergencyStanding?.used == 0)
    }

    /// A clock that is set back gives nothing back, believed or not; nor does one set forward and
    /// back.
    @Test(arguments: [-1, -40, 40], [true, false])
    func clocks(days: Int64, isBelieved: Bool) throws {
        var machine = try machine(always(2), at: "2026-11-18T12:00:00Z")
        try machine.openInEmergency()
        machine.advance(.hours(1))
        machine.isSynchronised = isBelieved
        machine.setClock(by: .days(days))
        if days > 0 { machine.setClock(by: .days(-days)) }
        machine.advance(.minutes(1))
        #expect(machine.engine.emergencyStanding?.used == 1)
        try machine.openInEmergency()
        machine.advance(.minutes(20))
        #expect(machine.refusedUntil() != nil)
        #expect(machine.folded == machine.engine.state)
    }

    /// Travel begins no new period, and ends none early.
    @Test(arguments: ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
    func travel(zone: String) throws {
        var machine = try machine(always(per: .day), at: "2026-11-18T09:00:00Z")
        try machine.openInEmergency()
        try machine.advance(to: "2026-11-18T10:20:00Z")
        try machine.travel(to: zone)
        #expect(machine.refusedUntil() == "2026-11-19T00:00:00Z")
    }

    /// An older record in the place of this one gives none back.
    @Test func anOlderRecord() throws {
        var machine = try machine(always(), at: "2026-11-18T12:00:00Z")
        let events = machine.history.count
        try machine.openInEmergency()
        machine.advance(.hours(1))
        machine.restore(
            StoreRestored(source: "b.sqlite", keptAside: "a.sqlite"), events: events,
            away: .minutes(1), isCarrying: true)
        #expect(machine.refusedUntil() == "2026-12-01T00:00:00Z")
        #expect(machine.folded == machine.engine.state)
    }

    // MARK: Several sets of rules

    /// While an edit waits each set counts, in its own zone: the strictest is told.
    @Test func theStrictestSetCounts() throws {
        // Not strict when the delay is over, so that nothing is held beyond it.
        let evenings = try waiting(
            [
                schedule(
                    "evenings", ["daily 16:00-24:00"], blocks: ["games", "shopping"],
                    isStrict: true)
            ], .days(3), targets: [target("games"), target("shopping")],
            unblock: .emergency(per: .month), zone: "Asia/Tokyo")
        var machine = try machine(evenings, at: "2026-11-18T12:00:00Z")
        var looser = UnblockRules.emergency(5, per: .day, wait: .seconds(30))
        machine.edit(evenings.with(looser))
        #expect(machine.pending.map { $0.hasPrefix("unblock.emergency") } == [true])
        let request = try machine.emergency()
        #expect(request.wait?.length == .minutes(15))
        machine.advance(.minutes(15))
        try machine.granted(request)
        machine.advance(.minutes(20))
        #expect(machine.refusedUntil() == "2026-11-30T15:00:00Z")
        try machine.advance(to: "2026-11-22T12:00:00Z")
        // Now the new rules alone, and another day.
        #expect(machine.pending.isEmpty && machine.engine.emergencyStanding?.used == 0)
        #expect(try machine.emergency().wait?.length == .seconds(30))
        // A stricter edit counts at once.
        looser.emergency = nil
        machine.edit(evenings.with(looser))
        guard case .refused(.strict) = machine.askEmergency(.target("games")) else {
            Issue.record("not refused")
            return
        }
    }

    /// A way out that is added waits like every weakening.
    @Test func anAddedWayWaits() throws {
        let rules = try always(delay: .days(1))
        var machine = try machine(rules.with(.tested), at: "2026-11-18T12:00:00Z")
        machine.edit(rules.with(.emergency()))
        #expect(machine.pending == ["unblock.emergency in 1440m"])
        guard case .refused(.strict) = machine.askEmergency() else {
            Issue.record("not refused")
            return
        }
    }

    /// Without a delay it does not open what holds already, but what begins later.
    @Test func anAddedWayOpensNothingThatHolds() throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"], isStrict: true)
        var machine = try atNight(waiting([nights], .zero))
        machine.edit(try waiting([nights], .zero, unblock: .emergency()))
        #expect(machine.pending == ["unblock.emergency in 450m"])
        guard case .refused(.strict) = machine.askEmergency() else {
            Issue.record("not refused")
            return
        }
        try machine.advance(to: "2026-11-19T06:31:00+01:00")
        #expect(machine.pending.isEmpty && !machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T23:00:00+01:00")
        try machine.openInEmergency()
        #expect(!machine.isBlocked("shopping"))
    }

    /// A strict check-in alone holds no edit of the way out.
    @Test func aCheckInHoldsNoEditOfIt() throws {
        var machine = try Machine(
            at: "2026-11-18T12:00:00+01:00", rules: waiting([], .zero, checkIns: [checkIn()]))
        machine.edit(try waiting([], .zero, checkIns: [checkIn()], unblock: .emergency()))
        #expect(machine.pending.isEmpty && machine.engine.emergencyStanding?.used == 0)
    }
}

extension RuleSet {
    /// The set with other waits, and a text of its own.
    fileprivate func with(_ unblock: UnblockRules) -> RuleSet {
        var set = self
        set.unblock = unblock
        set.sources = [
            RuleText(path: "/rules/test.yaml", layer: 2, text: "\(unblock) \(sources)")
        ]
        return set
    }
}
