import Engine
import RuleModel
import Testing

/// The history and the decisions after a changed clock, a journey, a reboot: each is recorded once,
/// with its size, and the reported ends move with it.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct WhatIsRecordedOfFaults {
    /// 23:30 on 2026-11-18 in a quiet night.
    private func night() throws -> Machine {
        var machine = try Machine(at: "2026-11-18T20:00:00+01:00", rules: everyNight())
        try machine.advance(to: "2026-11-18T23:30:00+01:00")
        return machine
    }

    /// The facts since, without decisions.
    private func facts(_ machine: Machine, since first: Int) -> [Fact] {
        machine.history.dropFirst(first).map(\.fact).filter { $0.kind != .decided }
    }

    /// Not believed for 24 hours of elapsed time, then believed; the nights follow.
    @Test func forwardForADay() throws {
        var machine = try night()
        machine.setClock(by: .hours(10))
        try machine.advance(to: "2026-11-20T12:00:00+01:00")
        // From 23:30 on the 19th the clock that shows 09:30 is believed; its 22:30 comes at 12:30.
        #expect(
            try machine.decisions(since: 1) == [
                "2026-11-19T06:30:00+01:00 unblock shopping",
                "2026-11-19T22:30:00+01:00 block shopping until 2026-11-20T06:30:00+01:00",
                "2026-11-19T23:30:00+01:00 unblock shopping",
            ])
        let adopted = machine.history.filter { $0.fact.kind == .clockAdopted }
        #expect(adopted.map(\.fact) == [.clockAdopted(size: .hours(10), reason: .waited)])
        #expect(machine.told.last?.decision.cause == .clock)
    }

    @Test func backForADay() throws {
        var machine = try night()
        machine.setClock(by: .hours(-10))
        try machine.advance(to: "2026-11-20T12:00:00+01:00")
        #expect(
            try machine.decisions(since: 1) == [
                "2026-11-19T06:30:00+01:00 unblock shopping",
                "2026-11-19T22:30:00+01:00 block shopping until 2026-11-20T06:30:00+01:00",
                "2026-11-19T23:30:00+01:00 unblock shopping",
                "2026-11-20T08:30:00+01:00 block shopping until 2026-11-20T06:30:00+01:00",
            ])
    }

    /// Believed: the end that is told is on the new time line.
    @Test func endMovesWithTheClock() throws {
        var machine = try night()
        machine.isSynchronised = true
        machine.setClock(by: .days(10))
        #expect(machine.end() == "2026-11-29T06:30:00+01:00")
        #expect(machine.told.last?.decision.verdict == .update)
        #expect(machine.told.last?.decision.cause == .clock)
    }

    /// A run always holds the moment at which it is recorded.
    @Test(arguments: ["10d", "-10d", "1h", "-1h", "10h", "-10h"])
    func runsHoldTheirMoment(change: String) throws {
        var machine = try night()
        machine.isSynchronised = true
        machine.setClock(by: try span(change))
        machine.advance(.hours(30))
        for event in machine.history {
            guard case .quietHoursBegan(let run) = event.fact.orMoved else { continue }
            #expect(run.start <= event.at, "\(change): \(event.fact)")
            #expect(run.end.map { event.at < $0 } ?? true, "\(change): \(event.fact)")
        }
    }

    /// Ten days away, or moved by ten days: another night, so another activation.
    @Test(arguments: [true, false])
    func anotherNightIsAnotherActivation(rebooted: Bool) throws {
        var machine = try night()
        let events = machine.history.count
        if rebooted {
            machine.reboot(away: .days(10))
        } else {
            machine.isSynchronised = true
            machine.setClock(by: .days(10))
        }
        let kinds = machine.kinds(since: events)
        #expect(kinds.contains("quietHoursEnded"))
        #expect(kinds.count { $0 == "quietHoursBegan" } == 1)
        #expect(!kinds.contains("quietHoursMoved"))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.end() == "2026-11-29T06:30:00+01:00")
    }

    @Test func jumpAndReturn() throws {
        var machine = try night()
        let events = machine.history.count
        machine.setClock(by: .hours(-3))
        machine.advance(.minutes(30))
        machine.setClock(by: .hours(3))
        machine.advance(.minutes(30))
        #expect(
            facts(machine, since: events).filter { $0 != .timeNoted } == [
                .clockJumped(size: .hours(-3)), .clockReturned,
            ])
        #expect(machine.engine.state.jump == nil)
        #expect(machine.told.count == 1)
    }

    @Test func secondJumpIsRecordedFromTrustedTime() throws {
        var machine = try night()
        let events = machine.history.count
        machine.setClock(by: .hours(1))
        machine.setClock(by: .hours(1))
        machine.setClock(by: .hours(-12))
        #expect(
            facts(machine, since: events) == [
                .clockJumped(size: .hours(1)), .clockJumped(size: .hours(2)),
                .clockJumped(size: .hours(-10)),
            ])
        #expect(machine.told.count == 1)
    }

    /// A waiting jump over a restart of the daemon: it is not a new one, and its day goes on.
    @Test func restartDuringAJump() throws {
        var machine = try night()
        machine.setClock(by: .hours(10))
        machine.advance(.hours(12))
        machine.restart(after: .minutes(10))
        machine.advance(.hours(11))
        machine.restart(after: .minutes(49))
        machine.advance(.seconds(59))
        #expect(!machine.kinds().contains("clockAdopted"))
        machine.advance(.minutes(1))
        #expect(machine.kinds().contains("clockAdopted"))
        #expect(machine.kinds().count { $0 == "clockJumped" } == 1)
    }

    /// The same while the wall clock gains a fifth of a second a minute, as it may.
    @Test func restartDuringAJumpWithDrift() throws {
        var machine = try night()
        machine.setClock(by: .hours(10))
        machine.drift = 200
        machine.advance(.hours(12))
        machine.restart(after: .seconds(5))
        machine.advance(.hours(12) + .minutes(2))
        #expect(machine.kinds().count { $0 == "clockJumped" } == 1)
        #expect(machine.kinds().contains("clockAdopted"))
    }

    @Test func journeyIsRecorded() throws {
        var machine = try night()
        let events = machine.history.count
        try machine.travel(to: "America/New_York")
        #expect(
            facts(machine, since: events).first
                == .zoneChanged(from: "Europe/Berlin", to: "America/New_York"))
        #expect(machine.history.last?.offset == -18000)
        try machine.travel(to: "America/New_York")
        #expect(machine.kinds(since: events).count { $0 == "zoneChanged" } == 1)
    }

    /// There and back again: the night is Berlin's, told once.
    @Test func journeyAndBack() throws {
        var machine = try night()
        try machine.travel(to: "Asia/Tokyo")
        machine.advance(.hours(1))
        try machine.travel(to: "Europe/Berlin")
        try machine.advance(to: "2026-11-19T12:00:00+01:00")
        #expect(
            try machine.decisions() == [
                "2026-11-18T22:30:00+01:00 block shopping until 2026-11-19T06:30:00+01:00",
                "2026-11-19T06:30:00+01:00 unblock shopping",
            ])
    }

    /// Berlin's night keeps its end of 06:30 on the journey to New York, whose own begins at 04:30
    /// in Berlin; who is back before that has nothing of it.
    @Test func journeyWestAndBack() throws {
        var machine = try night()
        try machine.travel(to: "America/New_York")
        #expect(machine.end() == "2026-11-19T06:30:00-05:00")
        machine.advance(.minutes(30))
        try machine.travel(to: "Europe/Berlin")
        #expect(machine.end() == "2026-11-19T06:30:00+01:00")
        try machine.advance(to: "2026-11-19T12:00:00+01:00")
        #expect(
            try machine.decisions().last == "2026-11-19T06:30:00+01:00 unblock shopping")
    }

    /// Back after New York's night began: that is a running range then, and keeps its end.
    @Test func backFromARunningNight() throws {
        var machine = try night()
        try machine.travel(to: "America/New_York")
        try machine.advance(to: "2026-11-19T05:00:00+01:00")
        try machine.travel(to: "Europe/Berlin")
        #expect(machine.end() == "2026-11-19T12:30:00+01:00")
        try machine.advance(to: "2026-11-19T14:00:00+01:00")
        #expect(
            try machine.decisions().last == "2026-11-19T12:30:00+01:00 unblock shopping")
    }

    /// A reboot that nothing proved is proved as soon as the clock is known to be right.
    @Test func provedLater() throws {
        var machine = try night()
        machine.reboot()
        #expect(machine.engine.state.continuity == .unproven)
        let events = machine.history.count
        machine.isSynchronised = true
        machine.send(.clockChecked)
        machine.advance(.minutes(5))
        #expect(
            facts(machine, since: events) == [
                .clockAdopted(size: .zero, reason: .synchronised)
            ])
        #expect(machine.engine.state.continuity == .synchronised)
    }

    /// The zone changed while the daemon was stopped: the range keeps its end all the same.
    @Test func journeyWhileStopped() throws {
        var machine = try night()
        try machine.move(to: "Asia/Tokyo")
        machine.restart(after: .minutes(30))
        try machine.advance(to: "2026-11-19T12:00:00+01:00")
        #expect(
            try machine.decisions(since: 1) == ["2026-11-19T06:30:00+01:00 unblock shopping"])
        #expect(machine.kinds().count { $0 == "zoneChanged" } == 1)
    }

    /// A schedule with a zone of its own does not travel.
    @Test func zonedScheduleStays() throws {
        let rules = try rules([schedule("nights", ["daily 22:30-06:30"], zone: "Europe/Berlin")])
        var machine = try Machine(at: "2026-11-18T20:00:00+01:00", rules: rules)
        try machine.advance(to: "2026-11-18T23:30:00+01:00")
        try machine.travel(to: "America/New_York")
        try machine.advance(to: "2026-11-19T12:00:00+01:00")
        #expect(machine.told.count == 2)
        #expect(
            try machine.decisions().last == "2026-11-19T06:30:00+01:00 unblock shopping")
    }

    /// The plug is pulled: what was recorded last, at a quarter of an hour at the latest, is all
    /// that is proved.
    @Test func powerCut() throws {
        var machine = try night()
        machine.reboot(isOrderly: false)
        try machine.advance(to: "2026-11-19T12:00:00+01:00")
        #expect(
            try machine.decisions(since: 1) == ["2026-11-19T06:30:00+01:00 unblock shopping"])
        var behind = try night()
        behind.reboot(clockSetBy: .hours(-10), isOrderly: false)
        #expect(text(behind.engine.now, in: behind.zone) == "2026-11-18T23:30:00+01:00")
        #expect(behind.engine.state.continuity == .behind)
        #expect(behind.isBlocked("shopping"))
    }

    /// A clock from before the program, at first start: no night is missed because of it.
    @Test func clockOfAnotherAge() throws {
        var machine = try Machine(at: "1970-01-01T00:00:20Z", rules: everyNight())
        #expect(text(machine.engine.now, in: .utc) == "2026-01-01T00:00:00Z")
        #expect(machine.isBlocked("shopping"))
        machine.isSynchronised = true
        machine.setClock(by: try at("2026-11-18T12:00:00Z") - at("1970-01-01T00:00:20Z"))
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.engine.state.continuity == .synchronised)
    }
}

extension Fact {
    /// A moved run as if it had begun.
    fileprivate var orMoved: Fact {
        if case .quietHoursMoved(let run) = self { return .quietHoursBegan(run) }
        return self
    }
}
