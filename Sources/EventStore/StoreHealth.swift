import RuleModel

/// How the store is, as status and doctor show it.
package struct StoreHealth: Hashable, Sendable {
    /// Whether events can be recorded.
    package var condition: Condition
    package var path: String
    /// Where a damaged database was moved to since the start; nil where none was.
    package var setAside: String?
    /// How many events the database holds.
    package var events: Int64
    /// The sequence of the last event on disk; 0 where there is none.
    package var lastSequence: Int64
    /// The last link of the chain that is on disk, for the journal; nil where no record could be
    /// read.
    package var head: ChainHead?
    /// How many events wait in memory to be written.
    package var backlog: Int

    package enum Condition: Hashable, Sendable {
        /// The last commit is on disk.
        case ok
        /// Commits fail since the first event that could not be written happened.
        case failing(since: Instant, StoreError)
        /// No database is open for writing.
        case unavailable(StoreError)
        /// The daemon is stopping.
        case closed
    }
}

/// The outcome of the check that runs beside, or of a commit that met damage.
package enum IntegrityReport: Hashable, Sendable {
    /// The whole database is sound.
    case passed
    /// It was damaged: it is set aside, and a new one carries the present state.
    case replaced(setAside: String, damage: String)
    /// The check found damage, and no new database could be begun yet.
    case failing(StoreError)
    /// The store was closed, or the database was lost to view, before the check ended.
    case interrupted
}
