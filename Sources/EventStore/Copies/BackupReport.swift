import GRDB
import RuleModel

/// A summary of a record in its own file, after every page, number and link was checked.
package struct BackupReport: Hashable, Sendable {
    /// The id of the device that wrote the record: 32 hexadecimal digits.
    package let device: String
    /// The version of the tables. An earlier one is migrated when the record is opened.
    package let schema: Int
    /// The last event that retention removed; 0 if none was.
    package let base: Int64
    package let events: Int64
    /// The sequences and times of the first and last event; nil if there are none.
    package let firstSequence: Int64?
    package let lastSequence: Int64?
    package let firstAt: Instant?
    package let lastAt: Instant?
    /// Their local days, as the events themselves say.
    package let firstDay: String?
    package let lastDay: String?
    /// The last link of the chain; nil if the record was written before chains existed.
    package let head: ChainHead?

    /// Checks the whole database. Throws `Damage`, or `.unusable` if the chain is broken.
    init(checking db: Database, path: String) throws {
        var history = History()
        try self.init(checking: db, path: path, folding: &history)
    }

    /// Checks the whole database and leaves the fold of its events in `history`.
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
        // A start must also be able to fold it.
        try history.fold(db)
        firstSequence = numbers?.lowerBound
        lastSequence = numbers?.upperBound
        events = (lastSequence ?? base) - base
        func moment(_ sequence: Int64?) throws -> (at: Instant, day: String)? {
            try Row.fetchOne(
                db, sql: "SELECT at, offset FROM events WHERE sequence = ?", arguments: [sequence]
            ).map { row in
                let at = Instant(milliseconds: row[0])
                return (at, String(LocalTime.rfc3339(at, offset: row[1]).prefix(10)))
            }
        }
        let (first, last) = (try moment(firstSequence), try moment(lastSequence))
        (firstAt, firstDay) = (first?.at, first?.day)
        (lastAt, lastDay) = (last?.at, last?.day)
    }
}

extension EventStore {
    /// Checks a whole backup; blocks, and leaves no trace beside the file. Throws `.directory` if
    /// it cannot be read, `.newerSchema`, or `.unusable` with the reason.
    package static func check(backup path: String) throws(StoreError) -> BackupReport {
        try RecordFile(path: path).read(isAtRest: true) {
            try BackupReport(checking: $0, path: path)
        }
    }
}
