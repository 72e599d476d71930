import RuleModel

/// Time that a person cannot set: the last trusted wall instant plus elapsed time since.
///
/// It follows slow drift of the wall clock by at most one second a minute. If the two disagree by
/// more, the wall clock has jumped, and is not believed until it is known to be synchronised, or
/// the jump has lasted for 24 hours of elapsed time. Suspend is not a jump: elapsed time counts it.
package struct TrustedClock: Hashable, Sendable {
    /// Trusted time at the last reading.
    package private(set) var now: Instant
    /// The elapsed time and boot of the last reading.
    package private(set) var last: Deadline
    /// A disagreement that is not yet resolved; its size follows the wall clock's own drift.
    package private(set) var jump: State.Jump?

    /// No wall clock is believed before the year in which this program was written (2026).
    package static let floor = Instant(seconds: 1_767_225_600)
    /// How long a jump must last before the wall clock is believed.
    package static let patience = TimeSpan.hours(24)
    /// The difference of two clocks at rest that are read one after the other.
    private static let tolerance = TimeSpan.seconds(1)

    /// A change of the wall clock against trusted time.
    package enum Change: Hashable, Sendable {
        /// The wall clock left trusted time by `size`.
        case jumped(size: TimeSpan)
        /// Trusted time moved by `size` to follow it.
        case adopted(size: TimeSpan, reason: AdoptionReason)
        /// The wall clock came back to trusted time.
        case returned
    }

    /// Continues recorded history at the daemon's start; also returns how far the clocks prove it.
    ///
    /// Within one boot, elapsed time proves the clock. After a reboot the wall clock is used, but
    /// never before the last recorded instant (nor before `floor`); if that is later, trusted time
    /// starts from there and `advance` finds that the wall clock has jumped.
    package static func resume(
        _ state: State, at reading: Reading
    ) -> (clock: TrustedClock, continuity: DaemonStart.Continuity) {
        let here = Deadline(boot: reading.boot, elapsed: reading.elapsed)
        guard let before = state.last else {
            let clock = TrustedClock(now: max(reading.wall, floor), last: here, jump: nil)
            return (clock, reading.wall < floor ? .behind : .first)
        }
        if before.elapsed.boot == reading.boot, before.elapsed.elapsed <= reading.elapsed {
            var clock = TrustedClock(now: before.at, last: before.elapsed, jump: state.jump)
            clock.followJump(to: reading)
            return (clock, .sameBoot)
        }
        let clock = TrustedClock(now: max(reading.wall, before.at), last: here, jump: nil)
        if reading.wall < before.at { return (clock, .behind) }
        return (clock, reading.isSynchronised ? .synchronised : .unproven)
    }

    /// Advances to a later reading of the same boot; returns the changes of the wall clock.
    package mutating func advance(to reading: Reading) -> [Change] {
        // A reading of another boot cannot come while the program runs, and would prove nothing.
        let passed = max(.zero, reading.elapsed - last.elapsed)
        last = Deadline(boot: reading.boot, elapsed: reading.elapsed)
        now = now + passed
        let allowance = TimeSpan(milliseconds: passed.milliseconds / 60)
        let slack = allowance + Self.tolerance
        let difference = reading.wall - now
        if difference.magnitude <= slack {
            now = now + difference.held(within: allowance)
            guard jump != nil else { return [] }
            jump = nil
            return [.returned]
        }
        var changes: [Change] = []
        if let known = jump, (difference - known.size).magnitude <= slack {
            jump?.size = known.size + (difference - known.size).held(within: allowance)
        } else {
            jump = State.Jump(size: difference, since: last, at: now)
            changes.append(.jumped(size: difference))
        }
        if let reason = reasonToAdopt(reading) {
            jump = nil
            now = reading.wall
            changes.append(.adopted(size: difference, reason: reason))
        }
        return changes
    }

    /// Updates the size of a known jump to the wall clock's drift since.
    private mutating func followJump(to reading: Reading) {
        guard let known = jump else { return }
        let size = reading.wall - (now + (reading.elapsed - last.elapsed))
        let waited = reading.elapsed - known.since.elapsed
        let slack = TimeSpan(milliseconds: waited.milliseconds / 60) + Self.tolerance
        if (size - known.size).magnitude <= slack { jump?.size = size }
    }

    private func reasonToAdopt(_ reading: Reading) -> AdoptionReason? {
        if reading.isSynchronised { return .synchronised }
        guard let jump, jump.since.boot == reading.boot else { return nil }
        // A clock before `floor` is wrong at any age.
        let waited = reading.elapsed - jump.since.elapsed >= Self.patience
        return waited && reading.wall >= Self.floor ? .waited : nil
    }
}

extension TimeSpan {
    /// The span, cut to at most `limit` in either direction.
    func held(within limit: TimeSpan) -> TimeSpan {
        min(max(self, -limit), limit)
    }
}
