import RuleModel

/// The health of the store, for status and doctor.
package struct StoreHealth: Hashable, Sendable {
    /// The ability to record events.
    package var condition: Condition
    package var path: String
    /// The path of the damaged database that was set aside since the start; nil if none was.
    package var setAside: String?
    package var events: Int64
    /// The sequence of the last event on disk; 0 if there is none.
    package var lastSequence: Int64
    /// The last link of the chain on disk, for the journal; nil if no record could be read.
    package var head: ChainHead?
    /// The number of events that wait in memory.
    package var backlog: Int

    package enum Condition: Hashable, Sendable {
        /// The last commit is on disk.
        case ok
        /// Commits have failed since the time of the first event that could not be written.
        case failing(since: Instant, StoreError)
        /// No database is open for writing.
        case unavailable(StoreError)
        /// The daemon is stopping.
        case closed
    }
}

/// The result of the check beside the running daemon, or of a commit that met damage.
package enum IntegrityReport: Hashable, Sendable {
    /// The whole database is intact.
    case passed
    /// The database was damaged: it was set aside, and a new one continues the state.
    case replaced(setAside: String, damage: String)
    /// The database is damaged, and no new one could be created yet.
    case failing(StoreError)
    /// The store was closed, or the database became inaccessible, before the check ended.
    case interrupted
}
