import RuleModel
import Testing

/// A wall clock that gains or loses moves no check-in's elapsed lengths: 25 hours at most, 20 at
/// least. Found by a simulated year.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct DriftingClocks {
    /// From Tokyo to New York, where the next day's opening is 29 hours after the first.
    @Test(arguments: [-900, -1, 0, 1, 900] as [Int64], [true, false])
    func cap(drift: Int64, hasTicks: Bool) throws {
        var machine = try travelling(
            from: "Asia/Tokyo", at: "2026-11-18T04:00:00+09:00", to: "America/New_York",
            isYes: false, drift, hasTicks)
        machine.advance(.hours(25) - TimeSpan(milliseconds: 1))
        #expect(machine.phase() == .no && machine.isBlocked("games"))
        machine.advance(TimeSpan(milliseconds: 1))
        #expect(machine.phase() == .lapsed && !machine.isBlocked("games"))
    }

    /// From New York to Tokyo, where the next date is there after ten hours.
    @Test(arguments: [-900, -1, 0, 1, 900] as [Int64], [true, false])
    func shortestDay(drift: Int64, hasTicks: Bool) throws {
        var machine = try travelling(
            from: "America/New_York", at: "2026-11-18T04:00:00-05:00", to: "Asia/Tokyo",
            isYes: true, drift, hasTicks)
        machine.advance(.hours(20) - TimeSpan(milliseconds: 1))
        #expect(machine.openings().count == 1)
        machine.advance(TimeSpan(milliseconds: 1))
        #expect(machine.openings().count == 2 && machine.phase() == .asking)
    }

    /// A machine on which the day's question is answered before it goes to another zone.
    private func travelling(
        from zone: String, at time: String, to other: String, isYes: Bool, _ drift: Int64,
        _ hasTicks: Bool
    ) throws -> Machine {
        var machine = try Machine(at: time, zone: zone, rules: gated([checkIn()]))
        machine.hasTicks = hasTicks
        machine.drift = drift
        machine.send(.answerCheckIn("morning", isYes: isYes))
        try machine.travel(to: other)
        return machine
    }
}
