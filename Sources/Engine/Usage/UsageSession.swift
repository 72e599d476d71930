import RuleModel

/// One stretch of real use of a target; apps and sites used at the same time count once.
package struct UsageSession: Hashable, Sendable, Codable {
    /// Its number on this device: the sequence of the event that began it.
    package var id: Int64
    package var target: String
    /// What was used, in the order in which it was opened; each once.
    package var places: [Place]
    package var at: Instant
    /// How long something of it was used, idle time taken out, as far as that is noted.
    package var active: TimeSpan
    /// The requests under whose permission it was used, by number.
    package var requests: [Int64]
    /// Up to when that is noted; nil if nothing is yet.
    package var notedAt: Instant?
    /// When it ended; nil while it runs.
    package var until: Instant?

    package init(
        id: Int64, target: String, places: [Place], at: Instant, active: TimeSpan = .zero,
        requests: [Int64] = [], until: Instant? = nil
    ) {
        self.id = id
        self.target = target
        self.places = places
        self.at = at
        self.active = active
        self.requests = requests
        self.until = until
    }
}

/// What was used since the last note; a target's use is not lost where the daemon dies.
package struct UsageNote: Hashable, Sendable, Codable {
    /// When the stretch that is noted began: what it adds counts from then.
    package var since: Instant
    /// What each target was used, by key.
    package var targets: [TargetUse]
    /// What was used under the permission of each request, by number.
    package var requests: [RequestUse]

    package init(since: Instant, targets: [TargetUse], requests: [RequestUse] = []) {
        self.since = since
        self.targets = targets
        self.requests = requests
    }

    /// How long a target was used; below zero where time turned out to have been idle.
    package struct TargetUse: Hashable, Sendable, Codable {
        package var target: String
        package var active: TimeSpan
        /// How much more turned out to have been idle, before the day or a budget's period that
        /// `since` lies in: only the stretch and the day before it give that back. nil: nothing.
        package var idle: TimeSpan?

        package init(target: String, active: TimeSpan, idle: TimeSpan? = nil) {
            self.target = target
            self.active = active
            self.idle = idle
        }
    }

    /// How long targets were used under a request's permission; below zero as above.
    package struct RequestUse: Hashable, Sendable, Codable {
        package var request: Int64
        package var active: TimeSpan
    }
}

/// What the record holds of use.
package struct UsageRecord: Hashable, Sendable, Codable {
    /// The stretches that run, by target.
    package var running: [String: UsageSession] = [:]
    /// How long each target was used, in milliseconds, over the last days.
    var windows: [String: Window] = [:]

    package init() {}

    /// How far back use can be asked for: a week and a day.
    static let span = TimeSpan.days(8)

    /// How long a target was used since an instant, as far as that is noted.
    package func active(_ target: String, since: Instant) -> TimeSpan {
        TimeSpan(milliseconds: max(0, windows[target]?.sum(from: since).weight ?? 0))
    }

    /// Trusted time went back: what seems to lie ahead happened before now.
    mutating func goBack(to instant: Instant) {
        for target in windows.keys { windows[target]?.goBack(to: instant) }
    }

    mutating func record(
        _ use: UsageNote.TargetUse, since: Instant, until: Instant, _ requests: [Int64]
    ) {
        windows[use.target, default: Window(span: Self.span)]
            .add(at: since, weight: use.active.milliseconds)
        guard var session = running[use.target] else { return }
        session.active = max(.zero, session.active + use.active - (use.idle ?? .zero))
        session.notedAt = until
        session.requests = Set(session.requests).union(requests).sorted()
        running[use.target] = session
    }
}
