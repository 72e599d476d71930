import RuleModel

/// An event by which Soteria protected less than it could, or may have: the person sees it later. A
/// user's own service cannot restrain its user; it keeps a record.
package struct Incident: Hashable, Sendable, Codable {
    package var kind: Kind
    package var at: Instant
    /// The sequence of the incident's event.
    package var sequence: Int64
    /// The length of the gap, or the size of the clock's jump; nil for other kinds.
    package var span: TimeSpan?
    /// The subjects: entries of the rules, a file, two zones; empty if there are none.
    package var what: [String]

    package init(_ kind: Kind, _ event: Event, span: TimeSpan? = nil, what: [String] = []) {
        self.kind = kind
        at = event.at
        sequence = event.sequence
        self.span = span
        self.what = what
    }

    /// The kinds of incidents, under the names of the socket.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The machine ran without the daemon.
        case gap
        /// The daemon was killed or crashed.
        case crash
        /// The daemon was told to stop.
        case stop
        /// The wall clock jumped.
        case clockJump = "clock_jump"
        /// The rules protect less than before.
        case rulesWeakened = "rules_weakened"
        /// A schedule, an auto-protection or the monitoring of a target was switched off.
        case switchedOff = "switched_off"
        /// The record was damaged, and replaced by a new one that names it; or it is gone, and the
        /// new one names nothing.
        case storeReplaced = "store_replaced"
        /// Another record replaced the previous one.
        case restored
        /// The reporter of a session stayed away while something was blocked.
        case reporterLost = "reporter_lost"
        /// The machine's zone was changed, which moves the times of the rules.
        case zoneChanged = "zone_changed"
    }

    /// The number of remembered incidents of each kind.
    static let remembered = 5
    /// A shorter gap is a restart.
    static let shortestGap = TimeSpan.minutes(1)
    /// How long a machine may run before the first login without a gap.
    static let longestLogin = TimeSpan.hours(1)
}

extension State {
    mutating func record(_ incident: Incident) {
        // By number: events that had to reach the disk first are applied late.
        let place = incidents.prefixCount(while: { $0.sequence <= incident.sequence })
        incidents.insert(incident, at: place)
        // Frequent kinds must not push out rare ones.
        let alike = incidents.indices.filter { incidents[$0].kind == incident.kind }
        if alike.count > Incident.remembered { incidents.remove(at: alike[0]) }
    }

    mutating func record(_ change: Switch, _ event: Event) {
        guard !change.isOn else { return }
        record(Incident(.switchedOff, event, what: [change.subject.path]))
    }
}
