import Engine
import RuleModel
import Testing

/// An older record is put in the place of the present one while no daemon runs.
@Suite("An older record undoes nothing of what waits")
struct RestoredRecords {
    private static let noon = "2026-11-18T12:00:00Z"
    private let source = StoreRestored(source: "b.sqlite", keptAside: "a.sqlite")

    @Test("What is compared with a restored record is not young", arguments: [false, true])
    func notYoung(isCarrying: Bool) throws {
        var machine = try Machine(at: Self.noon, zone: "UTC", rules: waitingNothing())
        let events = machine.history.count
        machine.edit(try waitingNights())
        machine.advance(.hours(3))
        machine.restore(source, events: events, away: .minutes(1), isCarrying: isCarrying)
        machine.edit(try waitingNothing())
        #expect(machine.pending == ["quiet_hours.nights in 1440m"])
        try machine.advance(to: "2026-11-18T23:00:00Z")
        #expect(machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }

    @Test("What was young in the restored record is not young now", arguments: [false, true])
    func noLongerYoung(isCarrying: Bool) throws {
        var machine = try Machine(at: Self.noon, zone: "UTC", rules: waitingNothing())
        machine.edit(try waitingNights())
        let events = machine.history.count
        machine.advance(.minutes(2))
        machine.restore(source, events: events, away: .minutes(1), isCarrying: isCarrying)
        machine.edit(try waitingNothing())
        #expect(machine.pending == ["quiet_hours.nights in 1440m"])
    }

    @Test("Rules that went together with the newer record are an edit like any other")
    func deletedWithTheRecord() throws {
        var machine = try Machine(at: Self.noon, zone: "UTC", rules: rules([]))
        let events = machine.history.count
        machine.edit(try waitingNights())
        machine.advance(.hours(3))
        machine.rules = try rules([])
        machine.restore(source, events: events, away: .minutes(1), isCarrying: true)
        #expect(machine.pending.map { $0.hasSuffix(" in 1440m") } == [true])
        try machine.advance(to: "2026-11-18T23:00:00Z")
        #expect(machine.isBlocked("shopping"))
    }

    @Test("What waits goes on waiting, for the rest of its delay", arguments: [false, true])
    func carriedOver(isOfFiles: Bool) throws {
        var machine = try Machine(at: Self.noon, zone: "UTC", rules: waitingNights())
        let events = machine.history.count
        if isOfFiles {
            machine.edit(try waitingNothing())
        } else {
            machine.send(.switch(.schedule("nights"), isOn: false))
        }
        machine.advance(.hours(3))
        machine.restore(source, events: events, away: .hours(1), isCarrying: true)
        #expect(machine.pending == ["quiet_hours.nights in 1200m"])
        try machine.advance(to: "2026-11-18T23:00:00Z")
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T12:00:00Z")
        #expect(machine.pending.isEmpty)
        try machine.advance(to: "2026-11-19T23:00:00Z")
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }

    @Test("A switch that was off then is not off now, where edits wait")
    func switches() throws {
        var machine = try Machine(at: Self.noon, zone: "UTC", rules: waitingNights())
        machine.send(.switch(.schedule("nights"), isOn: false))
        machine.advance(.days(2))
        #expect(machine.engine.state.switches.count == 1)
        let events = machine.history.count
        machine.send(.switch(.schedule("nights"), isOn: true))
        machine.advance(.hours(1))
        machine.restore(source, events: events, away: .minutes(1), isCarrying: true)
        #expect(machine.engine.state.switches[.schedule("nights")]?.isOn != false)
        #expect(machine.engine.state.switchedOn.isEmpty)
        try machine.advance(to: "2026-11-20T23:00:00Z")
        #expect(machine.isBlocked("shopping"))
    }

    @Test("A strict run that the newer record knew is held against older rules")
    func strict() throws {
        var machine = try Machine(at: "2026-11-18T23:00:00Z", zone: "UTC", rules: rules([]))
        let events = machine.history.count
        machine.edit(try everyNight(isStrict: true))
        machine.rules = try rules([])
        machine.restore(source, events: events, away: .minutes(1), isCarrying: true)
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T06:31:00Z")
        #expect(!machine.isBlocked("shopping"))
    }
}
