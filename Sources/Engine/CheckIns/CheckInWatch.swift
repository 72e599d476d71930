import RuleModel

/// The time of the next check-in review, and the check-ins with an answer on its way to the disk.
struct CheckInWatch: Sendable {
    /// The next review in trusted time.
    private(set) var due = Instant.distantPast
    /// The next review in elapsed time; nil: none.
    private(set) var over: TimeSpan?
    /// The last time at which the daemon was running and looked at the check-ins.
    private(set) var seen: Instant
    /// The check-ins with an answer or a change on its way to the disk, by event.
    private var underWay: [Int64: String] = [:]

    init(seen: Instant) { self.seen = seen }

    func areDue(at now: Instant, _ elapsed: TimeSpan) -> Bool {
        now >= due || now < seen || over.map { $0 <= elapsed } ?? false
    }

    mutating func review() { due = .distantPast }
    mutating func see(at now: Instant) { seen = now }
    mutating func wait(until due: Instant, over: TimeSpan?) { (self.due, self.over) = (due, over) }

    /// Whether an answer or a change of a check-in is on its way to the disk.
    func isUnderWay(_ key: String) -> Bool { underWay.values.contains(key) }
    mutating func begin(_ key: String, by sequence: Int64) { underWay[sequence] = key }
    mutating func end(by sequence: Int64) -> String? { underWay.removeValue(forKey: sequence) }
}
