import Engine
import RuleModel
import Testing

@Suite("Switching off waits")
struct WaitingSwitches {
    private func machine(_ at: String = "2026-11-18T12:00:00Z") throws -> Machine {
        try Machine(
            at: at, zone: "UTC",
            rules: waiting(
                [try schedule("nights", ["daily 22:30-06:30"])], auto: [try auto()]))
    }

    @Test(
        "A schedule, an auto-protection and monitoring are switched off when the delay is over",
        arguments: [
            (Switch.Subject.schedule("nights"), "quiet_hours.nights"),
            (.autoProtection("high_risk"), "auto_protection.high_risk"),
            (.target("shopping"), "targets.shopping"),
        ])
    func waits(subject: Switch.Subject, path: String) throws {
        var machine = try machine()
        guard
            case .replied(.waiting(let edit, let until)) = machine.send(
                .switch(subject, isOn: false)
            ).first
        else {
            Issue.record("does not wait")
            return
        }
        #expect(edit.entries == [path] && edit.change?.subject == subject)
        #expect(text(until, in: .utc) == "2026-11-19T12:00:00Z")
        #expect(machine.engine.state.switches.isEmpty)
        try machine.advance(to: "2026-11-18T22:30:00Z")
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T12:00:00Z")
        #expect(machine.engine.state.switches[subject]?.isOn == false)
        #expect(machine.pending.isEmpty)
        #expect(machine.engine.state.incidents.contains { $0.kind == .switchedOff })
    }

    @Test("What holds after the delay is explained without what waits, and its end is foreseen")
    func foreseen() throws {
        var machine = try machine()
        machine.send(.switch(.schedule("nights"), isOn: false))
        func holds(_ text: String) throws -> Bool {
            let instant = try at(text)
            return machine.engine.projected(to: instant).explain("shopping", at: instant)
                .contains(where: \.isInForce)
        }
        #expect(try holds("2026-11-18T23:00:00Z"))
        #expect(try !holds("2026-11-19T23:00:00Z"))
        machine.edit(try waiting([], auto: [try auto()]))
        #expect(try holds("2026-11-18T23:00:00Z"))
        #expect(try !holds("2026-11-19T23:00:00Z"))
        try machine.advance(to: "2026-11-19T06:30:00Z")
        let next = try #require(machine.engine.nextChange)
        #expect(text(next, in: .utc) == "2026-11-19T12:00:00Z")
        try machine.advance(to: "2026-11-19T22:30:00Z")
        #expect(!machine.isBlocked("shopping"))
    }

    @Test("Asking again says the same; switching on cancels it")
    func cancelled() throws {
        var machine = try machine()
        let subject = Switch.Subject.schedule("nights")
        machine.send(.switch(subject, isOn: false))
        machine.advance(.hours(1))
        guard
            case .replied(.waiting(_, let until)) = machine.send(
                .switch(subject, isOn: false)
            ).first
        else {
            Issue.record("does not wait")
            return
        }
        #expect(text(until, in: .utc) == "2026-11-19T12:00:00Z")
        #expect(machine.pending.count == 1)
        #expect(machine.send(.switch(subject, isOn: true)) == [.changed])
        #expect(machine.pending.isEmpty && machine.editFacts() == ["waits", "restored"])
        // That was no switching on: switching off waits again.
        machine.send(.switch(subject, isOn: false))
        #expect(machine.pending == ["quiet_hours.nights in 1440m"])
    }

    @Test("What was switched on a moment ago is switched off at once")
    func young() throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"], isEnabled: false)
        let subject = Switch.Subject.schedule("nights")
        let limit = RuleSet.revocability
        for (later, expected) in [(limit - .seconds(1), 0), (limit, 1)] {
            var machine = try Machine(
                at: "2026-11-18T12:00:00Z", zone: "UTC", rules: waiting([nights]))
            machine.send(.switch(subject, isOn: true))
            machine.advance(later)
            machine.send(.switch(subject, isOn: false))
            #expect(machine.pending.count == expected)
            #expect(machine.engine.state.switches[subject]?.isOn == (expected == 1))
        }
    }

    @Test("An edit of its entry forgets the switch that waits")
    func superseded() throws {
        var machine = try machine()
        machine.send(.switch(.schedule("nights"), isOn: false))
        machine.edit(
            try waiting(
                [try schedule("nights", ["daily 22:00-06:30"])], auto: [try auto()]))
        #expect(machine.pending.isEmpty)
        #expect(machine.editFacts() == ["waits", "kept", "superseded"])
    }

    @Test("What is strict is not switched off while it holds, though the delay is over")
    func strict() throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"], isStrict: true)
        var machine = try Machine(
            at: "2026-11-18T22:20:00Z", zone: "UTC", rules: waiting([nights], .hours(25)))
        machine.send(.switch(.schedule("nights"), isOn: false))
        // The delay is over at 23:20, in the middle of the next night.
        try machine.advance(to: "2026-11-20T06:29:00Z")
        #expect(machine.isBlocked("shopping") && machine.pending.count == 1)
        try machine.advance(to: "2026-11-20T06:31:00Z")
        #expect(machine.pending.isEmpty)
        #expect(machine.engine.state.switches[.schedule("nights")]?.isOn == false)
        try machine.advance(to: "2026-11-20T23:00:00Z")
        #expect(!machine.isBlocked("shopping"))
    }

    @Test("While strict holds, switching off is refused as ever")
    func refused() throws {
        var machine = try Machine(
            at: "2026-11-18T23:00:00Z", zone: "UTC",
            rules: waiting([try schedule("nights", ["daily 22:30-06:30"], isStrict: true)]))
        guard
            case .refused(.strict) = machine.send(.switch(.schedule("nights"), isOn: false)).first
        else {
            Issue.record("not refused")
            return
        }
        #expect(machine.pending.isEmpty)
    }

    @Test("A schedule that was switched on and whose entry is edited holds on as it was")
    func switchedOnThenEdited() throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"], isEnabled: false)
        var machine = try Machine(
            at: "2026-11-18T12:00:00Z", zone: "UTC", rules: waiting([nights]))
        machine.send(.switch(.schedule("nights"), isOn: true))
        machine.advance(.hours(1))
        machine.edit(
            try waiting([try schedule("nights", ["daily 22:00-06:30"], isEnabled: false)]))
        #expect(machine.pending == ["quiet_hours.nights in 1440m"])
        try machine.advance(to: "2026-11-18T22:30:00Z")
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T23:00:00Z")
        #expect(!machine.isBlocked("shopping"))
    }
}
