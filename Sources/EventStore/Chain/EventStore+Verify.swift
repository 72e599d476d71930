import GRDB

extension EventStore {
    package static func database(in directory: String) -> String {
        StateDirectory(path: directory).database
    }

    /// Walks the chain of a record and compares it with heads from the journal; blocks. The file is
    /// only read, even while a daemon writes to it. `others` are heads of other records in the same
    /// place: a head that was written down when this record was already there, according to its own
    /// events, is also a break.
    ///
    /// Stored states are compared with the events, which takes the most time (some ten seconds for
    /// a million events), and removed events with the event that records the removal. If the
    /// beginning of a record was removed, its earliest state has to be trusted.
    ///
    /// A broken chain is not an error: the report names the first broken link. Throws `.directory`,
    /// `.newerSchema`, `.unusable` and SQLite's errors if the file cannot be read as a record of
    /// this version. A record from before chains existed is `.unusable` until a daemon has opened
    /// it.
    package static func verify(
        path: String, heads: [ChainHead], others: [ChainHead] = []
    ) throws(StoreError) -> ChainReport {
        try RecordFile(path: path).read(isAtRest: false) { db in
            guard try Schema.isChained(db) else {
                throw Damage(
                    "an old version of Soteria wrote this record without a hash chain; start the "
                        + "daemon once to add the chain")
            }
            var walk = try ChainWalk(db, heads: heads, others: others)
            var report = try walk.run(db)
            report.beginning = try CheckpointCheck.reasonForBase(db)
            if report.broken == nil, report.base > 0, report.beginning == nil {
                report.broken = ChainBreak(sequence: report.base, reason: .unrecordedRemoval)
            }
            return report
        }
    }
}
