import Engine
import GRDB
import Synchronization

/// The tables, by version (`PRAGMA user_version`). A released migration step is never edited; a
/// change is a further step.
enum Schema {
    /// Marks the file as ours (`PRAGMA application_id`): "Sote" in ASCII.
    static let applicationID: Int32 = 0x536f_7465

    /// The step from each version to the next.
    static let steps = [
        """
        PRAGMA application_id = \(applicationID);
        CREATE TABLE meta (
          key TEXT PRIMARY KEY NOT NULL,
          value TEXT NOT NULL
        ) STRICT;
        CREATE TABLE boots (
          id INTEGER PRIMARY KEY,
          boot TEXT NOT NULL UNIQUE
        ) STRICT;
        CREATE TABLE events (
          sequence INTEGER PRIMARY KEY,
          at INTEGER NOT NULL,
          offset INTEGER NOT NULL,
          elapsed INTEGER NOT NULL,
          boot INTEGER NOT NULL REFERENCES boots(id),
          kind TEXT NOT NULL,
          fact TEXT NOT NULL
        ) STRICT;
        CREATE INDEX events_rules ON events(sequence) WHERE kind = 'rulesLoaded';
        CREATE TABLE checkpoints (
          sequence INTEGER NOT NULL,
          format INTEGER NOT NULL,
          state TEXT NOT NULL,
          fingerprint TEXT NOT NULL,
          PRIMARY KEY (format, sequence)
        ) STRICT;
        """,
        // The hashes are filled in by `fillHashes`.
        """
        ALTER TABLE events ADD COLUMN hash BLOB NOT NULL DEFAULT x'';
        CREATE INDEX events_retained ON events(sequence) WHERE kind = 'retained';
        CREATE INDEX events_used ON events(sequence) WHERE kind = 'usageEnded';
        """,
    ]

    /// The index of the events of one kind; nil if there is none.
    static func index(of kind: Fact.Kind) -> String? {
        switch kind {
        case .rulesLoaded: "events_rules"
        case .retained: "events_retained"
        case .usageEnded: "events_used"
        default: nil
        }
    }

    /// The version that this program writes.
    static var version: Int { steps.count }
    /// The first version whose events are chained.
    static let chained = 2

    /// Migrates a database to this version, each step in its own transaction. A database without
    /// tables is filled with `contents` in one transaction. Throws `.newerSchema` before anything
    /// is changed, and `Damage` if the tables are not ours.
    static func migrate(_ db: Database, path: String, contents: InitialContents) throws {
        var found = try number("user_version", db)
        guard found <= version else {
            throw StoreError.newerSchema(path: path, found: found, known: version)
        }
        guard found >= 0 else { throw Damage("the database has the invalid version \(found)") }
        guard found > 0 else {
            if let table = try String.fetchOne(db, sql: "SELECT name FROM sqlite_schema") {
                throw Damage("the database has the table \(table), but no version")
            }
            try db.inTransaction(.immediate) {
                try begin(db, contents)
                return .commit
            }
            return
        }
        try verify(db)
        while found < version {
            try db.inTransaction(.immediate) {
                try db.execute(sql: steps[found])
                if found + 1 == chained { try fillHashes(db) }
                try db.execute(sql: "PRAGMA user_version = \(found + 1)")
                return .commit
            }
            found += 1
        }
    }

    private static let filled = 2_000

    /// Chains the events that were recorded before chains existed, a few thousand at a time, so
    /// that a million events need little memory. Runs within the transaction of the step.
    static func fillHashes(_ db: Database) throws {
        let base = try Metadata.base(db)
        var linker = ChainLinker(after: .anchor(device: try Metadata.firstDevice(db)))
        if base > 0 { try Metadata.setBase(base, chain: linker.head, rules: nil, db) }
        let select = try db.makeStatement(
            sql: """
                SELECT \(RecordedRow.columns) WHERE sequence > ? ORDER BY sequence LIMIT \(filled)
                """)
        let update = try db.makeStatement(sql: "UPDATE events SET hash = ? WHERE sequence = ?")
        var last = base
        while true {
            var links: [(sequence: Int64, hash: ChainHash)] = []
            let rows = try Row.fetchCursor(select, arguments: [last])
            while let row = try rows.next() {
                let sequence = try EventRow.sequence(row)
                links.append((sequence, try linker.link(row)))
            }
            guard let end = links.last?.sequence else { return }
            for link in links { try update.execute(arguments: [link.hash, link.sequence]) }
            last = end
        }
    }

    /// Creates the tables of this version in an empty database, within a transaction.
    static func begin(_ db: Database, _ contents: InitialContents) throws {
        for step in steps { try db.execute(sql: step) }
        try db.execute(sql: "PRAGMA user_version = \(version)")
        try Metadata.begin(contents, db)
    }

    /// Verifies a file of unknown origin: throws `.otherApplication` and `.newerSchema` as its
    /// header says.
    static func verify(_ db: Database, path: String) throws {
        let id = try number("application_id", db)
        guard id == Int(applicationID) else {
            throw StoreError.unusable(path: path, .otherApplication(id: id))
        }
        let found = try number("user_version", db)
        guard found <= version else {
            throw StoreError.newerSchema(path: path, found: found, known: version)
        }
        try verify(db)
    }

    /// The definitions that the steps up to a version create, computed once per version.
    private static func definitions(ofVersion version: Int) throws -> Set<String> {
        try known.withLock { known in
            if let found = known[version] { return found }
            let model = try DatabaseQueue()
            defer { model.retire() }
            let made = try model.write { model in
                for step in steps.prefix(version) { try model.execute(sql: step) }
                return try definitions(model)
            }
            known[version] = made
            return made
        }
    }

    private static let known = Mutex<[Int: Set<String>]>([:])

    /// Requires the tables and indices of the database's version.
    static func verify(_ db: Database) throws {
        let id = try number("application_id", db)
        guard id == Int(applicationID) else {
            throw Damage("the database has the wrong application id \(id)")
        }
        let found = try number("user_version", db)
        guard (1...version).contains(found) else {
            throw Damage("the database has the invalid version \(found)")
        }
        let present = try definitions(db)
        guard present.isSuperset(of: try definitions(ofVersion: found)) else {
            throw Damage("the tables do not match version \(found)")
        }
        // Added tables and indices do no harm; a trigger would change the record.
        guard !present.contains(where: { $0.hasPrefix("trigger|") }) else {
            throw Damage("the database has a trigger, which Soteria never creates")
        }
    }

    /// True if the events carry hashes. Everything else can also be read in an earlier version.
    static func isChained(_ db: Database) throws -> Bool {
        try number("user_version", db) >= chained
    }

    static func version(of db: Database) throws -> Int { try number("user_version", db) }

    private static func number(_ pragma: String, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA \(pragma)") ?? 0
    }

    private static func definitions(_ db: Database) throws -> Set<String> {
        let rows = try Row.fetchAll(db, sql: "SELECT type, name, sql FROM sqlite_schema")
        return Set(
            rows.map { row in
                row.databaseValues.map { String.fromDatabaseValue($0) ?? "" }
                    .joined(separator: "|")
            })
    }
}
