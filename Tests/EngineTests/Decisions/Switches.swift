import Engine
import RuleModel
import Testing

/// Schedules and targets switched off and on: a weakening is on disk first, and refused while
/// strict or while the store fails.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Switches {
    private let nights = Switch.Subject.schedule("nights")
    private let shopping = Switch.Subject.target("shopping")

    /// 23:00 in a night.
    private func night(isStrict: Bool = false) throws -> Machine {
        let rules = try rules([schedule("nights", ["daily 22:30-06:30"], isStrict: isStrict)])
        var machine = try Machine(at: "2026-11-20T22:00:00+01:00", rules: rules)
        machine.advance(.hours(1))
        return machine
    }

    @Test func offEndsTheBlockOnceItIsOnDisk() throws {
        var machine = try night()
        machine.store = .waits
        let before = machine.engine.state
        #expect(machine.send(.switch(nights, isOn: false)) == [])
        #expect(machine.engine.state == before)
        #expect(machine.isBlocked("shopping"))
        #expect(machine.waiting.map(\.fact.kind) == [.switched])
        machine.advance(.minutes(5))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.commitWaiting(of: SwitchEntry.self) == [.changed])
        #expect(
            try machine.decisions(since: 1) == ["2026-11-20T23:05:00+01:00 unblock shopping"])
        #expect(machine.told.last?.decision.cause == .switch)
        machine.advance(.days(3))
        #expect(machine.told.count == 2)
    }

    @Test func onBlocksAtOnce() throws {
        var machine = try night()
        machine.send(.switch(nights, isOn: false))
        machine.advance(.minutes(30))
        #expect(machine.send(.switch(nights, isOn: true)) == [.changed])
        #expect(
            try machine.decisions(since: 1) == [
                "2026-11-20T23:00:00+01:00 unblock shopping",
                "2026-11-20T23:30:00+01:00 block shopping until 2026-11-21T06:30:00+01:00",
            ])
        #expect(machine.kinds().count { $0 == "quietHoursBegan" } == 2)
        machine.advance(.hours(12))
        #expect(
            try machine.decisions().last == "2026-11-21T06:30:00+01:00 unblock shopping")
    }

    @Test func refusedByTheStore() throws {
        var machine = try night()
        machine.store = .refuses
        // Whoever asked is answered by the shell, which knows the store's own error.
        #expect(!machine.send(.switch(nights, isOn: false)).contains(.changed))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.told.count == 1)
        #expect(machine.history.last?.fact == .storeFailed(refused: .switched))
        // Until a commit succeeds nothing is weakened, and no disk is asked.
        machine.store = .keeps
        let answers = machine.send(.switch(nights, isOn: false))
        guard case .storeUnavailable = answers.first else {
            Issue.record("not refused: \(answers)")
            return
        }
        machine.send(.storeFailing(false))
        #expect(machine.send(.switch(nights, isOn: false)) == [.changed])
        #expect(!machine.isBlocked("shopping"))
    }

    @Test func failingStoreStillProtects() throws {
        var machine = try Machine(at: "2026-11-20T15:00:00+01:00", rules: everyNight())
        machine.send(.storeFailing(true))
        machine.send(.startProtection(target: nil, length: .hours(1), name: ""))
        #expect(machine.isBlocked("shopping"))
        machine.advance(.hours(8))
        #expect(machine.end() == "2026-11-21T06:30:00+01:00")
        guard case .storeUnavailable = machine.send(.switch(shopping, isOn: false)).first
        else {
            Issue.record("monitoring was switched off with a failing store")
            return
        }
        #expect(machine.isBlocked("shopping"))
    }

    /// Switching on strengthens: it needs no store.
    @Test func failingStoreStillSwitchesOn() throws {
        var machine = try night()
        machine.send(.switch(nights, isOn: false))
        machine.send(.storeFailing(true))
        #expect(machine.send(.switch(nights, isOn: true)) == [.changed])
        #expect(machine.isBlocked("shopping"))
    }

    @Test func strictIsRefusedWhileItHolds() throws {
        var machine = try night(isStrict: true)
        let end = try at("2026-11-21T06:30:00+01:00")
        #expect(
            machine.send(.switch(nights, isOn: false)) == [.refused(.strict(until: end))])
        #expect(
            machine.send(.switch(shopping, isOn: false)) == [.refused(.strict(until: end))])
        #expect(machine.isBlocked("shopping"))
        machine.advance(.hours(8))
        #expect(machine.send(.switch(nights, isOn: false)) == [.changed])
        machine.advance(.hours(24))
        #expect(machine.told.count == 2)
    }

    /// Strictness is of the rule: another schedule on the same target may be switched off.
    @Test func strictIsTheRuleNotTheTarget() throws {
        let rules = try rules([
            schedule("hard", ["daily 22:30-06:30"], isStrict: true),
            schedule("soft", ["daily 22:00-08:00"]),
        ])
        var machine = try Machine(at: "2026-11-20T23:00:00+01:00", rules: rules)
        #expect(machine.end() == "2026-11-21T08:00:00+01:00")
        #expect(machine.send(.switch(.schedule("soft"), isOn: false)) == [.changed])
        #expect(machine.end() == "2026-11-21T06:30:00+01:00")
        #expect(machine.told.last?.decision.verdict == .update)
    }

    @Test func unknownAndUnchanged() throws {
        var machine = try night()
        let events = machine.history.count
        #expect(
            machine.send(.switch(.schedule("x"), isOn: false)) == [.refused(.noSuchEntry)])
        #expect(
            machine.send(.switch(.target("x"), isOn: true)) == [.refused(.noSuchEntry)])
        #expect(machine.send(.switch(nights, isOn: true)) == [.unchanged])
        #expect(machine.send(.switch(shopping, isOn: true)) == [.unchanged])
        #expect(machine.history.count == events)
    }

    /// A target that is not monitored is neither blocked nor protected.
    @Test func monitoringOff() throws {
        var machine = try night()
        #expect(machine.send(.switch(shopping, isOn: false)) == [.changed])
        #expect(
            try machine.decisions(since: 1) == ["2026-11-20T23:00:00+01:00 unblock shopping"])
        #expect(
            machine.send(.startProtection(target: "shopping", length: .hours(1), name: ""))
                == [.refused(.notMonitored("shopping"))])
        machine.advance(.hours(24))
        #expect(machine.told.count == 2)
        #expect(machine.send(.switch(shopping, isOn: true)) == [.changed])
        #expect(
            try machine.decisions(since: 2) == [
                "2026-11-21T23:00:00+01:00 block shopping until 2026-11-22T06:30:00+01:00"
            ])
    }

    /// A switch is stored: it holds over a restart and a reboot.
    @Test func switchIsKept() throws {
        var machine = try night()
        machine.send(.switch(nights, isOn: false))
        machine.restart(after: .minutes(5))
        machine.reboot()
        #expect(!machine.isBlocked("shopping"))
        machine.advance(.days(2))
        #expect(machine.told.count == 2)
    }

    /// A later edit of that key clears it; an edit of another does not.
    @Test func editClearsTheSwitch() throws {
        var machine = try night()
        machine.send(.switch(nights, isOn: false))
        machine.edit(
            try rules([
                schedule("nights", ["daily 22:30-06:30"]), schedule("noon", ["daily 12:00-13:00"]),
            ]))
        #expect(!machine.isBlocked("shopping"))
        machine.edit(try rules([schedule("nights", ["daily 22:30-06:31"])]))
        #expect(machine.kinds().contains("switchCleared"))
        #expect(machine.end() == "2026-11-21T06:31:00+01:00")
    }

    /// A switch whose commit arrives after its entry was edited is an edit that came too late.
    @Test func editOvertakesTheCommit() throws {
        var machine = try night()
        machine.store = .waits
        machine.send(.switch(nights, isOn: false))
        machine.edit(try rules([schedule("nights", ["daily 22:30-06:31"])]))
        _ = machine.commitWaiting()
        #expect(machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }

    /// Switched on by a person although the file says off.
    @Test func onAgainstTheFile() throws {
        let rules = try rules([schedule("nights", ["daily 22:30-06:30"], isEnabled: false)])
        var machine = try Machine(at: "2026-11-20T23:00:00+01:00", rules: rules)
        #expect(machine.told.isEmpty)
        #expect(machine.send(.switch(nights, isOn: true)) == [.changed])
        #expect(machine.end() == "2026-11-21T06:30:00+01:00")
    }
}
