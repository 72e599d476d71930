import Engine
import RuleModel
import Testing

/// A reset that falls into the hour that a clock shows twice. Found by a simulated year.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct ResetInTheRepeatedHour {
    /// 02:10 comes at 00:10 and at 01:10 in UTC. At 02:05, when that comes for the second time, the
    /// day that began at the first 02:10 runs: what was used before it is gone, and the budget is
    /// not reached until a reset that lies in the past.
    @Test(arguments: ["runs on", "restart", "crash", "reboot"])
    func isOneReset(how: String) throws {
        var machine = try Machine(
            at: "2026-10-24T12:00:00+02:00",
            rules: gated(budgets: [budget(.minutes(45), resets: "02:10")]))
        try machine.use(for: .minutes(45))
        #expect(machine.end() == "2026-10-25T02:10:00+02:00")
        try machine.advance(to: "2026-10-25T00:15:00Z")
        #expect(!machine.isBlocked("shopping"))
        machine.hasTicks = false
        switch how {
        case "restart": machine.restart(after: .minutes(50))
        case "crash": machine.crash(away: .minutes(50))
        case "reboot": machine.reboot(away: .minutes(50))
        default: try machine.advance(to: "2026-10-25T01:05:00Z")
        }
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.kinds().filter { $0 == "budgetReached" }.count == 1)
        let (from, until, _) = machine.engine.period(of: try budget(.minutes(45), resets: "02:10"))
        #expect(text(from, in: machine.zone) == "2026-10-25T02:10:00+02:00")
        #expect(text(until, in: machine.zone) == "2026-10-26T02:10:00+01:00")
        // Use from then on counts for that day, even over the second 02:10.
        try machine.use(for: .minutes(45))
        #expect(machine.end() == "2026-10-26T02:10:00+01:00")
    }

    /// Of a week, where clocks go back on a Monday at 03:00: 02:10 comes at 00:10 and at 01:10 in
    /// UTC. No zone has done so for long.
    @Test func ofAWeek() throws {
        var budget = try budget(.minutes(45), per: .week, resets: "02:10")
        budget.timeZone = try HandmadeZone(footer: "CET-1CEST,M3.5.1,M10.5.1/3").read()
        var machine = try Machine(
            at: "2026-10-25T20:00:00Z", rules: gated(budgets: [budget]))
        try machine.use(for: .minutes(45))
        #expect(machine.end() == "2026-10-26T01:10:00+01:00")
        try machine.advance(to: "2026-10-26T00:30:00Z")
        machine.restart(after: .minutes(35))
        #expect(!machine.isBlocked("shopping"))
        let (from, until, _) = machine.engine.period(of: budget)
        #expect(text(from, in: machine.zone) == "2026-10-26T01:10:00+01:00")
        #expect(text(until, in: machine.zone) == "2026-11-02T02:10:00+01:00")
    }
}
