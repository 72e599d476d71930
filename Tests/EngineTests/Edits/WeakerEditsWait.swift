import RuleModel
import Testing

@Suite("Weaker edits wait")
struct WeakerEditsWait {
    @Test("A weaker edit holds the old nights until its delay is over, to the minute")
    func waits() throws {
        var machine = try Machine(at: "2026-11-18T20:00:00Z", zone: "UTC", rules: waitingNights())
        machine.edit(try waitingNights(["daily 23:30-06:30"]))
        #expect(machine.pending == ["quiet_hours.nights in 1440m"])
        #expect(machine.editFacts() == ["waits"])
        try machine.advance(to: "2026-11-18T22:30:00Z")
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T20:00:00Z")
        #expect(machine.pending.isEmpty)
        #expect(machine.editFacts() == ["waits", "over", "weakened"])
        try machine.advance(to: "2026-11-19T23:29:00Z")
        #expect(!machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T23:30:00Z")
        #expect(machine.isBlocked("shopping"))
    }

    @Test("In the middle of the night what waited opens the moment its delay is over")
    func opensAtTheMoment() throws {
        var machine = try Machine(at: "2026-11-18T23:00:30Z", zone: "UTC", rules: waitingNights())
        machine.edit(try waitingNothing())
        #expect(machine.isBlocked("shopping"))
        machine.hasTicks = false
        try machine.advance(to: "2026-11-19T23:00:29.900Z")
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T23:00:30Z")
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.told.last?.decision.cause == .rules)
    }

    @Test("A stricter edit acts at once, and nothing waits")
    func stricter() throws {
        var machine = try Machine(at: "2026-11-18T21:00:00Z", zone: "UTC", rules: waitingNights())
        machine.edit(try waitingNights(["daily 20:00-08:00"]))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.pending.isEmpty)
    }

    @Test("Of an edit that is both, the stricter part acts and the weaker one waits")
    func both() throws {
        var machine = try Machine(
            at: "2026-11-18T21:00:00Z", zone: "UTC",
            rules: waitingNights(["daily 22:30-06:30"]))
        machine.edit(try waitingNights(["daily 20:00-05:00"]))
        #expect(machine.isBlocked("shopping"))
        // In the morning the old nights hold on.
        try machine.advance(to: "2026-11-19T06:29:00Z")
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T06:30:00Z")
        #expect(!machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-20T05:00:00Z")
        #expect(!machine.isBlocked("shopping"))
    }

    @Test("Without a delay an edit is in force at once, as ever")
    func noDelay() throws {
        var machine = try Machine(
            at: "2026-11-18T23:00:00Z", zone: "UTC", rules: waitingNights(delay: .zero))
        machine.send(.rules(try waitingNothing(.zero), weakened: ["quiet_hours.nights"]))
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.editFacts() == ["weakened"])
        #expect(machine.engine.state.edits.isEmpty)
    }

    @Test("The delay that counts is the longer of the one in force and the new one")
    func longer() throws {
        for (old, new, expected) in [(2, 1, 2880), (1, 3, 4320), (0, 1, 1440), (1, 0, 1440)] {
            var machine = try Machine(
                at: "2026-11-18T12:00:00Z", zone: "UTC",
                rules: waitingNights(delay: .days(Int64(old))))
            machine.edit(try waitingNothing(.days(Int64(new))))
            #expect(
                machine.engine.state.pendingEdits.first?.entries.contains(
                    "quiet_hours.nights") == true)
            #expect(
                machine.engine.state.pendingEdits.map(\.time.length)
                    == [.minutes(Int64(expected))])
        }
    }

    @Test("Lowering the delay is a weakening that waits itself")
    func lowering() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00Z", zone: "UTC", rules: waitingNights())
        machine.edit(try waitingNights(delay: .zero))
        #expect(machine.pending == ["edits.weakening_waits in 1440m"])
        #expect(machine.engine.rules.weakeningWaits == .days(1))
        // An hour before it is over the old delay counts still.
        try machine.advance(to: "2026-11-19T11:00:00Z")
        machine.edit(try waitingNothing(.zero))
        #expect(machine.pending.count == 2)
        try machine.advance(to: "2026-11-19T23:00:00Z")
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-20T11:00:00Z")
        #expect(machine.pending.isEmpty)
        #expect(machine.engine.rules.weakeningWaits == .zero)
    }

    @Test("Raising the delay is stricter: it counts at once")
    func raising() throws {
        var machine = try Machine(
            at: "2026-11-18T12:00:00Z", zone: "UTC", rules: waitingNights(delay: .zero))
        machine.edit(try waitingNights(delay: .days(7)))
        #expect(machine.pending.isEmpty)
        #expect(machine.engine.rules.weakeningWaits == .days(7))
    }

    @Test("Several edits wait each for themselves")
    func several() throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"])
        let noon = try schedule("noon", ["daily 12:00-13:00"])
        var machine = try Machine(
            at: "2026-11-18T08:00:00Z", zone: "UTC", rules: waiting([nights, noon]))
        machine.edit(try waiting([nights]))
        machine.advance(.hours(1))
        machine.edit(try waiting([]))
        #expect(
            machine.pending
                == ["quiet_hours.noon in 1380m", "quiet_hours.nights in 1440m"])
        try machine.advance(to: "2026-11-19T08:00:00Z")
        #expect(machine.pending == ["quiet_hours.nights in 60m"])
        #expect(machine.engine.rules.quietHours.map(\.key) == ["nights"])
        try machine.advance(to: "2026-11-19T09:00:00Z")
        #expect(machine.engine.rules.quietHours.isEmpty)
    }

    @Test("Eight edits wait; a ninth is refused, and what is in force stays")
    func ninth() throws {
        let all = try (0...8).map { try schedule("s\($0)", ["daily 1\($0):00-1\($0):30"]) }
        var machine = try Machine(at: "2026-11-18T08:00:00Z", zone: "UTC", rules: waiting(all))
        for count in 1...8 {
            machine.advance(.minutes(20))
            #expect(machine.edit(try waiting(Array(all.dropFirst(count)))) == [.changed])
        }
        #expect(machine.pending.count == 8)
        let before = machine.history.count
        let answers = machine.edit(try waiting([]))
        guard case .refused(.tooManyEdits(let until)) = answers.first else {
            Issue.record("not refused: \(answers)")
            return
        }
        #expect(text(until, in: .utc) == "2026-11-19T08:20:00Z")
        #expect(machine.history.count == before)
        #expect(machine.engine.refusedEdit != nil)
        #expect(machine.engine.rules.quietHours.count == 9)
        #expect(machine.engine.written.quietHours.count == 1)
        // A stricter edit is let in all the same.
        #expect(machine.edit(try waiting(Array(all.dropFirst(7)))) == [.changed])
        machine.edit(try waiting(Array(all.dropFirst(8))))
        // Once one has waited long enough there is room.
        try machine.advance(to: "2026-11-19T08:20:00Z")
        #expect(machine.edit(try waiting([])) == [.changed])
        #expect(machine.engine.written.quietHours.isEmpty)
    }

    @Test("Eight edits wait, however many that need not wait came before them")
    func savedBefore() throws {
        let all = try (0...8).map { try schedule("s\($0)", ["daily 1\($0):00-1\($0):30"]) }
        var machine = try Machine(at: "2026-11-18T08:00:00Z", zone: "UTC", rules: waiting(all))
        for count in 1...10 { machine.edit(try waiting(all, note: "\(count)")) }
        for count in 1...8 {
            #expect(!machine.engine.isFullOfEdits)
            machine.edit(try waiting(Array(all.dropFirst(count))))
        }
        #expect(machine.engine.isFullOfEdits)
    }

    @Test("Nothing that cannot be recorded weakens anything")
    func failingStore() throws {
        var machine = try Machine(at: "2026-11-18T23:00:00Z", zone: "UTC", rules: waitingNights())
        machine.edit(try waitingNothing())
        try machine.advance(to: "2026-11-19T22:40:00Z")
        machine.send(.storeFailing(true))
        try machine.advance(to: "2026-11-20T01:00:00Z")
        #expect(machine.isBlocked("shopping"))
        machine.send(.storeFailing(false))
        #expect(!machine.isBlocked("shopping"))
    }

    @Test("A clock that is set neither shortens nor lengthens the delay")
    func clock() throws {
        for change: TimeSpan in [.days(2), .days(-2)] {
            var machine = try Machine(
                at: "2026-11-18T20:00:00Z", zone: "UTC", rules: waitingNights())
            machine.edit(try waitingNothing())
            machine.setClock(by: change)
            machine.isSynchronised = true
            machine.setClock(by: .zero)
            machine.advance(.hours(24) - .seconds(1))
            #expect(machine.pending.count == 1)
            machine.advance(.seconds(1))
            #expect(machine.pending.isEmpty)
        }
    }
}

/// `waitingNights` of the standard ranges.
private func waitingNights(delay: TimeSpan) throws -> RuleSet {
    try waitingNights(["daily 22:30-06:30"], delay)
}
