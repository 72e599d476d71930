import RuleModel

/// A fact with its place in history; what the store keeps and the socket shows.
package struct Event: Hashable, Sendable {
    /// Counts up from 1 on each device, without gaps.
    package var sequence: Int64
    /// Trusted time at which it happened.
    package var at: Instant
    /// What the local zone's offset from UTC was then, in seconds east.
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

    /// When it happened in elapsed time.
    package var deadline: Deadline { Deadline(boot: boot, elapsed: elapsed) }

    /// The same place in history with another fact.
    package func replacing(fact: Fact) -> Event {
        var event = self
        event.fact = fact
        return event
    }
}
