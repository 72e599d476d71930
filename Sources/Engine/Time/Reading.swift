import RuleModel

/// A reading of the machine's clocks; the only way in which time enters the engine.
package struct Reading: Hashable, Sendable {
    /// The wall clock (`CLOCK_REALTIME`), which a person can set.
    package var wall: Instant
    /// Time since the machine started, suspend included (`CLOCK_BOOTTIME`), which cannot be set.
    package var elapsed: TimeSpan
    /// The kernel's boot id: `elapsed` can be compared only within one boot.
    package var boot: BootID
    /// Whether the wall clock is known to follow a time server now; unknown counts as no.
    package var isSynchronised: Bool
    /// The part of `elapsed` in which the machine slept (`CLOCK_BOOTTIME` less `CLOCK_MONOTONIC`).
    package var asleep: TimeSpan

    package init(
        wall: Instant, elapsed: TimeSpan, boot: BootID, isSynchronised: Bool,
        asleep: TimeSpan = .zero
    ) {
        self.asleep = asleep
        self.wall = wall
        self.elapsed = elapsed
        self.boot = boot
        self.isSynchronised = isSynchronised
    }
}

/// The kernel's id of one run of the machine (`/proc/sys/kernel/random/boot_id`), as text.
package struct BootID: Hashable, Sendable, Codable {
    package var text: String

    package init(_ text: String) { self.text = text }

    package init(from decoder: any Decoder) throws { text = try String(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

/// A moment of elapsed time, comparable only with moments of the same boot.
package struct Deadline: Hashable, Sendable, Codable {
    /// The boot in which `elapsed` counts.
    package var boot: BootID
    /// Elapsed time, suspend included, at which the deadline falls.
    package var elapsed: TimeSpan

    /// A deadline at the given elapsed time of a boot, or at the last one that can be recorded.
    package init(boot: BootID, elapsed: TimeSpan) {
        self.boot = boot
        self.elapsed = elapsed.held(
            within: TimeSpan(milliseconds: TimeSpan.recordable.upperBound))
    }
}
