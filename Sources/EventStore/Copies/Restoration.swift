import RuleModel

/// A record's own account of having replaced another, by a restore or an import.
package struct Restoration: Hashable, Sendable, Codable {
    /// The name of the file that it came from, without its directory.
    package var source: String
    /// When that was.
    package var at: Instant
    /// The last event that it held then; 0 where it held none.
    package var sequence: Int64
    /// The name, in the same directory, of the database that was there before; nil: there was none.
    package var keptAside: String?
    /// How many events that one holds; nil where it could not be read, or there was none.
    package var eventsAside: Int64?
    /// Whether both were written by the same device.
    package var isSameDevice: Bool
    /// When what came of it was itself replaced by something that does not know of it; nil: it is
    /// part of this record's history.
    package var leftAt: Instant?
}

/// The outcome of a restore or an import.
package struct RestoreReport: Hashable, Sendable {
    /// The contents of the record from now on.
    package let record: BackupReport
    /// Where the database is kept that was there before; nil: there was none.
    package let keptAside: String?
    /// How many events that one holds; nil where it could not be read, or there was none.
    package let eventsAside: Int64?
}

extension EventStore {
    /// Puts a backup in the place of a state directory's record; blocks.
    ///
    /// The backup is copied beside, and the copy checked, before anything else is touched. The
    /// record that is there is never removed: it keeps a name dated `at`
    /// (`soteria.sqlite.replaced-…`). A crash at any moment leaves the one or the other in its
    /// place, whole. The next opening tells of it once (`OpenResult.restored`).
    ///
    /// Throws `.locked` where a daemon runs on the directory, `.newerSchema` and `.unusable` for a
    /// backup that is refused, and what the file system says; then nothing was changed.
    package static func restore(
        from path: String, into directory: String, at: Instant
    ) throws(StoreError) -> RestoreReport {
        let replacement = try Replacement(StateDirectory(path: directory), source: path, at: at)
        return try replacement.install { (copy) throws(StoreError) in
            try RecordFile(path: path).read(isAtRest: true) {
                try DatabaseCopy.make(of: $0, at: copy)
            }
        }
    }
}
