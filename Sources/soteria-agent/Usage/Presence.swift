import Systemd

/// The person's presence as reported by logind.
struct Presence: Hashable, Sendable {
    /// The session's IdleHint: no activity for a while, by the desktop's measure.
    var isIdle: Bool
    /// The session's LockedHint.
    var isLocked: Bool
    /// The time since boot at which the person became idle; nil if they are active, or if that is
    /// unknown.
    var idleSince: Duration?

    /// The person is present, or presence is unknown.
    static let present = Presence(isIdle: false, isLocked: false)

    /// Whether both describe the same state, whenever it began.
    func isLike(_ other: Presence) -> Bool {
        isIdle == other.isIdle && isLocked == other.isLocked
    }
}

/// The clocks that logind's times refer to, read at one moment.
struct IdleClocks: Hashable, Sendable {
    /// CLOCK_BOOTTIME.
    var boottime: Duration
    /// CLOCK_MONOTONIC.
    var monotonic: Duration
    /// CLOCK_REALTIME, time since 1970.
    var wall: Duration

    /// Reads the machine's clocks.
    static let now: @Sendable () -> IdleClocks = {
        let reading = ClockSample.now()
        return IdleClocks(
            boottime: .milliseconds(reading.elapsedMilliseconds),
            monotonic: .milliseconds(reading.elapsedMilliseconds - reading.asleepMilliseconds),
            wall: .milliseconds(reading.wallMilliseconds))
    }
}

extension Presence {
    /// Reads the properties of a session (`org.freedesktop.login1.Session`); `clocks` were read at
    /// the same time. Nil if the hints mean nothing: for a text terminal logind computes them when
    /// asked, and reports no change.
    init?(_ properties: [String: BusValue], _ clocks: IdleClocks) {
        guard let isIdle = properties["IdleHint"]?.flag,
            !["tty", "unspecified"].contains(properties["Type"]?.text)
        else { return nil }
        self.isIdle = isIdle
        isLocked = properties["LockedHint"]?.flag ?? false
        guard isIdle else { return }
        // The wall clock may have been set since; the monotonic clock stops during sleep, after
        // which nobody is idle for long.
        let hints = [
            ("IdleSinceHintMonotonic", clocks.monotonic), ("IdleSinceHint", clocks.wall),
        ]
        for (name, now) in hints {
            guard let moment = properties[name]?.count, moment > 0, moment <= UInt64(Int64.max)
            else { continue }
            idleSince = clocks.boottime - max(.zero, now - .microseconds(Int64(moment)))
            return
        }
    }
}
