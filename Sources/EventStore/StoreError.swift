import GRDB

/// An error of the store; its description says what failed, in which file, and what to do.
package enum StoreError: Error, Hashable, Sendable {
    /// Another daemon holds the lock file at the path.
    case locked(path: String)
    /// The database was written by a newer version of the program; it is never touched.
    case newerSchema(path: String, found: Int, known: Int)
    /// The directory or a file in it cannot be created, entered or opened.
    case directory(path: String, reason: String)
    /// The database is a symbolic link to something that cannot be used.
    case link(path: String, target: String, reason: String)
    /// The file system or the file's mode does not allow writing.
    case readOnly(path: String)
    /// No space is left, or the database has reached its size limit.
    case full(path: String)
    /// The database is damaged, with SQLite's message or our own.
    case damaged(path: String, reason: String)
    /// Events had a gap or a repeat; none of the call was kept.
    case outOfSequence(expected: Int64, found: Int64)
    /// Too many events wait in memory; these were not kept.
    case backlogFull(capacity: Int)
    /// Another program has locked the database for too long.
    case busy(path: String)
    /// Any other error of SQLite, with its extended result code.
    case database(path: String, code: Int32, message: String)
    case closed
    /// A file is not a record that can be read or restored; nothing was changed.
    case unusable(path: String, UnusableRecord)
    /// A file to import or replay cannot be read.
    case unreadable(path: String, reason: String)
    /// A file cannot be imported because of a line, counted from 1; nothing was changed.
    case notImported(path: String, line: Int, ImportProblem)
    /// Retention removed events that an export still had to write.
    case removedMeanwhile(path: String)
    /// The maximum number of exports and backups is already running.
    case tooManyCopies(limit: Int)
}

extension StoreError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .locked(let path):
            "another Soteria daemon uses this state directory and has locked \(path); stop that "
                + "daemon, or choose another directory with --state"
        case .newerSchema(let path, let found, let known):
            "\(path) has format \(found), but this version of Soteria supports only formats up to "
                + "\(known); install the newer version again, or move the file out of the way to "
                + "start a new record"
        case .directory(let path, let reason):
            "cannot use \(path): \(reason); check the path and its permissions"
        case .link(let path, let target, let reason):
            "cannot use \(path), which is a symbolic link to \(target): \(reason); the service can "
                + "write only in its own directory, so move the database itself there"
        case .unreadable(let path, let reason):
            "cannot read \(path): \(reason)"
        case .readOnly(let path):
            "cannot write to \(path): the file or its file system is read-only; make both writable"
        case .full(let path):
            "no space is left to write to \(path); free some space"
        case .damaged(let path, let reason):
            "\(path) is damaged (\(reason)); Soteria will set the damaged file aside and create a "
                + "new one as soon as possible"
        case .outOfSequence(let expected, let found):
            "cannot record event \(found), because event \(expected) has to come first; "
                + "restart the daemon"
        case .backlogFull(let capacity):
            "\(capacity) events are already waiting to be written; check that the state directory "
                + "is writable"
        case .busy(let path):
            "another program has locked \(path); stop that program"
        case .database(let path, let code, let message):
            "SQLite cannot use \(path): \(message) (code \(code)); check the disk and the file"
        case .closed:
            "the record is closed; start the daemon again"
        case .unusable(let path, let reason):
            "\(path) cannot be used: \(reason); choose another file (nothing was changed)"
        case .notImported(let path, let line, let problem):
            "\(path):\(line): \(problem); create the export again (nothing was changed)"
        case .removedMeanwhile(let path):
            "old events in \(path) were removed during the export; run the export again"
        case .tooManyCopies(let limit):
            "\(limit) exports or backups are already running; try again when one of them has "
                + "finished"
        }
    }
}

extension StoreError {
    /// Converts an error of work on the database at a path.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as StoreError: self = error
        case let damage as Damage: self = .damaged(path: path, reason: damage.reason)
        case let error as DatabaseError: self.init(sqlite: error, path: path)
        default: self = .database(path: path, code: 1, message: "\(error)")
        }
    }

    /// The error, which names the target if the database at the path is a symbolic link.
    func followingLink(_ path: String) -> StoreError {
        guard let target = DatabaseHeader.linkTarget(path) else { return self }
        switch self {
        case .directory(path, let reason): return .link(path: path, target: target, reason: reason)
        case .readOnly(path):
            return .link(path: path, target: target, reason: "that file cannot be written")
        default: return self
        }
    }

    private init(sqlite error: DatabaseError, path: String) {
        let message = error.message ?? "no message"
        if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE {
            // The shared-memory file could not be given its room.
            self = .full(path: path)
            return
        }
        switch error.resultCode {
        case .SQLITE_FULL: self = .full(path: path)
        case .SQLITE_READONLY: self = .readOnly(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            self = .directory(path: path, reason: message)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path: path, reason: message)
        default:
            self = .database(path: path, code: error.extendedResultCode.rawValue, message: message)
        }
    }
}

/// Damage of a database; `reason` completes "is damaged: …".
struct Damage: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// The damage that an error shows; nil if the file may be intact and something around it failed
    /// (no space, no permission, another program's lock, a failing disk).
    init?(_ error: any Error) {
        switch error {
        case let damage as Damage: self = damage
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CANTOPEN,
                .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_INTERRUPT,
                .SQLITE_PROTOCOL:
                return nil
            default: self.init(error.message ?? "SQLite code \(error.resultCode.rawValue)")
            }
        default: return nil
        }
    }
}
