import Engine
import RuleModel
import Testing

/// Switch-offs that are on their way to the disk while the rules are edited: whatever arrives
/// when, the fold of the record is the state.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct SwitchesUnderWay {
    private let nights = Switch.Subject.schedule("nights")

    private func night(until end: String = "06:30") throws -> RuleSet {
        try rules([schedule("nights", ["daily 22:30-\(end)"])])
    }

    /// Switched off at 23:00, and once more after the entry was edited; neither is on disk.
    private func twice() throws -> Machine {
        var machine = try atNight(night())
        machine.store = .waits
        machine.send(.switch(nights, isOn: false))
        machine.edit(try night(until: "06:31"))
        machine.send(.switch(nights, isOn: false))
        #expect(machine.waiting.map(\.fact.kind) == [.switched, .switched])
        #expect(machine.isBlocked("shopping"))
        return machine
    }

    @Test func bothAreWritten() throws {
        var machine = try twice()
        #expect(machine.commitWaiting(of: SwitchEntry.self) == [.changed, .changed])
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.engine.state.switches[nights]?.isOn == false)
        #expect(machine.folded == machine.engine.state)
        machine.restart(after: .minutes(1))
        #expect(!machine.isBlocked("shopping"))
    }

    /// Only the one that was of the old entry is written.
    @Test func theSecondIsRefused() throws {
        var machine = try twice()
        #expect(machine.commitWaiting(1, of: SwitchEntry.self) == [.changed])
        machine.refuseWaiting()
        #expect(machine.isBlocked("shopping"))
        #expect(machine.engine.state.switches.isEmpty)
        #expect(machine.folded == machine.engine.state)
    }

    @Test func theFirstIsRefused() throws {
        var machine = try twice()
        machine.refuseWaiting(1)
        #expect(machine.isBlocked("shopping"))
        #expect(machine.commitWaiting(of: SwitchEntry.self) == [.changed])
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }

    /// Edited once more before they arrive, and back to what the first one was of.
    @Test(arguments: ["06:30", "06:32"])
    func editedAgain(end: String) throws {
        var machine = try twice()
        machine.edit(try night(until: end))
        _ = machine.commitWaiting()
        #expect(machine.isBlocked("shopping"))
        #expect(machine.engine.state.switches.isEmpty)
        #expect(machine.folded == machine.engine.state)
    }

    /// Edited between the arrival of the first and that of the second.
    @Test(arguments: ["06:30", "06:32"])
    func editedInBetween(end: String) throws {
        var machine = try twice()
        _ = machine.commitWaiting(1)
        machine.edit(try night(until: end))
        _ = machine.commitWaiting()
        #expect(machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }

    /// The same of the same entry twice, and of a target beside its schedule.
    @Test(arguments: [Switch.Subject.schedule("nights"), .target("shopping")])
    func sameTwice(second: Switch.Subject) throws {
        var machine = try atNight(night())
        machine.store = .waits
        machine.send(.switch(nights, isOn: false))
        machine.send(.switch(second, isOn: false))
        machine.edit(try night(until: "06:31"))
        _ = machine.commitWaiting()
        #expect(machine.folded == machine.engine.state)
        #expect(machine.engine.state.switches[nights] == nil)
        #expect(machine.isBlocked("shopping") == (second == nights))
    }

    /// Switched on again after two switch-offs of which only the first is on disk: the second comes
    /// too late.
    @Test func onInBetween() throws {
        var machine = try atNight(night())
        machine.store = .waits
        machine.send(.switch(nights, isOn: false))
        machine.send(.switch(nights, isOn: false))
        _ = machine.commitWaiting(1)
        #expect(machine.send(.switch(nights, isOn: true)) == [.changed])
        #expect(machine.isBlocked("shopping"))
        _ = machine.commitWaiting()
        #expect(machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }

    /// The daemon dies once both are on disk.
    @Test func diesMeanwhile() throws {
        var machine = try twice()
        machine.dieCommitted()
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }
}
