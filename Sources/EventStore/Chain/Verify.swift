import GRDB

extension EventStore {
    /// The path of the database in a state directory.
    package static func database(in directory: String) -> String {
        StateDirectory(path: directory).database
    }

    /// Walks the chain of the record at the path and holds it against heads that the journal kept;
    /// blocks. The file is only read, also while a daemon writes to it.
    ///
    /// A chain that does not hold is no error: the report names its first broken link. Throws
    /// `.directory`, `.newerSchema`, `.unusable` and what SQLite says where the file cannot be read
    /// as a record of this version; one of the version before the chain is `.unusable` until a
    /// daemon has opened it.
    package static func verify(
        path: String, heads: [ChainHead]
    ) throws(StoreError) -> ChainReport {
        try RecordFile(path: path).read(isAtRest: false) { db in
            guard try Schema.isChained(db) else {
                throw Damage("it was written before there was a chain; start the daemon once")
            }
            var walk = try ChainWalk(db, heads: heads)
            return try walk.run(db)
        }
    }
}
