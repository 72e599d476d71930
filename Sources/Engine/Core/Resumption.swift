import RuleModel

/// The relation of the daemon's start to the record, and the time that the machine has slept since.
struct Resumption: Sendable {
    let continuity: DaemonStart.Continuity
    /// The time without a daemon; nil if none ever ran.
    let away: TimeSpan?
    /// Whether a mark of auto-protection was missed before the start.
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
        let mark = Cadences.lengths.autoProtection.seconds
        hasMissedMark =
            state.last.map { $0.at.seconds / mark < present.now.seconds / mark } ?? false
    }

    /// Advances to a later reading; returns how long the machine slept in between.
    mutating func sleep(until reading: Reading) -> TimeSpan {
        defer { asleep = reading.asleep }
        return max(.zero, reading.asleep - asleep)
    }
}
