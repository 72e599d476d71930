/// The record's soundness, and what weakened it.
extension DaemonAPI {
    /// The head of the chain of hashes: every event's hash is made of the event and of the hash
    /// before it, so that no event can be changed or taken out without a trace.
    package struct ChainHead: Codable, Hashable, Sendable {
        /// The number of the last event; where none is left, of the last one that was removed, or
        /// 0.
        package var sequence: Int
        /// Its SHA-256 hash, 64 hexadecimal digits.
        package var hash: String

        /// The value with all that it holds.
        package init(sequence: Int, hash: String) {
            self.sequence = sequence
            self.hash = hash
        }
    }

    /// How old events are let go.
    package struct Retention: Codable, Hashable, Sendable {
        /// For how many seconds the rules keep an event.
        package var keepSeconds: Int
        /// When old events were last removed; left out where that never was.
        package var lastApplied: String?
        /// How many were removed in all.
        package var removed: Int

        /// The value with all that it holds.
        package init(keepSeconds: Int, lastApplied: String? = nil, removed: Int) {
            self.keepSeconds = keepSeconds
            self.lastApplied = lastApplied
            self.removed = removed
        }
    }

    /// The store of events.
    package struct StoreStatus: Codable, Hashable, Sendable {
        /// Whether events can be recorded. While they cannot, blocks hold and nothing is unblocked.
        package var healthy: Bool
        /// Why they cannot, in words; left out where they can.
        package var problem: String?
        /// The path of the database.
        package var path: String
        /// How many events it holds.
        package var events: Int
        /// Where a damaged database was put aside at the last start; left out where none was.
        package var setAside: String?
        /// The head of the chain of hashes; left out while no record could be read.
        package var head: ChainHead?
        /// How old events are let go; left out where the rules keep them for ever.
        package var retention: Retention?

        /// The value with all that it holds.
        package init(
            healthy: Bool, problem: String? = nil, path: String, events: Int,
            setAside: String? = nil, head: ChainHead? = nil, retention: Retention? = nil
        ) {
            self.healthy = healthy
            self.problem = problem
            self.path = path
            self.events = events
            self.setAside = setAside
            self.head = head
            self.retention = retention
        }
    }

    /// What kind of incident it is. Kinds may be added later.
    package enum IncidentKind: String, Codable, Hashable, Sendable, CaseIterable {
        /// The machine ran, and the daemon did not, for a minute or longer.
        case gap
        /// The daemon ended without having been told to.
        case crash
        /// The daemon was told to stop.
        case stop
        /// The wall clock was moved.
        case clockJump = "clock_jump"
        /// Rules came into force that protect less than those before.
        case rulesWeakened = "rules_weakened"
        /// A schedule, an auto-protection or the monitoring of a target was switched off.
        case switchedOff = "switched_off"
        /// The database was damaged, and a new one was begun.
        case storeReplaced = "store_replaced"
        /// The database was replaced by a backup or an import.
        case restored
    }

    /// Something that weakened the protection or its record, for the person to see later.
    package struct Incident: Codable, Hashable, Sendable {
        /// What kind of incident it is.
        package var kind: IncidentKind
        /// When it happened or began, in trusted time.
        package var at: String
        /// How many seconds the daemon was away, or by how many the clock was moved, negative where
        /// it was set back; left out with other kinds, and where it is not known.
        package var seconds: Int?
        /// What was weakened or switched off, as paths of the rules such as quiet_hours.nights;
        /// where a damaged database was put aside; the file that a database was restored from.
        /// Empty with other kinds.
        package var what: [String]

        /// The value with all that it holds.
        package init(kind: IncidentKind, at: String, seconds: Int? = nil, what: [String]) {
            self.kind = kind
            self.at = at
            self.seconds = seconds
            self.what = what
        }
    }
}
