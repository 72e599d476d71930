import RuleModel

/// A session: a continuous period of use of a target; apps and sites used at the same time count
/// once.
package struct UsageSession: Hashable, Sendable, Codable {
    /// The session's number on this device: the sequence of the event that began it.
    package var id: Int64
    package var target: String
    /// The places used, in the order in which they were opened; each once.
    package var places: [Place]
    package var at: Instant
    /// How long the target was used without idle time, up to the last note.
    package var active: TimeSpan
    /// The requests under whose grants the target was used, by number.
    package var requests: [Int64]
    /// The time of the last note; nil before the first.
    package var notedAt: Instant?
    /// The end; nil while the session runs.
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

/// The use since the last note, recorded so that it survives a crash of the daemon.
package struct UsageNote: Hashable, Sendable, Codable {
    /// The start of the noted stretch: the use counts from then.
    package var since: Instant
    /// The use of each target, by key.
    package var targets: [TargetUse]
    /// The use under the grant of each request, by number.
    package var requests: [RequestUse]

    package init(since: Instant, targets: [TargetUse], requests: [RequestUse] = []) {
        self.since = since
        self.targets = targets
        self.requests = requests
    }

    /// How long a target was used; below zero if time turned out to be idle.
    package struct TargetUse: Hashable, Sendable, Codable {
        package var target: String
        package var active: TimeSpan
        /// More idle time, from before the day or the budget's period of `since`: only the stretch
        /// and the day before lose it. nil: none.
        package var idle: TimeSpan?

        package init(target: String, active: TimeSpan, idle: TimeSpan? = nil) {
            self.target = target
            self.active = active
            self.idle = idle
        }
    }

    /// How long targets were used under a request's grant; below zero as above.
    package struct RequestUse: Hashable, Sendable, Codable {
        package var request: Int64
        package var active: TimeSpan
        /// The part of `active` that an earlier grant of one of the targets has too, below zero as
        /// above; nil: none.
        package var again: TimeSpan?
    }
}

/// The recorded use.
package struct UsageRecord: Hashable, Sendable, Codable {
    /// The stretches that run, by target.
    package var running: [String: UsageSession] = [:]
    /// How long each target was used, in milliseconds, over the last days.
    var windows: [String: Window] = [:]

    package init() {}

    /// The longest time that use is kept for: the longest period of a budget, a week, and a day.
    static let span = TimeSpan.days(8)

    /// How long a target was used since an instant, up to the last note.
    package func active(_ target: String, since: Instant) -> TimeSpan {
        TimeSpan(milliseconds: max(0, windows[target]?.sum(from: since).weight ?? 0))
    }

    /// The targets that were used in the last days, by key.
    var usedTargets: [String] { windows.keys.sorted() }

    /// The noted parts of the use of a target since an instant, in milliseconds, with their starts.
    func parts(of target: String, since: Instant) -> [(at: Instant, weight: Int64)] {
        windows[target]?.events(from: since) ?? []
    }

    /// Moves use from the future to `instant`, after trusted time went back.
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
