import RuleModel

/// Something by which Soteria protected less than it could, or might have: what the person sees
/// later. A user's own service cannot hold its user; it keeps a record.
package struct Incident: Hashable, Sendable, Codable {
    /// What it was.
    package var kind: Kind
    /// When it was seen.
    package var at: Instant
    /// The sequence of the event that says so.
    package var sequence: Int64
    /// How long the gap was, or how far the clock jumped; nil where neither says anything.
    package var span: TimeSpan?
    /// What it is about: entries of the rules, a file; empty where nothing.
    package var what: [String]

    /// An incident.
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

/// The rules protect less than before.
package struct RulesWeakened: Hashable, Sendable, Codable {
    /// The entries by which they do, as paths: `quiet_hours.nights`.
    package var entries: [String]

    /// A weakening by entries of the rules.
    package init(entries: [String]) { self.entries = entries }
}

/// Another record was put in the place of the one before while no daemon ran.
package struct StoreRestored: Hashable, Sendable, Codable {
    /// The name of the file that it came from.
    package var source: String
    /// The name under which the one before was kept; nil where there was none.
    package var keptAside: String?

    /// A restored record.
    package init(source: String, keptAside: String?) {
        self.source = source
        self.keptAside = keptAside
    }
}

/// Old events were removed; what they add up to stays.
package struct Retention: Hashable, Sendable, Codable {
    /// The last event that was removed.
    package var through: Int64
    /// How many were.
    package var removed: Int64
    /// The hash of the last one, by which the chain goes on; hexadecimal.
    package var hash: String

    /// A removal of old events.
    package init(through: Int64, removed: Int64, hash: String) {
        self.through = through
        self.removed = removed
        self.hash = hash
    }
}

/// A person's own name for an app or a site.
package struct PlaceName: Hashable, Sendable, Codable {
    /// The app or site.
    package var place: Place
    /// The name; nil: forgotten.
    package var name: String?

    /// A name for a place.
    package init(place: Place, name: String?) {
        self.place = place
        self.name = name
    }
}
