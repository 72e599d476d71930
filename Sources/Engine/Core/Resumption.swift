import RuleModel

/// How the daemon's start follows what is recorded, and how long the machine has slept since.
struct Resumption: Sendable {
    let continuity: DaemonStart.Continuity
    /// How long no daemon ran; nil if none ever did.
    let away: TimeSpan?
    /// Whether a mark of auto-protection fell into the time before the start.
    let hasMissedMark: Bool
    private var asleep: TimeSpan

    init(_ state: State, at reading: Reading) {
        asleep = reading.asleep
        var present: TrustedClock
        (present, continuity) = TrustedClock.resume(state, at: reading)
        _ = present.advance(to: reading)
        away = state.last.map { last in
            last.elapsed.boot == reading.boot
                ? max(.zero, reading.elapsed - last.elapsed.elapsed)
                : max(.zero, present.now - last.at)
        }
        let mark = TimeSpan.minutes(5).seconds
        hasMissedMark =
            state.last.map { $0.at.seconds / mark < present.now.seconds / mark } ?? false
    }

    /// Goes on to a later reading; returns for how long the machine slept until then.
    mutating func sleep(until reading: Reading) -> TimeSpan {
        defer { asleep = reading.asleep }
        return max(.zero, reading.asleep - asleep)
    }
}
