import Engine
import RuleModel

/// The clocks of a machine that does not exist.
///
/// `watch` is what an honest wristwatch shows in UTC: nothing that is done to the machine moves it.
struct SimulatedClock {
    private(set) var watch: Instant
    private(set) var wall: Instant
    private(set) var elapsed = TimeSpan.minutes(5)
    private(set) var asleep = TimeSpan.zero
    private(set) var boot = 1
    /// Whether a time server is followed; the wall clock is right then.
    private(set) var isSynchronised = false
    /// How far the wall clock gains on elapsed time, in milliseconds a minute.
    var drift: Int64 = 0
    /// The gain that does not show yet, in sixty-thousandths of a millisecond.
    private var gained: Int64 = 0

    init(at start: Instant) {
        watch = start
        wall = start
    }

    func reading(isSynchronised: Bool = false) -> Reading {
        Reading(
            wall: wall, elapsed: elapsed, boot: BootID("boot \(boot)"),
            isSynchronised: isSynchronised, asleep: asleep)
    }

    mutating func pass(_ span: TimeSpan, isAsleep: Bool = false) {
        watch = watch + span
        elapsed = elapsed + span
        if isAsleep { asleep = asleep + span }
        if isSynchronised {
            wall = watch
            return
        }
        gained += span.milliseconds * drift
        wall = wall + span + TimeSpan(milliseconds: gained / 60_000)
        gained %= 60_000
    }

    mutating func reboot(away: TimeSpan) {
        pass(away)
        boot += 1
        elapsed = .seconds(20)
        asleep = .zero
    }

    /// Somebody sets the wall clock, which ends the following of a time server.
    mutating func set(by change: TimeSpan) {
        isSynchronised = false
        wall = wall + change
    }

    mutating func synchronise(_ isOn: Bool) {
        isSynchronised = isOn
        if isOn { wall = watch }
    }

    /// How long it takes until the wall clock shows a multiple of so many seconds.
    func untilMark(_ seconds: Int64) -> TimeSpan {
        let length = seconds * 1000
        let left = length - (wall.milliseconds % length + length) % length
        guard !isSynchronised else { return TimeSpan(milliseconds: left) }
        return TimeSpan(milliseconds: max(1, (left * 60_000 + 59_999 + drift) / (60_000 + drift)))
    }

    var marks: Cadences {
        var marks: Cadences = [.schedules]
        if wall.seconds % 300 == 0 { marks.insert(.autoProtection) }
        if wall.seconds % 900 == 0 { marks.insert(.risk) }
        return marks
    }
}
