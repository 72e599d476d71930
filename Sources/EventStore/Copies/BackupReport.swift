import GRDB
import RuleModel

/// The contents of a record in a file of its own, after every page, number and link of it was
/// checked.
package struct BackupReport: Hashable, Sendable {
    /// The id of the device that wrote it: 32 hexadecimal digits.
    package let device: String
    /// The version of its tables; an earlier one is brought up to date when it is opened.
    package let schema: Int
    /// The last event that retention removed from it; 0 where none was.
    package let base: Int64
    /// How many events it holds.
    package let events: Int64
    /// The sequences of the first and the last, and when they happened; nil where it holds none.
    package let firstSequence: Int64?
    package let lastSequence: Int64?
    package let firstAt: Instant?
    package let lastAt: Instant?
    /// The last link of its chain; nil where it was written before there was one.
    package let head: ChainHead?

    /// Checks the whole database. Throws `Damage`, or `.unusable` where the chain does not hold.
    init(checking db: Database, path: String) throws {
        var history = History()
        try self.init(checking: db, path: path, folding: &history)
    }

    /// The same, with the fold of its events left in `history`.
    init(checking db: Database, path: String, folding history: inout History) throws {
        try FullCheck.verifyPages(db)
        schema = try Schema.version(of: db)
        device = try Metadata.device(db)
        base = try Metadata.base(db)
        if try Schema.isChained(db) {
            var walk = try ChainWalk(db, heads: [])
            let report = try walk.run(db)
            if let broken = report.broken {
                throw StoreError.unusable(path: path, .broken(broken))
            }
            head = report.head
        } else {
            head = nil
        }
        let numbers = try FullCheck.verifyNumbers(db)
        // A start must be able to fold it, too.
        try history.fold(db)
        firstSequence = numbers?.lowerBound
        lastSequence = numbers?.upperBound
        events = (lastSequence ?? base) - base
        func moment(_ sequence: Int64?) throws -> Instant? {
            try Int64.fetchOne(
                db, sql: "SELECT at FROM events WHERE sequence = ?", arguments: [sequence]
            ).map { Instant(milliseconds: $0) }
        }
        firstAt = try moment(firstSequence)
        lastAt = try moment(lastSequence)
    }
}

extension EventStore {
    /// Checks a backup as a whole and says what it holds; blocks, and leaves no trace beside it.
    /// Throws `.directory` where it cannot be read, `.newerSchema`, or `.unusable` with what is
    /// wrong.
    package static func check(backup path: String) throws(StoreError) -> BackupReport {
        try RecordFile(path: path).read(isAtRest: true) {
            try BackupReport(checking: $0, path: path)
        }
    }
}
