import RuleModel

/// A fact with its place in history, as stored and shown on the socket.
package struct Event: Hashable, Sendable {
    /// Counts up from 1 on each device, without gaps.
    package var sequence: Int64
    /// The trusted time of the event.
    package var at: Instant
    /// The local zone's offset from UTC at that time, in seconds east.
    package var offset: Int
    /// Elapsed time since the machine's start, suspend included.
    package var elapsed: TimeSpan
    package var boot: BootID
    package var fact: Fact

    package init(
        sequence: Int64, at: Instant, offset: Int, elapsed: TimeSpan, boot: BootID, fact: Fact
    ) {
        self.sequence = sequence
        self.at = at
        self.offset = offset
        self.elapsed = elapsed
        self.boot = boot
        self.fact = fact
    }

    /// The elapsed time of the event.
    package var deadline: Deadline { Deadline(boot: boot, elapsed: elapsed) }

    /// The same event at another time.
    func replacing(at instant: Instant) -> Event {
        var event = self
        event.at = instant
        return event
    }

    /// The same place in history with another fact.
    package func replacing(fact: Fact) -> Event {
        var event = self
        event.fact = fact
        return event
    }
}
