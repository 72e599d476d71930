import RuleModel
import Testing

@Suite("Edits that wait across restarts")
struct EditsAcrossRestarts {
    private static let evening = "2026-11-18T20:00:00Z"

    @Test("What is in force survives a restart and a crash", arguments: [false, true])
    func restart(isCrash: Bool) throws {
        var machine = try Machine(at: Self.evening, zone: "UTC", rules: waitingNights())
        machine.edit(try waitingNothing())
        machine.advance(.hours(1))
        if isCrash { machine.crash(away: .hours(2)) } else { machine.restart(after: .hours(2)) }
        #expect(machine.isBlocked("shopping"))
        #expect(machine.pending == ["quiet_hours.nights in 1260m"])
        try machine.advance(to: "2026-11-19T20:00:00Z")
        #expect(machine.pending.isEmpty)
        try machine.advance(to: "2026-11-19T23:00:00Z")
        #expect(!machine.isBlocked("shopping"))
    }

    @Test("Over a reboot the rest of the delay goes on, by wall time")
    func reboot() throws {
        var machine = try Machine(
            at: Self.evening, zone: "UTC", rules: waitingNights(), isSynchronised: true)
        machine.edit(try waitingNothing())
        machine.advance(.hours(1))
        machine.reboot(away: .hours(3))
        #expect(machine.pending == ["quiet_hours.nights in 1200m"])
        #expect(machine.isBlocked("shopping"))
        // A clock that was set back while it was off makes the rest no longer than it was.
        machine.reboot(away: .minutes(2), clockSetBy: .days(-3))
        let rest = machine.engine.state.pendingEdits[0].time
        #expect(rest.deadline.elapsed - machine.elapsed <= .minutes(1200))
    }

    @Test("What waited long enough while the machine was off is in force when it is on again")
    func overWhileOff() throws {
        var machine = try Machine(
            at: Self.evening, zone: "UTC", rules: waitingNights(), isSynchronised: true)
        machine.edit(try waitingNothing())
        machine.reboot(away: .hours(27))
        #expect(machine.pending.isEmpty && !machine.isBlocked("shopping"))
        #expect(machine.editFacts() == ["waits", "over", "weakened"])
    }

    @Test("Files that were edited while the daemon was away are an edit like any other")
    func editedWhileAway() throws {
        var machine = try Machine(at: Self.evening, zone: "UTC", rules: waitingNights())
        machine.rules = try waitingNothing()
        machine.restart(after: .hours(3))
        #expect(machine.pending == ["quiet_hours.nights in 1440m"])
        #expect(machine.isBlocked("shopping"))
        machine.rules = try waitingNights()
        machine.restart(after: .minutes(20))
        #expect(machine.pending.isEmpty && machine.isBlocked("shopping"))
    }

    @Test("A stricter edit is taken back across a restart while it is young")
    func takenBack() throws {
        let limit = RuleSet.revocability
        for (away, isBlocked) in [(limit - .seconds(1), false), (limit, true)] {
            var machine = try Machine(
                at: "2026-11-18T12:00:00Z", zone: "UTC", rules: waitingNights())
            machine.edit(try waitingNights(["daily 22:30-21:30"]))
            machine.rules = try waitingNights()
            machine.restart(after: away)
            #expect(machine.isBlocked("shopping") == isBlocked)
        }
    }

    @Test("A ninth edit that was made while the daemon was away is refused at the start")
    func ninth() throws {
        let all = try (0...8).map { try schedule("s\($0)", ["daily 1\($0):00-1\($0):30"]) }
        var machine = try Machine(at: "2026-11-18T08:00:00Z", zone: "UTC", rules: waiting(all))
        for count in 1...8 {
            machine.advance(.minutes(20))
            machine.edit(try waiting(Array(all.dropFirst(count))))
        }
        machine.rules = try waiting([])
        machine.restart(after: .minutes(1))
        #expect(machine.engine.refusedEdit != nil)
        #expect(machine.pending.count == 8)
        #expect(machine.engine.rules.quietHours.count == 9)
        #expect(machine.engine.written.quietHours.map(\.key) == ["s8"])
    }

    @Test("What can no longer be read is told as a weakening; the rest waits on")
    func unreadable() throws {
        let nights = try waitingNights()
        var machine = try Machine(at: Self.evening, zone: "UTC", rules: nights)
        machine.edit(try waitingNothing())
        machine.forget(nights)
        machine.restart(after: .minutes(1))
        #expect(machine.pending.isEmpty)
        #expect(machine.editFacts() == ["waits", "unreadable", "weakened"])
        machine.edit(nights)
        #expect(machine.engine.rules.quietHours.count == 1)
    }

    @Test("A switch that waits is switched off after a restart, at its time")
    func switches() throws {
        var machine = try Machine(at: Self.evening, zone: "UTC", rules: waitingNights())
        machine.send(.switch(.schedule("nights"), isOn: false))
        machine.restart(after: .hours(5))
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T20:00:00Z")
        #expect(machine.engine.state.switches[.schedule("nights")]?.isOn == false)
    }

    @Test("The state of the engine is the fold of what it recorded, and survives its coding")
    func folded() throws {
        var machine = try Machine(at: Self.evening, zone: "UTC", rules: waitingNights())
        machine.edit(try waitingNothing())
        machine.advance(.hours(1))
        machine.edit(try waitingNights(["daily 22:00-07:00"]))
        machine.send(.switch(.schedule("nights"), isOn: false))
        machine.advance(.minutes(5))
        machine.edit(try waitingNothing(note: "again"))
        #expect(machine.folded.edits == machine.engine.state.edits)
        #expect(machine.folded == machine.engine.state)
        #expect(try decoded(machine.folded) == machine.folded)
    }
}
