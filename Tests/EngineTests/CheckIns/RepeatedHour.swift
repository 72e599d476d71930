import Engine
import RuleModel
import Testing

/// An opening that falls into the hour that a clock shows twice. Found by a simulated year.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct RepeatedHour {
    /// 02:30 comes at 00:30 and at 01:30 in UTC. Whoever is there from 02:05 on, when it comes
    /// for the second time, is asked at 02:30, and woken then and not at once.
    @Test(arguments: ["restart", "crash", "reboot", "sleep"])
    func missed(how: String) throws {
        var machine = try Machine(
            at: "2026-10-24T02:30:00+02:00", rules: gated([checkIn(opens: "02:30")]))
        machine.send(.answerCheckIn("morning", isYes: true))
        try machine.advance(to: "2026-10-25T00:20:00Z")
        machine.hasTicks = false
        switch how {
        case "restart": machine.restart(after: .minutes(45))
        case "crash": machine.crash(away: .minutes(45))
        case "reboot": machine.reboot(away: .minutes(45))
        default: machine.sleep(.minutes(45))
        }
        let wake = try #require(machine.wake)
        #expect(wake.elapsed > machine.elapsed)
        #expect(machine.engine.nextOpening(of: try checkIn(opens: "02:30")) > machine.engine.now)
        try machine.advance(to: "2026-10-25T01:29:59Z")
        #expect(machine.openings().count == 1)
        try machine.advance(to: "2026-10-25T01:30:00Z")
        #expect(machine.openings().count == 2 && machine.phase() == .asking)
    }
}
