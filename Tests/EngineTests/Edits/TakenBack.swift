import Engine
import RuleModel
import Testing

@Suite("Edits that are cancelled or taken back")
struct TakenBack {
    @Test("Restoring the file cancels the edit, whenever; nothing is lost")
    func restored() throws {
        for later in [RuleSet.revocability - .seconds(1), .hours(23)] {
            var machine = try Machine(
                at: "2026-11-18T20:00:00Z", zone: "UTC", rules: waitingNights())
            machine.edit(try waitingNothing())
            machine.advance(later)
            machine.edit(try waitingNights())
            #expect(machine.pending.isEmpty, "after \(later)")
            machine.advance(.days(2))
            try machine.advance(to: "2026-11-21T23:00:00Z")
            #expect(machine.isBlocked("shopping"))
            #expect(!machine.editFacts().contains("weakened"))
        }
    }

    @Test("An edit that is no weaker than what waits ends its waiting, whatever its text")
    func noLongerWeaker() throws {
        var machine = try Machine(at: "2026-11-18T20:00:00Z", zone: "UTC", rules: waitingNights())
        machine.edit(try waitingNothing())
        machine.advance(.hours(3))
        machine.edit(try waitingNights(["daily 22:00-07:00"], note: "stricter than ever"))
        #expect(machine.pending.isEmpty)
        #expect(machine.isBlocked("shopping"))
    }

    @Test("What was restored and is weakened again waits afresh")
    func afresh() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00Z", zone: "UTC", rules: waitingNights())
        machine.edit(try waitingNothing())
        machine.advance(.hours(20))
        machine.edit(try waitingNights())
        machine.advance(RuleSet.revocability)
        machine.edit(try waitingNothing())
        #expect(machine.pending == ["quiet_hours.nights in 1440m"])
    }

    @Test("A stricter edit is taken back in full while it is young")
    func young() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00Z", zone: "UTC", rules: waitingNights())
        machine.edit(try waitingNights(["daily 22:30-21:30"]))
        #expect(machine.isBlocked("shopping"))
        machine.advance(RuleSet.revocability - .seconds(1))
        machine.edit(try waitingNights())
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.pending.isEmpty)
        #expect(machine.editFacts() == ["kept", "taken back"])
    }

    /// Without a delay the same edit is held as well: see `StrictHolds/waits`.
    @Test("A strict schedule that came with it and has begun runs to its end all the same")
    func strictAndBegun() throws {
        var machine = try Machine(at: "2026-11-18T22:29:00Z", zone: "UTC", rules: waitingNothing())
        let nights = ["daily 22:30-06:30"]
        machine.edit(try waiting([schedule("nights", nights, isStrict: true)]))
        machine.advance(.seconds(30))
        var early = machine
        early.edit(try waitingNothing())
        #expect(early.pending.isEmpty)
        machine.advance(.seconds(60))
        machine.edit(try waitingNothing())
        #expect(machine.isBlocked("shopping"))
        #expect(machine.editFacts() == ["kept", "taken back", "waits"])
        machine.restart(after: .minutes(1))
        try machine.advance(to: "2026-11-19T06:29:00Z")
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T06:31:00Z")
        #expect(!machine.isBlocked("shopping") && machine.pending.isEmpty)
        #expect(machine.folded == machine.engine.state)
    }

    @Test("Once it is not, it waits like any other weakening")
    func tooOld() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00Z", zone: "UTC", rules: waitingNights())
        machine.edit(try waitingNights(["daily 22:30-21:30"]))
        machine.advance(RuleSet.revocability)
        machine.edit(try waitingNights())
        #expect(machine.isBlocked("shopping"))
        #expect(machine.pending == ["quiet_hours.nights in 1440m"])
    }

    @Test("A typo is mended without a wait, by a text that never was before")
    func typo() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00Z", zone: "UTC", rules: waitingNights())
        // 16:30 was meant to be 06:45.
        machine.edit(try waitingNights(["daily 22:30-16:30"]))
        #expect(machine.isBlocked("shopping"))
        machine.advance(.minutes(1))
        machine.edit(try waitingNights(["daily 22:30-06:45"]))
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.pending.isEmpty)
        #expect(machine.engine.written.quietHours[0].ranges[0].end == 6 * 60 + 45)
    }

    @Test("Mending again and again does not make the first edit young again")
    func noYouth() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00Z", zone: "UTC", rules: waitingNights())
        machine.edit(try waitingNights(["daily 22:30-16:30"]))
        machine.advance(RuleSet.revocability - .seconds(1))
        machine.edit(try waitingNights(["daily 22:30-15:30"]))
        #expect(machine.pending.isEmpty)
        machine.advance(.seconds(1))
        machine.edit(try waitingNights())
        #expect(machine.pending == ["quiet_hours.nights in 1440m"])
    }

    @Test("A stricter edit and its reversal end no waiting before its time")
    func noLoophole() throws {
        var machine = try Machine(at: "2026-11-18T20:00:00Z", zone: "UTC", rules: waitingNights())
        machine.edit(try waitingNothing())
        machine.advance(.hours(1))
        machine.edit(try waitingNights(["daily 22:00-07:00"]))
        #expect(machine.pending.isEmpty)
        machine.advance(.minutes(1))
        machine.edit(try waitingNothing())
        // Taken back in full: what it had restored waits again, from when it was weakened.
        #expect(machine.pending == ["quiet_hours.nights in 1379m"])
        try machine.advance(to: "2026-11-19T02:00:00Z")
        #expect(machine.isBlocked("shopping"))
    }

    @Test("The stricter part of an edit is taken back, its weaker part waits on from then")
    func partly() throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"])
        let noon = try schedule("noon", ["daily 12:00-13:00"])
        var machine = try Machine(
            at: "2026-11-18T11:00:00Z", zone: "UTC", rules: waiting([nights]))
        machine.edit(try waiting([noon]))
        machine.advance(.minutes(1))
        machine.edit(try waiting([]))
        #expect(machine.pending == ["quiet_hours.nights in 1440m"])
        try machine.advance(to: "2026-11-18T12:30:00Z")
        #expect(!machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-18T22:30:00Z")
        #expect(machine.isBlocked("shopping"))
    }

    @Test("A stricter edit a little later does not put off what waits")
    func notPutOff() throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"])
        let noon = try schedule("noon", ["daily 12:00-13:00"])
        var machine = try Machine(
            at: "2026-11-18T08:00:00Z", zone: "UTC", rules: waiting([nights]))
        machine.edit(try waiting([]))
        machine.advance(.minutes(1))
        machine.edit(try waiting([noon]))
        #expect(machine.pending == ["quiet_hours.nights in 1439m"])
    }

    @Test("Two young edits are taken back together")
    func together() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00Z", zone: "UTC", rules: waitingNights())
        machine.edit(try waitingNights(["daily 22:30-09:30"]))
        machine.advance(.seconds(1))
        machine.edit(try waitingNights(["daily 22:30-16:30"]))
        machine.advance(RuleSet.revocability - .seconds(2))
        machine.edit(try waitingNights())
        #expect(machine.pending.isEmpty)
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.engine.state.edits.isEmpty)
    }

    @Test("Saving every second keeps no more than a few texts")
    func saving() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00Z", zone: "UTC", rules: waitingNights())
        for count in 0..<100 {
            machine.edit(try waitingNights(note: "\(count)"))
            machine.advance(.seconds(1))
            #expect(machine.engine.state.edits.count <= 2 * RuleEdit.most + 1)
        }
        #expect(machine.pending.isEmpty)
    }

    @Test("Switches that an edit cleared are as they were once it is taken back")
    func switches() throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"], isEnabled: false)
        var machine = try Machine(
            at: "2026-11-18T12:00:00Z", zone: "UTC", rules: waiting([nights]))
        machine.send(.switch(.schedule("nights"), isOn: true))
        let typo = try schedule("nights", ["daily 22:30-16:30"], isEnabled: false)
        machine.edit(try waiting([typo]))
        #expect(machine.engine.state.switches.isEmpty)
        machine.advance(.minutes(1))
        machine.edit(try waiting([nights]))
        #expect(machine.engine.state.switches[.schedule("nights")]?.isOn == true)
        try machine.advance(to: "2026-11-18T23:00:00Z")
        #expect(machine.isBlocked("shopping"))
    }
}
