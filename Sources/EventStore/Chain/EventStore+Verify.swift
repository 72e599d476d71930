import GRDB

extension EventStore {
    package static func database(in directory: String) -> String {
        StateDirectory(path: directory).database
    }

    /// Walks the chain of the record at the path and holds it against heads that the journal kept;
    /// blocks. The file is only read, also while a daemon writes to it. `others` are the heads of
    /// other records that were in the same place: one that was written down when this record was
    /// there already, by its own events, is a break as well.
    ///
    /// Kept states are held against the events, which takes the most time (some ten seconds for a
    /// million), and removed events against the event that says so. The earliest state of a record
    /// whose beginning was removed has to be believed.
    ///
    /// A chain that does not hold is no error: the report names its first broken link. Throws
    /// `.directory`, `.newerSchema`, `.unusable` and what SQLite says where the file cannot be read
    /// as a record of this version; one of the version before the chain is `.unusable` until a
    /// daemon has opened it.
    package static func verify(
        path: String, heads: [ChainHead], others: [ChainHead] = []
    ) throws(StoreError) -> ChainReport {
        try RecordFile(path: path).read(isAtRest: false) { db in
            guard try Schema.isChained(db) else {
                throw Damage("it was written before there was a chain; start the daemon once")
            }
            var walk = try ChainWalk(db, heads: heads, others: others)
            var report = try walk.run(db)
            if try report.broken == nil && !CheckpointCheck.accountsForBase(db) {
                report.broken = ChainBreak(sequence: report.base, reason: .unrecordedRemoval)
            }
            return report
        }
    }
}
