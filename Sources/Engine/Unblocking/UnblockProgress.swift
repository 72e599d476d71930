import RuleModel

/// Confirmations, taking back of protections, attempts and new blocks that are not in the record.
struct UnblockProgress: Sendable {
    /// The newly blocked targets that pauses have not been checked for yet.
    private(set) var newlyBlocked: Set<String> = []
    /// The requests whose confirmation is on its way to the disk, by the sequence of its event.
    private var underWay: [Int64: Int64] = [:]
    /// The protections whose taking back is on its way to the disk, by the sequence of its event.
    private var takenBack: [Int64: Int64] = [:]
    /// The time of the last confirmation.
    private var lastConfirmed: Instant?
    /// The time at which each entry of the rules was last opened while blocked, if that still
    /// matters.
    private var recentAttempts: [Place: Instant] = [:]

    /// The places at which the present day and week begin among the person's actions.
    private var today = Behaviour.SearchStart()
    private var thisWeek = Behaviour.SearchStart()

    /// Attempts on one entry within this time count once: a page may open a hundred hosts.
    private static let attemptPause = TimeSpan.seconds(1)

    /// Whether the confirmation of a request is on its way to the disk.
    func isConfirming(_ request: Int64) -> Bool {
        !underWay.isEmpty && underWay.values.contains(request)
    }

    /// The time of the last confirmation that is on its way to the disk, if any.
    var lastConfirming: Instant? { underWay.isEmpty ? nil : lastConfirmed }

    mutating func confirm(_ request: Int64, by sequence: Int64, at now: Instant) {
        underWay[sequence] = request
        lastConfirmed = now
    }

    /// Whether the taking back of a protection is on its way to the disk.
    func isTakingBack(_ protection: Int64) -> Bool {
        !takenBack.isEmpty && takenBack.values.contains(protection)
    }

    mutating func takeBack(_ protection: Int64, by sequence: Int64) {
        takenBack[sequence] = protection
    }

    mutating func end(by sequence: Int64) {
        underWay[sequence] = nil
        takenBack[sequence] = nil
    }

    /// Records an attempt on an entry; false if there was one just now.
    mutating func attempt(_ entry: Place, at now: Instant) -> Bool {
        recentAttempts = recentAttempts.filter { (now - $0.value).magnitude < Self.attemptPause }
        guard recentAttempts[entry] == nil else { return false }
        recentAttempts[entry] = now
        return true
    }

    /// The person's requests and unblocks of today and of this week.
    ///
    /// Inlined, so that the actions are not copied.
    @inline(__always)
    mutating func counts(
        _ behaviour: borrowing Behaviour, today midnight: Instant, thisWeek monday: Instant
    ) -> (today: (requests: Int, unblocks: Int), thisWeek: (requests: Int, unblocks: Int)) {
        (
            behaviour.counts(from: midnight, near: &today),
            behaviour.counts(from: monday, near: &thisWeek)
        )
    }

    mutating func recordBlocked(_ target: String) { newlyBlocked.insert(target) }

    /// Returns and clears the newly blocked targets; keeps those of some requests.
    mutating func drainNewlyBlocked(keeping waiting: [UnblockRequest]) -> Set<String> {
        defer {
            newlyBlocked = newlyBlocked.filter { target in
                waiting.contains { $0.targets.contains(target) }
            }
        }
        return newlyBlocked
    }
}
