import RuleModel

/// Confirmations, attempts and new blocks of which the record knows nothing.
struct UnblockProgress: Sendable {
    /// The targets that became blocked and whose pauses have not been told yet.
    private(set) var newlyBlocked: Set<String> = []
    /// The requests whose confirmation is on its way to the disk, by the sequence of its event.
    private var underWay: [Int64: Int64] = [:]
    /// When the last of them was confirmed.
    private var lastConfirmed: Instant?
    /// When each entry of the rules was last opened while it was blocked, if that matters still.
    private var recentAttempts: [Place: Instant] = [:]

    /// Openings of one entry within this time count once: a page may open a hundred hosts.
    private static let attemptPause = TimeSpan.seconds(1)

    /// Whether the confirmation of a request is on its way to the disk.
    func isConfirming(_ request: Int64) -> Bool {
        !underWay.isEmpty && underWay.values.contains(request)
    }

    /// When the last request was confirmed whose confirmation is on its way to the disk, if any.
    var lastConfirming: Instant? { underWay.isEmpty ? nil : lastConfirmed }

    mutating func confirm(_ request: Int64, by sequence: Int64, at now: Instant) {
        underWay[sequence] = request
        lastConfirmed = now
    }

    mutating func end(by sequence: Int64) { underWay[sequence] = nil }

    /// Notes that an entry is opened; false if it was opened just now.
    mutating func attempt(_ entry: Place, at now: Instant) -> Bool {
        recentAttempts = recentAttempts.filter { (now - $0.value).magnitude < Self.attemptPause }
        guard recentAttempts[entry] == nil else { return false }
        recentAttempts[entry] = now
        return true
    }

    mutating func recordBlocked(_ target: String) { newlyBlocked.insert(target) }

    /// Hands over the targets that became blocked; those of some requests are handed over again.
    mutating func drainNewlyBlocked(keeping waiting: [UnblockRequest]) -> Set<String> {
        defer {
            newlyBlocked = newlyBlocked.filter { target in
                waiting.contains { $0.targets.contains(target) }
            }
        }
        return newlyBlocked
    }
}
