import Engine
import Testing

/// A wall clock that gains or loses moves no check-in's elapsed lengths: 25 hours at most, 20 at
/// least. Found by a simulated year.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct DriftingClocks {
    /// From Tokyo to New York, where the next day's opening is 29 hours after the first.
    @Test(arguments: [-900, -1, 0, 1, 900] as [Int64], [true, false])
    func cap(drift: Int64, hasTicks: Bool) throws {
        var machine = try Machine(
            at: "2026-11-18T04:00:00+09:00", zone: "Asia/Tokyo", rules: gated([checkIn()]))
        machine.hasTicks = hasTicks
        machine.drift = drift
        machine.send(.answerCheckIn("morning", isYes: false))
        try machine.travel(to: "America/New_York")
        machine.advance(.hours(25) - TimeSpan(milliseconds: 1))
        #expect(machine.phase() == .no && machine.isBlocked("games"))
        machine.advance(TimeSpan(milliseconds: 1))
        #expect(machine.phase() == .lapsed && !machine.isBlocked("games"))
    }

    /// From New York to Tokyo, where the next date is there after ten hours.
    @Test(arguments: [-900, -1, 0, 1, 900] as [Int64], [true, false])
    func shortestDay(drift: Int64, hasTicks: Bool) throws {
        var machine = try Machine(
            at: "2026-11-18T04:00:00-05:00", zone: "America/New_York", rules: gated([checkIn()]))
        machine.hasTicks = hasTicks
        machine.drift = drift
        machine.send(.answerCheckIn("morning", isYes: true))
        try machine.travel(to: "Asia/Tokyo")
        machine.advance(.hours(20) - TimeSpan(milliseconds: 1))
        #expect(machine.openings().count == 1)
        machine.advance(TimeSpan(milliseconds: 1))
        #expect(machine.openings().count == 2 && machine.phase() == .asking)
    }
}
