import Engine
import RuleModel
import Testing

/// How trusted time goes on when the daemon starts: same boot, another boot, no history.
struct ClockAtStart {
    /// The state after one event.
    private func history(
        at instant: String, elapsed: TimeSpan, boot: String, jump: TimeSpan? = nil
    ) throws -> State {
        var state = State()
        let instant = try at(instant)
        var facts: [Fact] = [
            .daemonStarted(DaemonStart(version: "1", continuity: .first, zone: "UTC"))
        ]
        if let jump { facts.append(.clockJumped(size: jump)) }
        for (index, fact) in facts.enumerated() {
            state.evolve(
                Event(
                    sequence: Int64(index + 1), at: instant, offset: 0, elapsed: elapsed,
                    boot: BootID(boot), fact: fact))
        }
        return state
    }

    /// Trusted time after the first reading, how it was continued, and what was found of the clock.
    private func start(
        _ state: State, wall: String, elapsed: TimeSpan, boot: String = "b", synchronised: Bool
    ) throws -> (now: String, continuity: DaemonStart.Continuity, changes: [TrustedClock.Change]) {
        let reading = Reading(
            wall: try at(wall), elapsed: elapsed, boot: BootID(boot),
            isSynchronised: synchronised)
        var (clock, continuity) = TrustedClock.resume(state, at: reading)
        let changes = clock.advance(to: reading)
        return (text(clock.now, in: .utc), continuity, changes)
    }

    @Test func firstStart() throws {
        let found = try start(
            State(), wall: "2026-11-20T20:00:00Z", elapsed: .hours(1), synchronised: false)
        #expect(found.now == "2026-11-20T20:00:00Z")
        #expect(found.continuity == .first)
        #expect(found.changes == [])
    }

    @Test(arguments: ["1970-01-01T00:00:12Z", "2019-06-01T12:00:00Z", "2025-12-31T23:59:59Z"])
    func clockBeforeTheProgramIsNotBelieved(wall: String) throws {
        let found = try start(State(), wall: wall, elapsed: .hours(1), synchronised: false)
        #expect(found.now == "2026-01-01T00:00:00Z")
        #expect(found.continuity == .behind)
    }

    /// However long it stands.
    @Test func clockBeforeTheProgramIsNeverAdopted() throws {
        let wall = try at("2019-06-01T12:00:00Z")
        var reading = Reading(
            wall: wall, elapsed: .hours(1), boot: BootID("a"), isSynchronised: false)
        var clock = TrustedClock.resume(State(), at: reading).clock
        _ = clock.advance(to: reading)
        reading.wall = wall + .hours(48)
        reading.elapsed = .hours(49)
        #expect(clock.advance(to: reading) == [])
        #expect(text(clock.now, in: .utc) == "2026-01-03T00:00:00Z")
    }

    @Test func sameBootIsProvedByElapsedTime() throws {
        let before = try history(at: "2026-11-20T20:00:00Z", elapsed: .hours(1), boot: "a")
        let found = try start(
            before, wall: "2026-11-20T23:00:00Z", elapsed: .hours(4), boot: "a",
            synchronised: false)
        #expect(found.now == "2026-11-20T23:00:00Z")
        #expect(found.continuity == .sameBoot)
        #expect(found.changes == [])
    }

    /// The clock was set while the daemon was stopped.
    @Test(arguments: [("2026-11-21T09:00:00Z", "10h"), ("2026-11-20T13:00:00Z", "-10h")])
    func jumpWhileStopped(wall: String, size: String) throws {
        let before = try history(at: "2026-11-20T20:00:00Z", elapsed: .hours(1), boot: "a")
        let found = try start(
            before, wall: wall, elapsed: .hours(4), boot: "a", synchronised: false)
        #expect(found.now == "2026-11-20T23:00:00Z")
        #expect(found.continuity == .sameBoot)
        #expect(found.changes == [.jumped(size: try span(size))])
    }

    /// A jump that waits goes on waiting over a restart of the daemon.
    @Test func waitingJumpSurvivesARestart() throws {
        let before = try history(
            at: "2026-11-20T20:00:00Z", elapsed: .hours(1), boot: "a", jump: .hours(5))
        let found = try start(
            before, wall: "2026-11-21T20:59:00Z", elapsed: .hours(21) - .minutes(1), boot: "a",
            synchronised: false)
        #expect(found.now == "2026-11-21T15:59:00Z")
        #expect(found.changes == [])
        let later = try start(
            before, wall: "2026-11-22T01:00:00Z", elapsed: .hours(25), boot: "a",
            synchronised: false)
        #expect(later.changes == [.adopted(size: .hours(5), reason: .waited)])
        #expect(later.now == "2026-11-22T01:00:00Z")
    }

    @Test(arguments: [
        ("2026-11-20T20:10:00Z", true, DaemonStart.Continuity.synchronised),
        ("2026-11-20T20:10:00Z", false, .unproven),
        ("2026-11-20T20:00:00Z", false, .unproven),
        ("2027-11-20T20:00:00Z", false, .unproven),
    ])
    func afterARebootTheWallClock(
        wall: String, synchronised: Bool, continuity: DaemonStart.Continuity
    ) throws {
        let before = try history(at: "2026-11-20T20:00:00Z", elapsed: .hours(1), boot: "a")
        let found = try start(
            before, wall: wall, elapsed: .seconds(20), synchronised: synchronised)
        #expect(found.now == wall)
        #expect(found.continuity == continuity)
        #expect(found.changes == [])
    }

    @Test func neverBeforeTheLastRecordedInstant() throws {
        let before = try history(at: "2026-11-20T20:00:00Z", elapsed: .hours(1), boot: "a")
        let found = try start(
            before, wall: "2026-11-20T10:00:00Z", elapsed: .seconds(20), synchronised: false)
        #expect(found.now == "2026-11-20T20:00:00Z")
        #expect(found.continuity == .behind)
        #expect(found.changes == [.jumped(size: .hours(-10))])
    }

    /// A clock that is known to be right is believed even then: what was recorded was wrong.
    @Test func synchronisedClockBehindIsAdopted() throws {
        let before = try history(at: "2026-11-20T20:00:00Z", elapsed: .hours(1), boot: "a")
        let found = try start(
            before, wall: "2026-11-20T10:00:00Z", elapsed: .seconds(20), synchronised: true)
        #expect(found.now == "2026-11-20T10:00:00Z")
        #expect(
            found.changes == [
                .jumped(size: .hours(-10)), .adopted(size: .hours(-10), reason: .synchronised),
            ])
    }
}
