import Engine
import Glibc
import RuleModel

/// A record's own note that it replaced another, by a restore or an import.
package struct Restoration: Hashable, Sendable, Codable {
    /// The name of the source file, without its directory.
    package var source: String
    package var at: Instant
    /// The last event of the restored record; 0 if it had none.
    package var sequence: Int64
    /// The name, in the same directory, of the replaced database; nil: there was none.
    package var keptAside: String?
    /// The number of events in it; nil if it could not be read, or there was none.
    package var eventsAside: Int64?
    /// True if the same device wrote both records.
    package var isSameDevice: Bool
    /// The time at which the result was itself replaced by a record that does not know of it; nil:
    /// it is part of this record's history.
    package var leftAt: Instant?
    /// The id that the restored record got, so that it and the one that it was copied from do not
    /// go on under one; nil if version 0.1.0 restored it.
    package var device: String?
    /// The id that it had before.
    package var formerDevice: String?
}

/// An id that a record had until a restore or an import gave it another one.
package struct FormerDevice: Hashable, Sendable, Codable {
    package let device: String
    package let until: Instant
}

/// The result of a restore or an import.
package struct RestoreReport: Hashable, Sendable {
    /// The summary of the new record.
    package let record: BackupReport
    /// The path of the replaced database; nil: there was none.
    package let keptAside: String?
    /// The number of events in it; nil if it could not be read, or there was none.
    package let eventsAside: Int64?
}

extension EventStore {
    /// The state at the end of the record in a directory, for when no daemon uses it; nil if there
    /// is none, or only a damaged one. Throws if there is one that cannot be read and may be whole.
    /// Blocks.
    package static func lastState(in directory: String) throws(StoreError) -> State? {
        let path = database(in: directory)
        var info = stat()
        if stat(path, &info) != 0, errno == ENOENT { return nil }
        do throws(StoreError) {
            return try RecordFile(path: path).read(isAtRest: false) { db in
                var history = History()
                try history.fold(db)
                return history.state
            }
        } catch .unusable {
            return nil
        }
    }

    /// Replaces the record of a state directory with a backup; blocks.
    ///
    /// Copies the backup and checks the copy before anything else changes. The current
    /// record is never removed: it keeps a name dated `at` (`soteria.sqlite.replaced-…`). A crash
    /// at any moment leaves one of the two in place, whole. The next start returns the restoration
    /// once (`OpenResult.restored`).
    ///
    /// Throws `.locked` if a daemon uses the directory, `.newerSchema` and `.unusable` for a backup
    /// that is refused, and errors of the file system, also if the current record cannot be read
    /// and may be whole; nothing is changed then.
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
