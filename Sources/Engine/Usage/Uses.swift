import RuleModel

/// The uses that reporters see now; only their sums are recorded.
struct Uses: Sendable {
    /// An app or a site that a reporter opened.
    struct Use: Sendable {
        let place: Place
        /// The monitored targets of the app or site whose use counts.
        var targets: [String]
        /// All monitored targets of the app or site: it closes if one of them does.
        var all: [String]
        /// The elapsed time of the reporter's last report.
        var seen: TimeSpan
        /// Whether the machine slept since then: the use counts again after the next report.
        var isAsleep = false
    }
    struct Absence: Sendable {
        var isIdle: Bool
        var isLocked: Bool
    }

    /// The open uses, by number.
    private(set) var open: [Int64: Use] = [:]
    /// The person's absences, by reporter.
    private(set) var absences: [Int: Absence] = [:]
    /// The elapsed time up to which everything is counted.
    private(set) var counted: TimeSpan
    /// The use of each target that is not noted yet.
    private(set) var targets: [String: TimeSpan] = [:]
    /// The idle time of each target's stretch that is not noted yet and precedes `targets`.
    private(set) var earlier: [String: TimeSpan] = [:]
    /// The use under each request's grant that is not noted yet.
    private(set) var requests: [Int64: TimeSpan] = [:]
    /// The part of it that an earlier grant of one of the targets has too.
    private(set) var again: [Int64: TimeSpan] = [:]
    /// The elapsed time up to which an earlier grant had the use under each request's grant.
    private var lastAgain: [Int64: TimeSpan] = [:]
    /// The start of the stretch that is not noted yet.
    private(set) var since: Instant
    /// The places of each target that were opened after its stretch began.
    private(set) var places: [String: [Place]] = [:]
    /// The elapsed time since which the person may have been present throughout.
    private(set) var presentSince = TimeSpan.zero
    /// How long the machine slept just before now.
    private(set) var slept = TimeSpan.zero
    private var last: Int64

    /// No uses; the numbers differ from those of an earlier run on the same boot.
    init(at reading: Reading) {
        counted = reading.elapsed
        since = reading.wall
        last = max(0, reading.elapsed.milliseconds)
    }

    /// A use ends after this time without a report.
    static let limit = TimeSpan.seconds(90)
    /// How often a reporter should report a use.
    static let heartbeat = TimeSpan.seconds(30)

    /// Whether a reporter says that the person is away.
    var isIdle: Bool { absences.values.contains { $0.isIdle || $0.isLocked } }
    /// Whether a reporter says that the screen is locked.
    var isLocked: Bool { absences.values.contains { $0.isLocked } }
    /// Whether there is use that is not noted yet. Inlined, so that the uses are not copied.
    @inline(__always)
    var hasNews: Bool { !targets.isEmpty && targets.values.contains { $0 != .zero } }

    /// The targets with an open use, asleep or otherwise not counted ones included.
    var running: Set<String> {
        Set(open.values.lazy.filter { !$0.isAsleep }.flatMap(\.targets))
    }

    /// All targets of the places in use, those included whose use does not count.
    var met: Set<String> { Set(open.values.lazy.filter { !$0.isAsleep }.flatMap(\.all)) }

    /// The elapsed time at which the next use ends without a report; nil if none is open.
    var nextEnd: TimeSpan? {
        open.isEmpty ? nil : open.values.lazy.map { $0.seen + Self.limit }.min()
    }

    /// The greatest number of open uses; the one with the oldest report makes room.
    static let most = 1000
    /// The greatest number of named places of a target.
    static let mostPlaces = 100

    /// Begins a use of a place with all its targets; the use of `targets` counts.
    mutating func begin(
        _ place: Place, _ targets: [String], among all: [String], at elapsed: TimeSpan
    ) -> Int64 {
        last += 1
        if open.isEmpty { presentSince = max(presentSince, elapsed) }
        if open.count >= Self.most,
            let oldest = open.min(by: { ($0.value.seen, $0.key) < ($1.value.seen, $1.key) })
        {
            open[oldest.key] = nil
        }
        open[last] = Use(place: place, targets: targets, all: all, seen: elapsed)
        return last
    }

    /// Records that a use continues, with the targets that its place has now.
    mutating func see(
        _ use: Int64, _ targets: [String], among all: [String], at elapsed: TimeSpan
    ) {
        open[use]?.targets = targets
        open[use]?.all = all
        open[use]?.seen = elapsed
        open[use]?.isAsleep = false
    }

    mutating func drop(_ target: String) {
        for use in open.keys {
            open[use]?.targets.removeAll { $0 == target }
            open[use]?.all.removeAll { $0 == target }
        }
    }

    mutating func end(_ use: Int64) -> Use? { open.removeValue(forKey: use) }

    mutating func join(_ target: String, _ place: Place) {
        let known = places[target] ?? []
        guard known.count < Self.mostPlaces, !known.contains(place) else { return }
        places[target, default: []].append(place)
    }

    /// Removes and returns the places of a target whose stretch is over.
    mutating func leave(_ target: String) -> [Place] { places.removeValue(forKey: target) ?? [] }

    /// Records that the machine slept: open uses count again after the next report.
    mutating func sleep(_ length: TimeSpan) {
        slept = length
        guard length > .zero else { return }
        for use in open.keys { open[use]?.isAsleep = true }
    }

    /// Counts the use since the last time; `grants` are those that ran then.
    mutating func count(to elapsed: TimeSpan, _ grants: [Grant]) {
        defer { counted = max(counted, elapsed) }
        guard !open.isEmpty, !isIdle, elapsed > counted else { return }
        var used: [String: TimeSpan] = [:]
        for use in open.values where !use.isAsleep {
            // Overlapping uses that begin at the same moment last as long as the longest.
            let length = min(elapsed, use.seen + Self.limit) - counted
            guard length > .zero else { continue }
            for target in use.targets { used[target] = max(used[target] ?? .zero, length) }
        }
        for (target, length) in used {
            targets[target] = (targets[target] ?? .zero) + length
        }
        func use(of targets: [String], under grant: Grant) -> TimeSpan {
            let longest = targets.compactMap { used[$0] }.max() ?? .zero
            return min(longest, grant.time.deadline.elapsed - counted)
        }
        for (index, grant) in grants.enumerated() {
            let length = use(of: grant.targets, under: grant)
            guard length > .zero else { continue }
            requests[grant.request] = (requests[grant.request] ?? .zero) + length
            let known = grants[..<index]
                .map { use(of: $0.targets.filter(grant.targets.contains), under: $0) }.max()
            if let known, known > .zero {
                let shared = min(length, known)
                again[grant.request] = (again[grant.request] ?? .zero) + shared
                lastAgain[grant.request] = counted + shared
            }
        }
    }

    /// Records a reporter's report; nil: the reporter is gone.
    mutating func record(_ absence: Absence?, of reporter: Int, at elapsed: TimeSpan) {
        let wasIdle = isIdle
        absences[reporter] = absence
        if wasIdle, !isIdle { presentSince = elapsed }
    }

    /// Subtracts time that turned out to be idle: from each target's stretch at most its use, and
    /// of that at most what its day and its budgets have. Of the use under a grant, the part that
    /// an earlier grant had as well is subtracted for the time in which it had.
    mutating func subtract(
        _ idle: TimeSpan, _ most: [String: (stretch: TimeSpan, period: TimeSpan)],
        _ mostOf: [Int64: (all: TimeSpan, again: TimeSpan)]
    ) {
        for (target, length) in most {
            let all = min(idle, length.stretch)
            let recent = min(all, length.period)
            targets[target] = (targets[target] ?? .zero) - recent
            if all > recent { earlier[target] = (earlier[target] ?? .zero) + (all - recent) }
        }
        for (request, length) in mostOf {
            requests[request] = (requests[request] ?? .zero) - min(idle, length.all)
            let shared = min(idle - (counted - (lastAgain[request] ?? .zero)), length.again)
            if shared > .zero { again[request] = (again[request] ?? .zero) - shared }
        }
    }

    /// Returns the note of the use so far, and begins a new stretch.
    mutating func flush(at now: Instant) -> UsageNote? {
        defer { since = now }
        let noted = Set(
            (requests.map { $0 } + again.map { $0 }).filter { $0.value != .zero }.map(\.key))
        guard hasNews || !earlier.isEmpty || !noted.isEmpty else { return nil }
        let note = UsageNote(
            since: since,
            targets: targets.filter { $0.value != .zero || earlier[$0.key] != nil }
                .sorted { $0.key < $1.key }
                .map {
                    UsageNote.TargetUse(
                        target: $0.key, active: $0.value, idle: earlier[$0.key])
                },
            requests: noted.sorted().map {
                UsageNote.RequestUse(
                    request: $0, active: requests[$0] ?? .zero, again: again[$0])
            })
        targets = [:]
        earlier = [:]
        requests = [:]
        again = [:]
        // No idle time is subtracted from before.
        lastAgain = lastAgain.filter { $0.value > presentSince }
        return note
    }
}
