import Engine
import RuleModel
import Testing

/// Restarts, reboots and days without the machine.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct AcrossRestarts {
    private func answered(_ isYes: Bool?) throws -> Machine {
        var machine = try Machine(at: "2026-11-18T04:00:00+01:00", rules: gated([checkIn()]))
        machine.advance(.hours(1))
        if let isYes { machine.send(.answerCheckIn("morning", isYes: isYes)) }
        return machine
    }

    @Test(arguments: [true, false], [true, false])
    func theAnswerStays(isYes: Bool, isReboot: Bool) throws {
        var machine = try answered(isYes)
        if isReboot {
            machine.reboot(away: .hours(2), isOrderly: false)
        } else {
            machine.crash(away: .hours(2))
        }
        #expect(machine.phase() == (isYes ? .yes : .no))
        #expect(machine.isBlocked("games") == !isYes && !machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T03:59:00+01:00")
        #expect(machine.openings().count == 1 && machine.isBlocked("games") == !isYes)
        try machine.advance(to: "2026-11-19T04:00:00+01:00")
        #expect(machine.openings().count == 2 && !machine.isBlocked("games"))
    }

    /// Days later a new day is asked about, once, whatever the last answer was.
    @Test(arguments: [true, false, nil], [true, false])
    func daysPoweredOff(isYes: Bool?, isReboot: Bool) throws {
        var machine = try answered(isYes)
        let first = machine.history.count
        if isReboot { machine.reboot(away: .days(3)) } else { machine.restart(after: .days(3)) }
        #expect(machine.phase() == .asking)
        #expect(machine.isBlocked("shopping") && !machine.isBlocked("games"))
        #expect(machine.openings().count == 2)
        #expect(machine.kinds(since: first).count { $0 == "checkInOpened" } == 1)
        #expect(machine.prompts(.checkIn).count == 1)
        #expect(machine.folded == machine.engine.state)
    }

    /// Down over the opening only.
    @Test(arguments: [true, false])
    func downOverTheOpening(isReboot: Bool) throws {
        var machine = try answered(false)
        try machine.advance(to: "2026-11-19T03:00:00+01:00")
        if isReboot { machine.reboot(away: .hours(2)) } else { machine.restart(after: .hours(2)) }
        #expect(machine.openings() == ["2026-11-18T04:00:00+01:00", "2026-11-19T05:00:00+01:00"])
        #expect(!machine.isBlocked("games") && machine.isBlocked("shopping"))
        machine.send(.answerCheckIn("morning", isYes: true))
        try machine.advance(to: "2026-11-20T04:00:00+01:00")
        #expect(machine.openings().last == "2026-11-20T04:00:00+01:00")
    }

    /// Rebooted with the clock set back before the question was answered with no: at most 25 hours
    /// in all.
    @Test func rebootWithClockSetBack() throws {
        var machine = try answered(false)
        machine.reboot(clockSetBy: .days(-5))
        #expect(machine.isBlocked("games"))
        machine.advance(.hours(24))
        #expect(!machine.isBlocked("games"))
    }

    /// Asleep over the opening.
    @Test func asleep() throws {
        var machine = try answered(false)
        machine.sleep(.hours(26))
        #expect(machine.phase() == .asking && !machine.isBlocked("games"))
        #expect(machine.openings().count == 2)
    }
}
