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

    @Test(arguments: [
        // Back within the hour that occurs twice, over it, and up to where it begins.
        ("2026-10-25T02:46:00+02:00", "2026-10-25T02:30:00+01:00", [[120, 150], [166, 180]]),
        ("2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00", [[120, 180]]),
        ("2026-10-25T01:30:00+02:00", "2026-10-25T02:10:00+01:00", [[90, 180]]),
        ("2026-10-25T02:46:00+02:00", "2026-10-25T02:00:00+01:00", [[166, 180]]),
        ("2026-10-25T02:46:00+02:00", "2026-10-25T04:00:00+01:00", [[120, 240]]),
        // Over the hour that is skipped.
        ("2026-03-29T01:30:00+01:00", "2026-03-29T03:30:00+02:00", [[90, 210]]),
    ])
    func whatItShowsOfADay(start: String, end: String, minutes: [[Int]]) throws {
        let zone = try ZoneSource(environment: [:]).zone(named: "Europe/Berlin").get()
        let (start, end) = (try moment(start), try moment(end))
        let midnight = start.day.number * 86400
        let shown = WallClock(now: start, zone: zone).shown(from: start, to: end)
        #expect(
            shown.map { [($0.lowerBound - midnight) / 60, ($0.upperBound - midnight) / 60] }
                == minutes)
    }
}
