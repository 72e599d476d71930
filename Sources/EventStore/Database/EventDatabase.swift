import Engine
import Foundation
import GRDB

/// The open database: one connection that writes, and a few that read beside it (WAL).
final class EventDatabase: Sendable {
    let pool: DatabasePool
    let path: String
    private let identity: FileIdentity?

    /// Opens a database and migrates it to this version; one without tables is filled with
    /// `contents`. Throws `StoreError`, `Damage` or `DatabaseError`.
    init(path: String, limits: StoreLimits, contents: InitialContents) throws {
        self.path = path
        pool = try DatabasePool(path: path, configuration: Self.configuration(limits))
        identity = FileIdentity(path)
        try pool.writeWithoutTransaction { db in
            // GRDB sets NORMAL when it turns WAL on, and a commit must survive a power cut.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == 2 else {
                throw StoreError.database(
                    path: path, code: 1, message: "full synchronisation could not be turned on")
            }
            // What is removed is overwritten, and not only no longer listed.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            // A log that grew during a long read does not keep its size.
            try db.execute(sql: "PRAGMA journal_size_limit = 4194304")
            if let pages = limits.maximumPages {
                try db.execute(sql: "PRAGMA max_page_count = \(pages)")
            }
            try Schema.migrate(db, path: path, contents: contents)
        }
    }

    /// Creates a complete database of this version in an empty file, synchronised and without a
    /// log.
    static func make(at path: String, limits: StoreLimits, contents: InitialContents) throws {
        let queue = try DatabaseQueue(path: path, configuration: configuration(limits))
        defer { queue.retire() }
        try queue.write { try Schema.begin($0, contents) }
    }

    /// The configuration of every connection. Queues keep the default priority, which needs no
    /// system call that a sandbox refuses.
    static func configuration(_ limits: StoreLimits, isReadOnly: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.label = "org.soteria.store"
        configuration.readonly = isReadOnly
        configuration.qos = .default
        configuration.maximumReaderCount = 4
        configuration.busyMode = .timeout(Double(limits.busyTimeout.milliseconds) / 1000)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF")
        }
        return configuration
    }

    /// True if the path still leads to the open file. Writes into a removed file would succeed and
    /// be lost.
    var isInPlace: Bool { identity != nil && FileIdentity(path) == identity }

    func requirePlace() throws {
        guard isInPlace else {
            throw StoreError.directory(path: path, reason: "the database was removed while in use")
        }
    }

    /// Records events chained to `head`, and a checkpoint if one is due, in one synchronised
    /// transaction. Notices that the events record are cleared. Returns the new head.
    func record(
        _ events: [Event], after head: ChainHash, checkpoint: State?,
        telling told: ReportedNotices = ReportedNotices()
    ) throws -> ChainHash {
        try pool.write { db in
            let head = try EventRow.insert(events, after: head, db)
            if let checkpoint { try Checkpoint.write(checkpoint, db) }
            if told.restored { try Metadata.clearRestoration(db) }
            if told.removal { try Metadata.clearRemoval(db) }
            if told.replaced { try Metadata.clearReplacement(db) }
            return head
        }
    }

    /// The number of the last event after the base; the base if there is none. Rows up to the base
    /// are about to be removed.
    static func lastSequence(_ db: Database, base: Int64) throws -> Int64 {
        try Int64.fetchOne(
            db, sql: "SELECT max(sequence) FROM events WHERE sequence > ?", arguments: [base])
            ?? base
    }

    /// The hash of the last event, or of the base; nil if nothing is chained yet.
    static func head(_ db: Database) throws -> ChainHash? {
        guard try Schema.isChained(db) else { return nil }
        let base = try Metadata.base(db)
        return try ChainHash.fetchOne(
            db, sql: "SELECT hash FROM events WHERE sequence > ? ORDER BY sequence DESC LIMIT 1",
            arguments: [base]) ?? Metadata.chain(db)
    }

    /// The hash of an event or of the base; nil if there is no such event.
    static func hash(of sequence: Int64, _ db: Database) throws -> ChainHash? {
        guard try Schema.isChained(db) else { return nil }
        guard try Metadata.base(db) != sequence else { return try Metadata.chain(db) }
        return try ChainHash.fetchOne(
            db, sql: "SELECT hash FROM events WHERE sequence = ?", arguments: [sequence])
    }

    /// The rule texts of the latest `rulesLoaded` that decodes, up to an event; else those in force
    /// at the base.
    static func lastRules(_ db: Database, through last: Int64 = .max) throws -> RulesLoaded? {
        let decoder = JSONDecoder()
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(EventRow.columns) WHERE kind = 'rulesLoaded' AND sequence <= ?
                ORDER BY sequence DESC
                """,
            arguments: [last])
        while let row = try rows.next() {
            let event = EventRow.decode(row, try EventRow.sequence(row), decoder)
            if case .success(let event) = event, case .rulesLoaded(let loaded) = event.fact {
                return loaded
            }
        }
        return try Metadata.carriedRules(db)
    }

    /// The last rule texts, read through the writing connection, which sees the file even if its
    /// name is gone.
    func rulesInForce() throws -> RulesLoaded? {
        try pool.writeWithoutTransaction { try Self.lastRules($0) }
    }

    /// Interrupts reads, moves the log into the database and closes it.
    func close() {
        pool.interrupt()
        // The last connection to close takes log and shared memory away, which one that only reads
        // cannot.
        pool.invalidateReadOnlyConnections()
        // As a statement: the function of the same name would still be interrupted.
        try? pool.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        pool.retire()
    }
}
