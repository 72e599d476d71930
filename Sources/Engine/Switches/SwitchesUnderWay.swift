/// The switches that are on their way to the disk.
struct SwitchesUnderWay: Sendable {
    /// The subjects that are switched off, by the sequence of the event.
    private var off: [Int64: Switch.Subject] = [:]
    /// The events that switched subjects on while their switch-off was being written.
    private var on: [Switch.Subject: Int64] = [:]

    func isUnderWay(_ subject: Switch.Subject) -> Bool { off.values.contains(subject) }

    mutating func begin(_ subject: Switch.Subject, by sequence: Int64) { off[sequence] = subject }
    mutating func end(by sequence: Int64) { off[sequence] = nil }

    /// Records that a subject was switched on while its switch-off was being written.
    mutating func overtake(_ subject: Switch.Subject, by sequence: Int64) { on[subject] = sequence }

    /// Whether the switch-off of an event was overtaken by a switch-on.
    func isOvertaken(_ subject: Switch.Subject, by sequence: Int64) -> Bool {
        on[subject].map { sequence < $0 } ?? false
    }

    /// Forgets the switch-ons whose switch-off is on disk now or failed.
    mutating func prune() { on = on.filter { isUnderWay($0.key) } }
}
