import RuleModel

/// A running length of elapsed time: sleep counts, clock changes do not.
package struct Countdown: Hashable, Sendable, Codable {
    /// The whole length.
    package var length: TimeSpan
    package var deadline: Deadline

    package init(_ length: TimeSpan, from start: Deadline) {
        self.length = length
        deadline = Deadline(boot: start.boot, elapsed: start.elapsed + length)
    }

    package init(length: TimeSpan, deadline: Deadline) {
        self.length = length
        self.deadline = deadline
    }

    /// The countdown with a later end.
    func lengthened(by more: TimeSpan) -> Countdown {
        Countdown(
            length: length + more,
            deadline: Deadline(boot: deadline.boot, elapsed: deadline.elapsed + more))
    }

    /// Whether the countdown is over at a moment of the same boot.
    package func isOver(at moment: Deadline) -> Bool { deadline.elapsed <= moment.elapsed }

    /// Carries the countdown over a reboot: the rest at the last event less the wall time since,
    /// and never more than that rest.
    mutating func carry(from last: State.Moment, to event: Event) {
        carry(from: last, to: State.Moment(at: event.at, elapsed: event.deadline))
    }

    mutating func carry(from last: State.Moment, to moment: State.Moment) {
        // Below zero if it was over before the machine was back: how long ago counts.
        let away = max(.zero, moment.at - last.at)
        let rest =
            deadline.boot == last.elapsed.boot
            ? max(.zero, min(deadline.elapsed - last.elapsed.elapsed, length)) : .zero
        deadline = Deadline(
            boot: moment.elapsed.boot, elapsed: moment.elapsed.elapsed + (rest - away))
    }
}
