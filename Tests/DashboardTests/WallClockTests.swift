import API
import RuleFiles
import Testing

@testable import Dashboard

/// The clock of the daemon's local times, in zones whose offset changes.
@Suite struct WallClockTests {
    private func moment(_ text: String) throws -> Moment { try #require(Moment(text)) }

    @Test func everyInstantHasItsOwnOffset() throws {
        let now = try moment("2026-10-25T02:40:00+01:00")
        let zone = try ZoneSource(environment: [:]).zone(named: "Europe/Berlin").get()
        let clock = WallClock(now: now, zone: zone)
        #expect(clock.now == now)
        #expect(
            clock.moment(at: now.seconds - 3600) == Moment("2026-10-25T02:40:00+02:00"))
        #expect(
            clock.midnight(ofDay: now.day.number) == Moment("2026-10-25T00:00:00+02:00"))
        #expect(
            clock.midnight(ofDay: now.day.number + 1) == Moment("2026-10-26T00:00:00+01:00"))
    }

    @Test func withoutAZoneThePresentOffsetHolds() throws {
        let now = try moment("2026-10-25T02:40:00+01:00")
        let clock = WallClock(now: now, zone: nil)
        #expect(clock.moment(at: now.seconds - 3600) == now.later(by: -3600))
        #expect(
            clock.midnight(ofDay: now.day.number) == Moment("2026-10-25T00:00:00+01:00"))
    }
}
