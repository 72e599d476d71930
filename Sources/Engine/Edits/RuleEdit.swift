import RuleModel

/// An edit of the rules whose delay is not over, or that can still be reverted.
package struct RuleEdit: Hashable, Sendable, Codable {
    /// The edit's number on this device: the sequence of its event.
    package var id: Int64
    /// The entries by which the edit weakens the rules, as paths: `quiet_hours.nights`.
    package var entries: [String]
    /// The fingerprint of the texts before the edit; for a switch: of no texts.
    package var fingerprint: String
    /// The texts before the edit, in the order read; for a switch: none. The event of a held entry
    /// leaves them out if the state has another edit with the same texts.
    package var sources: [RuleText]
    /// The switches before the edit.
    package var switches: [Switch]
    /// The pending switch; nil: the files were edited.
    package var change: Switch?
    /// The strict entry for whose run the part of the set before the edit that it needs stays in
    /// force; nil: the whole set does, for the delay.
    package var held: String?
    /// The machine's zone for the times of the set before the edit; nil: the present one. If
    /// nothing is held, the zone was changed: the schedules and budgets that follow it stay in
    /// force.
    package var zone: String?
    /// The time of the edit, in trusted time.
    package var at: Instant
    /// The delay.
    package var time: Countdown
    /// The time during which the edit can be reverted in full.
    package var revocable: Countdown
    /// The numbers of the pending edits that this one cancelled by restoring what they weakened.
    package var cancels: [Int64]
    /// Whether the edit is pending: the set before it is in force beside the written one.
    package var isPending: Bool
    /// The edit that restored what this one weakened; nil: none.
    package var cancelledBy: Int64?

    /// An edit of the files; pending if it weakens anything.
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

    /// An edit of the files that weakens a strict entry while it holds.
    init(
        id: Int64, held: String, entries: [String], sources: [RuleText], switches: [Switch],
        at: Instant, time: Countdown
    ) {
        let start = Deadline(
            boot: time.deadline.boot, elapsed: time.deadline.elapsed - time.length)
        self.init(
            id: id, entries: entries, sources: sources, switches: switches, at: at, time: time,
            revocable: Countdown(.zero, from: start), cancels: [])
        self.held = held
    }

    /// A change of the machine's zone.
    init(
        id: Int64, zone: String, entries: [String], sources: [RuleText], switches: [Switch],
        at: Instant, time: Countdown, revocable: Countdown, cancels: [Int64] = []
    ) {
        self.init(
            id: id, entries: entries, sources: sources, switches: switches, at: at, time: time,
            revocable: revocable, cancels: cancels)
        self.zone = zone
    }

    /// A pending switch.
    package init(id: Int64, change: Switch, at: Instant, time: Countdown) {
        self.init(
            id: id, entries: [change.subject.path], sources: [], switches: [], at: at, time: time,
            revocable: Countdown(length: .zero, deadline: time.deadline), cancels: [])
        self.change = change
    }

    /// The edit as it is recorded beside others.
    func recorded(beside others: [RuleEdit]) -> RuleEdit {
        guard held != nil, others.texts(of: fingerprint) != nil else { return self }
        var edit = self
        edit.sources = []
        return edit
    }

    /// Whether the files were edited.
    package var isOfFiles: Bool { change == nil && held == nil && zone == nil }
    /// Whether the machine's zone was changed.
    package var isZoneChange: Bool { zone != nil && held == nil }

    /// The greatest number of pending edits of the files, and of former zones.
    package static let most = 8
}

/// The end of an edit's waiting.
package struct EditEnd: Hashable, Sendable, Codable {
    package var edit: Int64
    package var entries: [String]
    package var reason: Reason

    /// The reason why an edit is no longer pending, under the names of the record.
    package enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// Its delay is over: the rules are weaker now.
        case over
        /// The switched-off entry was switched on again.
        case restored
        /// The entry that was to be switched off was edited.
        case superseded
        /// The texts before it can no longer be read.
        case unreadable
    }
}

/// The reversal of recent edits in full.
package struct EditReversal: Hashable, Sendable, Codable {
    /// The number of the first reverted edit; all later ones are reverted as well.
    package var first: Int64
}

extension [RuleEdit] {
    /// Adds a new edit; cancels those that it restores.
    mutating func begin(_ edit: RuleEdit) {
        var edit = edit
        if edit.held != nil, edit.sources.isEmpty {
            edit.sources = texts(of: edit.fingerprint) ?? []
        }
        for index in indices where edit.cancels.contains(self[index].id) {
            self[index].isPending = false
            self[index].cancelledBy = edit.id
        }
        append(edit)
    }

    /// The texts of a fingerprint; nil if no edit has them.
    func texts(of fingerprint: String) -> [RuleText]? {
        first { $0.fingerprint == fingerprint && !$0.sources.isEmpty }?.sources
    }

    /// Reverts an edit and all later edits of the files; those that they cancelled are pending
    /// again.
    mutating func revert(from first: Int64) {
        removeAll { $0.id >= first && $0.isOfFiles }
        for index in indices {
            guard let canceller = self[index].cancelledBy, canceller >= first else { continue }
            self[index].isPending = true
            self[index].cancelledBy = nil
        }
    }

    /// The edits of the files whose delay is not over.
    package var delayed: [RuleEdit] { filter { $0.isPending && $0.isOfFiles } }

    /// The changes of the machine's zone whose delay is not over.
    var zoneChanges: [RuleEdit] { filter { $0.isPending && $0.isZoneChange } }

    mutating func end(_ id: Int64) {
        for index in indices where self[index].id == id { self[index].isPending = false }
    }

    /// Removes edits that are not pending, cannot be reverted, and could not become pending again.
    mutating func prune(at moment: Deadline) {
        let revocable = Set(
            lazy.filter { $0.change == nil && !$0.revocable.isOver(at: moment) }.map(\.id))
        removeAll { edit in
            !edit.isPending && !revocable.contains(edit.id)
                && !(edit.cancelledBy.map(revocable.contains) ?? false)
        }
        // If the files are saved every second, the oldest edit can no longer be reverted.
        let spare = count { !$0.isPending }
        if spare > 2 * RuleEdit.most { removeAll { !$0.isPending } }
    }
}
