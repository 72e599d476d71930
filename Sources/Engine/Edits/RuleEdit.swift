import RuleModel

/// An edit of the rules that is not wholly done: what was in force before it holds on until the
/// delay is over, or could still be gone back to.
package struct RuleEdit: Hashable, Sendable, Codable {
    /// Its number on this device: the sequence of the event that says so.
    package var id: Int64
    /// The entries by which it weakens the rules, as paths: `quiet_hours.nights`.
    package var entries: [String]
    /// The fingerprint of the texts before the edit; of a switch: of none.
    package var fingerprint: String
    /// The texts before the edit, in the order read; of a switch: none.
    package var sources: [RuleText]
    /// The switches that were set before it.
    package var switches: [Switch]
    /// The switch that waits; nil: the files were edited.
    package var change: Switch?
    /// When it was made, in trusted time.
    package var at: Instant
    /// How long it waits.
    package var time: Countdown
    /// For how long it may be taken back in full.
    package var revocable: Countdown
    /// The numbers of the edits that wait no longer, as this one restored what they had weakened.
    package var cancels: [Int64]
    /// Whether it waits: what was before it is in force beside what is written.
    package var isPending: Bool
    /// The edit that restored what this one had weakened; nil: none did.
    package var cancelledBy: Int64?

    /// An edit of the files; it waits where it weakens anything.
    package init(
        id: Int64, entries: [String], sources: [RuleText], switches: [Switch], at: Instant,
        time: Countdown, revocable: Countdown, cancels: [Int64]
    ) {
        self.id = id
        self.entries = entries
        fingerprint = RuleText.fingerprint(of: sources)
        self.sources = sources
        self.switches = switches
        self.at = at
        self.time = time
        self.revocable = revocable
        self.cancels = cancels
        isPending = !entries.isEmpty
    }

    /// A switch that waits.
    package init(id: Int64, change: Switch, at: Instant, time: Countdown) {
        self.init(
            id: id, entries: [change.subject.path], sources: [], switches: [], at: at, time: time,
            revocable: Countdown(length: .zero, deadline: time.deadline), cancels: [])
        self.change = change
    }

    /// How many edits of the files can wait at a time.
    package static let most = 8
    /// For how long an edit may be taken back in full.
    package static let revocability = TimeSpan.minutes(10)
}

/// The end of an edit's waiting.
package struct EditEnd: Hashable, Sendable, Codable {
    package var edit: Int64
    package var entries: [String]
    package var reason: Reason

    /// Why an edit waits no longer, under the names that the record uses.
    package enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// Its delay is over: the rules are weaker now.
        case over
        /// What was switched off was switched on again.
        case restored
        /// The entry that was to be switched off was edited.
        case superseded
        /// The texts before it can no longer be read.
        case unreadable
    }
}

/// Edits were taken back in full, while they were young.
package struct EditReversal: Hashable, Sendable, Codable {
    /// The number of the first of them; all after it are taken back as well.
    package var first: Int64
}

extension [RuleEdit] {
    /// Takes in a new edit: ends the waiting of those that it cancels.
    mutating func begin(_ edit: RuleEdit) {
        for index in indices where edit.cancels.contains(self[index].id) {
            self[index].isPending = false
            self[index].cancelledBy = edit.id
        }
        append(edit)
    }

    /// Takes back an edit and all files' edits after it: what those cancelled waits again.
    mutating func revert(from first: Int64) {
        removeAll { $0.id >= first && $0.change == nil }
        for index in indices {
            guard let canceller = self[index].cancelledBy, canceller >= first else { continue }
            self[index].isPending = true
            self[index].cancelledBy = nil
        }
    }

    mutating func end(_ id: Int64) {
        for index in indices where self[index].id == id { self[index].isPending = false }
    }

    /// Forgets what neither waits, nor can be gone back to, nor would wait again.
    mutating func prune(at moment: Deadline) {
        let revocable = Set(
            lazy.filter { $0.change == nil && !$0.revocable.isOver(at: moment) }.map(\.id))
        removeAll { edit in
            !edit.isPending && !revocable.contains(edit.id)
                && !(edit.cancelledBy.map(revocable.contains) ?? false)
        }
        // Somebody who saves every second: what was before cannot be gone back to.
        let spare = count { !$0.isPending }
        if spare > 2 * RuleEdit.most { removeAll { !$0.isPending } }
    }
}
