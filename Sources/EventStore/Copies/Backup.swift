import Dispatch
import GRDB

/// A copy of the whole record in its own file, which the caller removes.
package struct Backup: Hashable, Sendable {
    /// The path in the state directory; only the owner can read the file.
    package let path: String
    /// The size in bytes.
    package let size: Int64
    package let events: Int64
    /// The last link of the chain.
    package let head: ChainHead
}

extension EventStore {
    /// Copies the current record into a new file in the state directory (`backup-….tmp`) by
    /// SQLite's online backup: one whole database without a log, while recording continues. Never
    /// blocks. The caller reads and unlinks the file; a file left behind is removed when the
    /// directory is opened the next time.
    package func backup(completion: @escaping @Sendable (Result<Backup, StoreError>) -> Void) {
        runCopy(on: reading, path: directory.path, completion) {
            try self.withDatabase { db in
                let path = try self.directory.beginTemporary("backup")
                do {
                    return try self.copy(db, to: path)
                } catch {
                    StateDirectory.remove(temporary: path)
                    throw error
                }
            }
        }
    }

    /// Runs `body` on a queue as one of the limited exports and backups; fails with
    /// `.tooManyCopies` if too many run.
    func runCopy<Value: Sendable>(
        on queue: DispatchQueue, path: String,
        _ completion: @escaping @Sendable (Result<Value, StoreError>) -> Void,
        _ body: @escaping @Sendable () throws -> Value
    ) {
        let isAdmitted = mailbox.withLock { mailbox in
            guard mailbox.copies < limits.copies else { return false }
            mailbox.copies += 1
            return true
        }
        queue.async {
            let result = Result {
                guard isAdmitted else { throw StoreError.tooManyCopies(limit: self.limits.copies) }
                defer { self.mailbox.withLock { $0.copies -= 1 } }
                return try body()
            }
            completion(result.mapError { StoreError($0, path: path) })
        }
    }

    private func copy(_ db: Database, to path: String) throws -> Backup {
        try DatabaseCopy.make(of: db, at: path) {
            guard !mailbox.withLock({ $0.isClosed }) else { throw StoreError.closed }
        }
        let base = try Metadata.base(db)
        let last = try EventDatabase.lastSequence(db, base: base)
        guard let hash = try EventDatabase.head(db) else {
            throw Damage("the record has no hash chain")
        }
        return Backup(
            path: path, size: directory.size(path) ?? 0, events: last - base,
            head: ChainHead(sequence: last, hash: hash.hexadecimal))
    }
}

/// Copies of a database as one file without a log.
enum DatabaseCopy {
    private static let pagesPerStep: Int32 = 1_000

    /// Copies the contents that a connection sees into an empty file, a thousand pages at a time;
    /// `step` runs in between and may throw.
    static func make(of db: Database, at path: String, step: () throws -> Void = {}) throws {
        let target = try DatabaseQueue(path: path, configuration: configuration)
        defer { target.retire() }
        try target.writeWithoutTransaction { target in
            try withoutActuallyEscaping(step) { step in
                try db.backup(to: target, pagesPerStep: pagesPerStep) { _ in try step() }
            }
        }
        try target.writeWithoutTransaction { target in
            // The copied header asks for a log beside the file.
            try target.execute(sql: "PRAGMA journal_mode = DELETE")
        }
    }

    private static var configuration: Configuration { EventDatabase.configuration(.standard) }

    /// Changes a copy that has no other user.
    static func change(_ path: String, _ body: (Database) throws -> Void) throws {
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { queue.retire() }
        try queue.write(body)
    }
}
