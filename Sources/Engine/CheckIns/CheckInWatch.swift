import RuleModel

/// When check-ins have to be looked at again, and which of them are being answered.
struct CheckInWatch: Sendable {
    /// When one has to be looked at by trusted time.
    private(set) var due = Instant.distantPast
    /// When one has to be looked at by elapsed time; nil: no time is known.
    private(set) var over: TimeSpan?
    /// When they were last looked at, or the daemon was last there.
    private(set) var seen: Instant
    /// The check-ins whose answer or change is on its way to the disk, by its event.
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
