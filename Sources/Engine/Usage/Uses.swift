import RuleModel

/// What reporters say is used now; nothing of it is recorded but what it adds up to.
struct Uses: Sendable {
    /// An app or a site that a reporter opened.
    struct Use: Sendable {
        let place: Place
        /// The monitored targets that it belongs to.
        var targets: [String]
        /// When its reporter last said that it is used, in elapsed time.
        var seen: TimeSpan
        /// Whether the machine slept since then: it counts again once it is seen again.
        var isAsleep = false
    }
    struct Absence: Sendable {
        var isIdle: Bool
        var isLocked: Bool
    }

    /// What is open, by number.
    private(set) var open: [Int64: Use] = [:]
    /// What reporters say of the person, by reporter.
    private(set) var absences: [Int: Absence] = [:]
    /// Up to when everything is counted, in elapsed time.
    private(set) var counted: TimeSpan
    /// How long each target was used that is not noted yet.
    private(set) var targets: [String: TimeSpan] = [:]
    /// Idle time of each target's stretch before what `targets` counts against, not noted yet.
    private(set) var earlier: [String: TimeSpan] = [:]
    /// How long what each request opened was used that is not noted yet.
    private(set) var requests: [Int64: TimeSpan] = [:]
    /// When the stretch that is not noted yet began.
    private(set) var since: Instant
    /// What was opened of each target since its stretch began, beside what began it.
    private(set) var places: [String: [Place]] = [:]
    /// Since when, in elapsed time, the person may have been there all the time.
    private(set) var presentSince = TimeSpan.zero
    /// How long the machine slept before the present moment.
    private(set) var slept = TimeSpan.zero
    private var last: Int64

    /// Nothing is used; numbers differ from those of an earlier run on the same boot.
    init(at reading: Reading) {
        counted = reading.elapsed
        since = reading.wall
        last = max(0, reading.elapsed.milliseconds)
    }

    /// A use that its reporter is silent about for so long is over.
    static let limit = TimeSpan.seconds(90)
    /// How often a reporter should say that something is used.
    static let heartbeat = TimeSpan.seconds(30)

    /// Whether somebody says that the person is away.
    var isIdle: Bool { absences.values.contains { $0.isIdle || $0.isLocked } }
    /// Whether somebody says that the screen is locked.
    var isLocked: Bool { absences.values.contains { $0.isLocked } }
    /// Whether there is something that was not noted yet.
    var hasNews: Bool { targets.values.contains { $0 != .zero } }

    /// The targets that something is used of, asleep or not counted as it may be.
    var running: Set<String> {
        Set(open.values.lazy.filter { !$0.isAsleep }.flatMap(\.targets))
    }

    /// The elapsed time at which the next use is over if nobody says more; nil if none is open.
    var nextEnd: TimeSpan? {
        open.isEmpty ? nil : open.values.lazy.map { $0.seen + Self.limit }.min()
    }

    /// At most so many are open; the one that was seen the longest ago makes room.
    static let most = 1000
    /// At most so many places of a target are named.
    static let mostPlaces = 100

    mutating func begin(_ place: Place, _ targets: [String], at elapsed: TimeSpan) -> Int64 {
        last += 1
        if open.isEmpty { presentSince = max(presentSince, elapsed) }
        if open.count >= Self.most,
            let oldest = open.min(by: { ($0.value.seen, $0.key) < ($1.value.seen, $1.key) })
        {
            open[oldest.key] = nil
        }
        open[last] = Use(place: place, targets: targets, seen: elapsed)
        return last
    }

    /// Notes that a use goes on, of the targets that its place belongs to now.
    mutating func see(_ use: Int64, _ targets: [String], at elapsed: TimeSpan) {
        open[use]?.targets = targets
        open[use]?.seen = elapsed
        open[use]?.isAsleep = false
    }

    mutating func drop(_ target: String) {
        for use in open.keys { open[use]?.targets.removeAll { $0 == target } }
    }

    mutating func end(_ use: Int64) -> Use? { open.removeValue(forKey: use) }

    mutating func join(_ target: String, _ place: Place) {
        let known = places[target] ?? []
        guard known.count < Self.mostPlaces, !known.contains(place) else { return }
        places[target, default: []].append(place)
    }

    /// What was opened of a target whose stretch is over.
    mutating func leave(_ target: String) -> [Place] { places.removeValue(forKey: target) ?? [] }

    /// The machine slept: what is open counts again once it is seen.
    mutating func sleep(_ length: TimeSpan) {
        slept = length
        guard length > .zero else { return }
        for use in open.keys { open[use]?.isAsleep = true }
    }

    /// Counts what was used since the last time; `grants` are the permissions that ran then.
    mutating func count(to elapsed: TimeSpan, _ grants: [Grant]) {
        defer { counted = max(counted, elapsed) }
        guard !open.isEmpty, !isIdle, elapsed > counted else { return }
        var used: [String: TimeSpan] = [:]
        for use in open.values where !use.isAsleep {
            // What begins at the same moment and overlaps lasts as long as the longest of it.
            let length = min(elapsed, use.seen + Self.limit) - counted
            guard length > .zero else { continue }
            for target in use.targets { used[target] = max(used[target] ?? .zero, length) }
        }
        for (target, length) in used {
            targets[target] = (targets[target] ?? .zero) + length
        }
        for grant in grants {
            let longest = grant.targets.compactMap { used[$0] }.max() ?? .zero
            let length = min(longest, grant.time.deadline.elapsed - counted)
            guard length > .zero else { continue }
            requests[grant.request] = (requests[grant.request] ?? .zero) + length
        }
    }

    /// Takes in a reporter's word; without one it says nothing any more.
    mutating func record(_ absence: Absence?, of reporter: Int, at elapsed: TimeSpan) {
        let wasIdle = isIdle
        absences[reporter] = absence
        if wasIdle, !isIdle { presentSince = elapsed }
    }

    /// Takes back what turned out to have been idle time: of each target's stretch at most what it
    /// has, and of that at most what its day and its budgets have of it.
    mutating func subtract(
        _ idle: TimeSpan, _ most: [String: (stretch: TimeSpan, period: TimeSpan)],
        _ mostOf: [Int64: TimeSpan]
    ) {
        for (target, length) in most {
            let all = min(idle, length.stretch)
            let recent = min(all, length.period)
            targets[target] = (targets[target] ?? .zero) - recent
            if all > recent { earlier[target] = (earlier[target] ?? .zero) + (all - recent) }
        }
        for (request, length) in mostOf {
            requests[request] = (requests[request] ?? .zero) - min(idle, length)
        }
    }

    /// Hands over what is to be noted, and begins a new stretch.
    mutating func flush(at now: Instant) -> UsageNote? {
        defer { since = now }
        guard hasNews || !earlier.isEmpty || requests.values.contains(where: { $0 != .zero }) else {
            return nil
        }
        let note = UsageNote(
            since: since,
            targets: targets.filter { $0.value != .zero || earlier[$0.key] != nil }
                .sorted { $0.key < $1.key }
                .map {
                    UsageNote.TargetUse(
                        target: $0.key, active: $0.value, idle: earlier[$0.key])
                },
            requests: requests.filter { $0.value != .zero }.sorted { $0.key < $1.key }
                .map { UsageNote.RequestUse(request: $0.key, active: $0.value) })
        targets = [:]
        earlier = [:]
        requests = [:]
        return note
    }
}
