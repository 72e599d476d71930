import Engine
import RuleModel
import Testing

/// An auto-protection is switched off by its owner like a schedule: a stored fact, on disk first,
/// refused while it is strict and runs, cleared by an edit of its key.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct SwitchedOff {
    private let subject = Switch.Subject.autoProtection("high_risk")

    private func rule(
        isEnabled: Bool = true, isStrict: Bool = false, for length: TimeSpan = .hours(2)
    ) throws -> AutoProtection {
        try auto(when: "local.hour >= 15", for: length, isEnabled: isEnabled, isStrict: isStrict)
    }

    /// At 15:01, with a rule that would fire at 15:05.
    private func machine(_ rule: AutoProtection) throws -> Machine {
        var machine = try Machine(
            at: "2026-11-18T15:00:00+01:00", rules: rules([], auto: [rule]))
        machine.advance(.minutes(1))
        return machine
    }

    @Test func offAndOnAgain() throws {
        var machine = try machine(rule())
        #expect(machine.send(.switch(subject, isOn: false)) == [.changed])
        #expect(machine.send(.switch(subject, isOn: false)) == [.unchanged])
        machine.advance(.hours(1))
        #expect(machine.autoProtections.isEmpty)
        machine.restart(after: .minutes(1))
        machine.reboot()
        machine.advance(.hours(1))
        #expect(machine.autoProtections.isEmpty)
        #expect(machine.send(.switch(subject, isOn: true)) == [.changed])
        #expect(machine.autoProtections.isEmpty)
        machine.advance(.minutes(5))
        #expect(machine.autoProtections.count == 1)
    }

    @Test func isAFactOnDiskFirst() throws {
        let rule = try rule()
        var machine = try machine(rule)
        machine.store = .waits
        #expect(machine.send(.switch(subject, isOn: false)) == [])
        #expect(machine.engine.isEnabled(rule))
        #expect(
            machine.waiting.map(\.fact) == [
                .switched(
                    Switch(subject: subject, isOn: false, fingerprint: rule.fingerprint))
            ])
        #expect(machine.commitWaiting(of: SwitchEntry.self) == [.changed])
        #expect(!machine.engine.isEnabled(rule))
    }

    @Test func refusedByTheStore() throws {
        var machine = try machine(rule())
        machine.store = .refuses
        #expect(!machine.send(.switch(subject, isOn: false)).contains(.changed))
        #expect(machine.history.last?.fact == .storeFailed(refused: .switched))
        guard case .storeUnavailable = machine.send(.switch(subject, isOn: false)).first else {
            Issue.record("switched off with a failing store")
            return
        }
        machine.advance(.minutes(5))
        #expect(machine.autoProtections.count == 1)
    }

    @Test func strictAndRunning() throws {
        var machine = try machine(rule(isStrict: true))
        machine.advance(.minutes(4))
        #expect(machine.autoProtections.count == 1)
        let until = try at("2026-11-18T17:05:00+01:00")
        #expect(machine.refusal(.switch(subject, isOn: false)) == .strict(until: until))
        machine.advance(.hours(2) - instantly)
        #expect(machine.refusal(.switch(subject, isOn: false)) == .strict(until: until))
        machine.advance(instantly)
        #expect(machine.send(.switch(subject, isOn: false)) == [.changed])
        machine.advance(.hours(3))
        #expect(machine.autoProtections.count == 1)
    }

    /// Strict but not running, or running but not strict: it may be switched off.
    @Test func strictAndNotRunning() throws {
        var machine = try machine(rule(isStrict: true))
        #expect(machine.send(.switch(subject, isOn: false)) == [.changed])
    }

    /// A window that runs goes on to its end: a switch is about what begins.
    @Test func runningAndNotStrict() throws {
        var machine = try machine(rule())
        machine.advance(.minutes(4))
        #expect(machine.send(.switch(subject, isOn: false)) == [.changed])
        machine.advance(.hours(2) - instantly)
        #expect(machine.isBlocked("shopping"))
        #expect(machine.engine.runs(of: "high_risk").count == 1)
        machine.advance(instantly)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(.hours(4))
        #expect(machine.autoProtections.count == 1)
        #expect(!machine.isBlocked("shopping"))
    }

    @Test func clearedByAnEditOfItsKey() throws {
        var machine = try machine(rule())
        machine.send(.switch(subject, isOn: false))
        let other = try auto("other", when: "false")
        machine.edit(try rules([], auto: [rule(), other]))
        #expect(!machine.kinds().contains("switchCleared"))
        machine.advance(.minutes(10))
        #expect(machine.autoProtections.isEmpty)
        machine.edit(try rules([], auto: [rule(for: .hours(1)), other]))
        #expect(machine.history.contains { $0.fact == .switchCleared(subject) })
        machine.advance(.minutes(5))
        #expect(machine.autoProtections.map(\.protection.length) == [.hours(1)])
    }

    @Test func clearedByItsRemoval() throws {
        var machine = try machine(rule())
        machine.send(.switch(subject, isOn: false))
        machine.edit(try rules([]))
        #expect(machine.engine.state.switches.isEmpty)
        machine.edit(try rules([], auto: [rule()]))
        machine.advance(.minutes(5))
        #expect(machine.autoProtections.count == 1)
    }

    @Test func onAgainstTheFile() throws {
        var machine = try machine(rule(isEnabled: false))
        machine.advance(.minutes(10))
        #expect(machine.autoProtections.isEmpty)
        #expect(machine.send(.switch(subject, isOn: true)) == [.changed])
        machine.advance(.minutes(5))
        #expect(machine.autoProtections.count == 1)
    }

    @Test func unknownRule() throws {
        var machine = try machine(rule())
        let other = Switch.Subject.autoProtection("low_risk")
        #expect(machine.refusal(.switch(other, isOn: false)) == .noSuchEntry)
        #expect(machine.refusal(.switch(.schedule("high_risk"), isOn: false)) == .noSuchEntry)
    }
}
