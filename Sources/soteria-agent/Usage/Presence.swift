import Systemd

/// The person's presence as logind tells it.
struct Presence: Hashable, Sendable {
    /// The session's IdleHint: nothing was done for a while, as the desktop counts it.
    var isIdle: Bool
    /// The session's LockedHint.
    var isLocked: Bool
    /// Since when the person has been idle, time since the boot; nil where they are not, or that is
    /// not known.
    var idleSince: Duration?

    /// Somebody is there, or nobody says otherwise.
    static let there = Presence(isIdle: false, isLocked: false)

    /// Whether two say the same of the person now.
    func isLike(_ other: Presence) -> Bool {
        isIdle == other.isIdle && isLocked == other.isLocked
    }
}

/// The clocks that logind's times are by, read at one moment.
struct IdleClocks: Hashable, Sendable {
    /// CLOCK_BOOTTIME.
    var boottime: Duration
    /// CLOCK_MONOTONIC.
    var monotonic: Duration
    /// CLOCK_REALTIME, time since 1970.
    var wall: Duration

    /// The machine's.
    static let now: @Sendable () -> IdleClocks = {
        let reading = ClockSample.now()
        return IdleClocks(
            boottime: .milliseconds(reading.elapsedMilliseconds),
            monotonic: .milliseconds(reading.elapsedMilliseconds - reading.asleepMilliseconds),
            wall: .milliseconds(reading.wallMilliseconds))
    }
}

extension Presence {
    /// Reads the properties of a session (`org.freedesktop.login1.Session`) by clocks that were
    /// read now; nil for one whose hints say nothing: on a text terminal logind works them out when
    /// it is asked, and tells nobody when they change.
    init?(_ properties: [String: BusValue], _ clocks: IdleClocks) {
        guard let isIdle = properties["IdleHint"]?.flag,
            !["tty", "unspecified"].contains(properties["Type"]?.text)
        else { return nil }
        self.isIdle = isIdle
        isLocked = properties["LockedHint"]?.flag ?? false
        guard isIdle else { return }
        // The wall clock may have been set since; the other one stands still in the machine's
        // sleep, after which nobody is idle for long.
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
