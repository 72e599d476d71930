import Engine
import RuleModel
import Testing

/// Trusted time: what is believed of the wall clock, reading by reading.
struct TrustedClockTests {
    /// Both clocks of a machine, and the trusted clock that watches them.
    private struct Watch {
        var clock: TrustedClock
        var wall: Instant
        var elapsed = TimeSpan.hours(1)
        let boot = BootID("a")
        var isSynchronised = false

        init(_ start: String = "2026-11-20T20:00:00Z") throws {
            wall = try at(start)
            let reading = Reading(
                wall: wall, elapsed: elapsed, boot: boot, isSynchronised: false)
            clock = TrustedClock.resume(State(), at: reading).clock
        }

        /// Time goes on, and the wall clock is moved beside.
        mutating func pass(_ span: TimeSpan, set change: TimeSpan = .zero) -> [TrustedClock.Change]
        {
            elapsed = elapsed + span
            wall = wall + span + change
            return clock.advance(
                to: Reading(
                    wall: wall, elapsed: elapsed, boot: boot, isSynchronised: isSynchronised))
        }

        /// Trusted time as UTC text.
        var now: String { text(clock.now, in: .utc) }
    }

    @Test func followsElapsedTime() throws {
        var watch = try Watch()
        for _ in 0..<90 { #expect(watch.pass(.minutes(1)) == []) }
        #expect(watch.now == "2026-11-20T21:30:00Z")
        #expect(watch.pass(TimeSpan(milliseconds: 250)) == [])
        #expect(watch.now == "2026-11-20T21:30:00.250Z")
    }

    @Test(arguments: [("500ms", Int64(500)), ("1s", 1000), ("-500ms", -500), ("-1s", -1000)])
    func followsDriftOfASecondAMinute(name: String, gain: Int64) throws {
        var watch = try Watch()
        for _ in 0..<600 {
            #expect(watch.pass(.minutes(1), set: TimeSpan(milliseconds: gain)) == [])
            #expect(watch.clock.now == watch.wall, "\(name)")
        }
    }

    /// Faster drift becomes a jump sooner or later, and trusted time never gains more than allowed.
    @Test(arguments: [Int64(1500), -1500, 3000, -3000])
    func doesNotFollowFasterDrift(gain: Int64) throws {
        var watch = try Watch()
        var changes: [TrustedClock.Change] = []
        for minute in Int64(1)...120 {
            changes += watch.pass(.minutes(1), set: TimeSpan(milliseconds: gain))
            let honest = try at("2026-11-20T20:00:00Z") + .minutes(minute)
            #expect((watch.clock.now - honest).magnitude <= .seconds(minute))
        }
        #expect(!changes.isEmpty)
        #expect(watch.clock.jump != nil)
    }

    /// Many small steps are drift as well, and no more of them is followed.
    @Test func smallStepsDoNotAddUp() throws {
        var watch = try Watch()
        for _ in 0..<3600 { _ = watch.pass(.seconds(1), set: .seconds(1)) }
        let honest = try at("2026-11-20T21:00:00Z")
        #expect((watch.clock.now - honest).magnitude <= .seconds(61))
        #expect(watch.clock.jump != nil)
    }

    @Test(arguments: ["1h", "10h", "10d", "-1h", "-10h", "-10d", "3s", "-3s"])
    func jumpIsRecordedWithItsSize(size: String) throws {
        var watch = try Watch()
        let size = try span(size)
        #expect(watch.pass(.zero, set: size) == [.jumped(size: size)])
        #expect(watch.now == "2026-11-20T20:00:00Z")
        #expect(watch.clock.jump?.size == size)
        #expect(watch.clock.jump?.at == (try at("2026-11-20T20:00:00Z")))
        for _ in 0..<60 { #expect(watch.pass(.minutes(1)) == []) }
        #expect(watch.now == "2026-11-20T21:00:00Z")
    }

    @Test(arguments: ["1h", "10d", "-1h", "-10d"])
    func synchronisedClockIsAdoptedAtOnce(size: String) throws {
        var watch = try Watch()
        let size = try span(size)
        watch.isSynchronised = true
        #expect(
            watch.pass(.minutes(1), set: size)
                == [.jumped(size: size), .adopted(size: size, reason: .synchronised)])
        #expect(watch.clock.now == watch.wall)
        #expect(watch.clock.jump == nil)
        #expect(watch.pass(.minutes(1)) == [])
    }

    @Test func jumpIsAdoptedWhenSynchronisedLater() throws {
        var watch = try Watch()
        #expect(watch.pass(.zero, set: .hours(-5)) == [.jumped(size: .hours(-5))])
        #expect(watch.pass(.hours(2)) == [])
        watch.isSynchronised = true
        #expect(watch.pass(.minutes(1)) == [.adopted(size: .hours(-5), reason: .synchronised)])
        #expect(watch.now == "2026-11-20T17:01:00Z")
    }

    @Test(arguments: ["1h", "10h", "10d", "-1h", "-10h", "-10d"])
    func jumpIsAdoptedAfterADay(size: String) throws {
        var watch = try Watch()
        let size = try span(size)
        _ = watch.pass(.zero, set: size)
        #expect(watch.pass(.hours(23)) == [])
        #expect(watch.pass(.minutes(59)) == [])
        #expect(watch.pass(TimeSpan(milliseconds: 59_999)) == [])
        #expect(watch.now == "2026-11-21T19:59:59.999Z")
        #expect(
            watch.pass(TimeSpan(milliseconds: 1)) == [.adopted(size: size, reason: .waited)])
        #expect(watch.clock.now == watch.wall)
        #expect(watch.clock.now == (try at("2026-11-21T20:00:00Z")) + size)
    }

    @Test func suspendIsNoJump() throws {
        var watch = try Watch()
        #expect(watch.pass(.hours(10)) == [])
        #expect(watch.now == "2026-11-21T06:00:00Z")
        #expect(watch.clock.jump == nil)
    }

    /// Suspend and a clock set during it: the size is what was set, not what was slept.
    @Test func jumpDuringSuspend() throws {
        var watch = try Watch()
        #expect(watch.pass(.hours(10), set: .hours(-10)) == [.jumped(size: .hours(-10))])
        #expect(watch.now == "2026-11-21T06:00:00Z")
    }

    @Test func clockThatComesBack() throws {
        var watch = try Watch()
        _ = watch.pass(.minutes(5), set: .hours(3))
        #expect(watch.pass(.minutes(5), set: .hours(-3)) == [.returned])
        #expect(watch.clock.jump == nil)
        #expect(watch.now == "2026-11-20T20:10:00Z")
        #expect(watch.pass(.hours(24)) == [])
        #expect(watch.now == "2026-11-21T20:10:00Z")
    }

    /// A second jump is recorded with its size from trusted time, and its day begins again.
    @Test func secondJumpWaitsItsOwnDay() throws {
        var watch = try Watch()
        _ = watch.pass(.zero, set: .hours(1))
        #expect(watch.pass(.hours(20), set: .hours(2)) == [.jumped(size: .hours(3))])
        #expect(watch.pass(.hours(4)) == [])
        #expect(watch.pass(.hours(19)) == [])
        #expect(watch.pass(.hours(1)) == [.adopted(size: .hours(3), reason: .waited)])
    }

    /// Drift that goes on while a jump waits is no new jump, and the day is not begun again.
    @Test(arguments: [Int64(400), -400])
    func driftDuringAJump(gain: Int64) throws {
        var watch = try Watch()
        _ = watch.pass(.zero, set: .hours(6))
        for _ in 0..<1439 {
            #expect(watch.pass(.minutes(1), set: TimeSpan(milliseconds: gain)) == [])
        }
        #expect(watch.now == "2026-11-21T19:59:00Z")
        let last = watch.pass(.minutes(1), set: TimeSpan(milliseconds: gain))
        let size = TimeSpan.hours(6) + TimeSpan(milliseconds: 1440 * gain)
        #expect(last == [.adopted(size: size, reason: .waited)])
    }
}
