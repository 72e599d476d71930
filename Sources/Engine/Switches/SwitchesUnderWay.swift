/// The switches that are on their way to the disk.
struct SwitchesUnderWay: Sendable {
    /// The subjects that are switched off, by the sequence of the event.
    private var off: [Int64: Switch.Subject] = [:]
    /// The events that switched subjects on while these were being switched off, which comes too
    /// late.
    private var on: [Switch.Subject: Int64] = [:]

    func isUnderWay(_ subject: Switch.Subject) -> Bool { off.values.contains(subject) }

    mutating func begin(_ subject: Switch.Subject, by sequence: Int64) { off[sequence] = subject }
    mutating func end(by sequence: Int64) { off[sequence] = nil }

    /// Notes that something is switched on while it is being switched off.
    mutating func overtake(_ subject: Switch.Subject, by sequence: Int64) { on[subject] = sequence }

    /// Whether what the event of a sequence number switched off was switched on again since.
    func isOvertaken(_ subject: Switch.Subject, by sequence: Int64) -> Bool {
        on[subject].map { sequence < $0 } ?? false
    }

    /// Forgets what overtook a switching off that is on disk now, or is not.
    mutating func prune() { on = on.filter { isUnderWay($0.key) } }
}
