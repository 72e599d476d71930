import RuleModel

/// Something by which Soteria protected less than it could, or might have: what the person sees
/// later. A user's own service cannot hold its user; it keeps a record.
package struct Incident: Hashable, Sendable, Codable {
    package var kind: Kind
    package var at: Instant
    /// The sequence of the event that says so.
    package var sequence: Int64
    /// How long the gap was, or how far the clock jumped; nil if neither says anything.
    package var span: TimeSpan?
    /// The subjects: entries of the rules, a file; empty if there are none.
    package var what: [String]

    package init(_ kind: Kind, _ event: Event, span: TimeSpan? = nil, what: [String] = []) {
        self.kind = kind
        at = event.at
        sequence = event.sequence
        self.span = span
        self.what = what
    }

    /// What can happen, under the names that the socket uses.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The machine ran and the daemon did not.
        case gap
        /// The daemon ended without having been told to.
        case crash
        /// The daemon was told to stop.
        case stop
        /// The wall clock jumped.
        case clockJump = "clock_jump"
        /// The rules protect less than before.
        case rulesWeakened = "rules_weakened"
        /// A schedule, an auto-protection or the monitoring of a target was switched off.
        case switchedOff = "switched_off"
        /// The record was damaged and a new one begun.
        case storeReplaced = "store_replaced"
        /// Another record was put in the place of the one before.
        case restored
    }

    /// How many of each kind are remembered.
    static let remembered = 5
    /// A shorter gap is a restart.
    static let shortestGap = TimeSpan.minutes(1)
    /// For how long a machine may run before somebody logs in without that being a gap.
    static let longestLogin = TimeSpan.hours(1)
}

extension State {
    mutating func record(_ incident: Incident) {
        // By number, not as they come: what had to reach the disk first comes in later.
        let place = incidents.prefixCount(while: { $0.sequence <= incident.sequence })
        incidents.insert(incident, at: place)
        // An everyday stop must not push out what is rare.
        let alike = incidents.indices.filter { incidents[$0].kind == incident.kind }
        if alike.count > Incident.remembered { incidents.remove(at: alike[0]) }
    }

    mutating func record(_ change: Switch, _ event: Event) {
        guard !change.isOn else { return }
        record(Incident(.switchedOff, event, what: [change.subject.path]))
    }
}
