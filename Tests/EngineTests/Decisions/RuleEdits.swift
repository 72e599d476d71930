import Engine
import RuleModel
import Testing

/// Rule files edited while schedules run.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct RuleEdits {
    /// Blocked by `nights` since 22:30, at 23:00.
    private func blocked() throws -> Machine {
        var machine = try Machine(at: "2026-11-20T22:00:00+01:00", rules: everyNight())
        machine.advance(.hours(1))
        #expect(machine.isBlocked("shopping"))
        return machine
    }

    @Test func scheduleRemoved() throws {
        var machine = try blocked()
        let events = machine.history.count
        machine.edit(try rules([]))
        #expect(
            try machine.decisions().last == "2026-11-20T23:00:00+01:00 unblock shopping")
        #expect(machine.told.last?.decision.cause == .rules)
        #expect(
            machine.kinds(since: events) == ["rulesLoaded", "quietHoursEnded", "decided"])
        #expect(machine.engine.state.quietHours.isEmpty)
    }

    @Test func scheduleMovedLater() throws {
        var machine = try blocked()
        machine.edit(try rules([schedule("nights", ["daily 22:30-07:15"])]))
        machine.advance(.hours(12))
        #expect(
            try machine.decisions(since: 1) == [
                "2026-11-20T23:00:00+01:00 update shopping until 2026-11-21T07:15:00+01:00",
                "2026-11-21T07:15:00+01:00 unblock shopping",
            ])
        #expect(machine.kinds().count { $0 == "quietHoursBegan" } == 1)
        #expect(machine.kinds().count { $0 == "quietHoursMoved" } == 1)
    }

    @Test func scheduleMovedEarlier() throws {
        var machine = try blocked()
        machine.edit(try rules([schedule("nights", ["daily 22:30-05:00"])]))
        machine.advance(.hours(12))
        #expect(
            try machine.decisions(since: 1) == [
                "2026-11-20T23:00:00+01:00 update shopping until 2026-11-21T05:00:00+01:00",
                "2026-11-21T05:00:00+01:00 unblock shopping",
            ])
    }

    @Test func scheduleMovedAway() throws {
        var machine = try blocked()
        machine.edit(try rules([schedule("nights", ["daily 23:30-05:00"])]))
        machine.advance(.hours(12))
        #expect(
            try machine.decisions(since: 1) == [
                "2026-11-20T23:00:00+01:00 unblock shopping",
                "2026-11-20T23:30:00+01:00 block shopping until 2026-11-21T05:00:00+01:00",
                "2026-11-21T05:00:00+01:00 unblock shopping",
            ])
        #expect(machine.told[1].decision.cause == .rules)
    }

    @Test func targetRemoved() throws {
        var machine = try blocked()
        machine.edit(
            try rules([schedule("nights", ["daily 22:30-06:30"], blocks: [])], targets: []))
        #expect(
            try machine.decisions(since: 1) == ["2026-11-20T23:00:00+01:00 unblock shopping"])
        machine.advance(.hours(30))
        #expect(machine.told.count == 2)
    }

    @Test func targetRemovedAndBack() throws {
        var machine = try blocked()
        machine.edit(
            try rules([schedule("nights", ["daily 22:30-06:30"], blocks: [])], targets: []))
        machine.edit(try everyNight())
        #expect(
            try machine.decisions(since: 1) == [
                "2026-11-20T23:00:00+01:00 unblock shopping",
                "2026-11-20T23:00:00+01:00 block shopping until 2026-11-21T06:30:00+01:00",
            ])
    }

    @Test func scheduleTakesAnotherTarget() throws {
        var machine = try blocked()
        let moved = try schedule(
            "nights", ["daily 22:30-06:30"], blocks: ["games"], fingerprint: "games")
        machine.edit(try rules([moved], targets: ["games", "shopping"]))
        #expect(
            try machine.decisions(since: 1) == [
                "2026-11-20T23:00:00+01:00 block games until 2026-11-21T06:30:00+01:00",
                "2026-11-20T23:00:00+01:00 unblock shopping",
            ])
    }

    @Test func newScheduleBlocksAtOnce() throws {
        var machine = try Machine(at: "2026-11-20T15:00:00+01:00", rules: rules([]))
        #expect(machine.told.isEmpty)
        machine.edit(try rules([schedule("now", ["daily 14:00-16:00"])]))
        #expect(
            try machine.decisions() == [
                "2026-11-20T15:00:00+01:00 block shopping until 2026-11-20T16:00:00+01:00"
            ])
        #expect(machine.told.first?.decision.cause == .rules)
    }

    /// Strictness is part of the reasons.
    @Test func strictnessIsAnUpdate() throws {
        var machine = try blocked()
        machine.edit(try rules([schedule("nights", ["daily 22:30-06:30"], isStrict: true)]))
        #expect(machine.told.count == 2)
        #expect(machine.told.last?.decision.verdict == .update)
        #expect(machine.told.last?.decision.restrictions.first?.isStrict == true)
        #expect(machine.kinds().count { $0 == "quietHoursBegan" } == 1)
    }

    @Test func disabledInTheFile() throws {
        var machine = try blocked()
        machine.edit(try rules([schedule("nights", ["daily 22:30-06:30"], isEnabled: false)]))
        machine.advance(.days(2))
        #expect(
            try machine.decisions(since: 1) == ["2026-11-20T23:00:00+01:00 unblock shopping"])
    }

    /// The same files again: nothing is recorded, nothing is told.
    @Test func sameRulesAgain() throws {
        var machine = try blocked()
        let events = machine.history.count
        machine.edit(try everyNight())
        #expect(machine.history.count == events)
        #expect(machine.told.count == 1)
    }

    /// An edit of another entry leaves the running range alone.
    @Test func otherEntryEdited() throws {
        var machine = try blocked()
        let events = machine.history.count
        machine.edit(
            try rules([
                schedule("nights", ["daily 22:30-06:30"]), schedule("noon", ["daily 12:00-13:00"]),
            ]))
        #expect(machine.kinds(since: events) == ["rulesLoaded"])
        #expect(machine.told.count == 1)
    }

    /// Edited while the daemon was stopped: the decision follows at the start.
    @Test func editedWhileStopped() throws {
        var machine = try blocked()
        machine.rules = try rules([])
        machine.restart(after: .minutes(10))
        #expect(
            try machine.decisions(since: 1) == ["2026-11-20T23:10:00+01:00 unblock shopping"])
        #expect(machine.told.last?.decision.cause == .start)
    }

    @Test func restartTellsNothingTwice() throws {
        var machine = try blocked()
        for _ in 0..<3 { machine.restart(after: .minutes(10)) }
        machine.reboot()
        #expect(machine.told.count == 1)
        #expect(machine.kinds().count { $0 == "quietHoursBegan" } == 1)
        #expect(machine.kinds().count { $0 == "rulesLoaded" } == 1)
        #expect(machine.end() == "2026-11-21T06:30:00+01:00")
    }

    /// Stopped before the night, started in it, stopped before its end, started after it.
    @Test func boundariesPassedWhileStopped() throws {
        var machine = try Machine(at: "2026-11-20T22:00:00+01:00", rules: everyNight())
        machine.restart(after: .hours(1))
        machine.restart(after: .hours(10))
        #expect(
            try machine.decisions() == [
                "2026-11-20T23:00:00+01:00 block shopping until 2026-11-21T06:30:00+01:00",
                "2026-11-21T09:00:00+01:00 unblock shopping",
            ])
        #expect(machine.told.map(\.decision.cause) == [.start, .start])
    }
}
