import GRDB

/// A database file that is only read: a backup, or the record beside a running daemon.
struct RecordFile {
    let path: String
    /// The name in errors.
    let name: String

    init(path: String, name: String? = nil) {
        self.path = path
        self.name = name ?? path
    }

    /// Reads the file in one transaction. A file that no program writes (`isAtRest`) is read
    /// without a trace on it or beside it. Throws `.directory`, `.newerSchema` and `.unusable`
    /// before `body` is called, and converts the errors of `body`.
    func read<Value>(
        isAtRest: Bool, _ body: (Database) throws -> Value
    ) throws(StoreError) -> Value {
        do {
            try verifyHeader(isAtRest: isAtRest)
            let queue = try Self.open(path, isAtRest: isAtRest)
            defer { queue.retire() }
            return try queue.read { db in
                try Schema.verify(db, path: name)
                return try body(db)
            }
        } catch let error as StoreError {
            throw error
        } catch {
            guard let damage = Damage(error) else { throw StoreError(error, path: name) }
            throw .unusable(path: name, .damaged(damage.reason))
        }
    }

    /// Checks the first bytes, to tell a file of another kind from a damaged record.
    private func verifyHeader(isAtRest: Bool) throws {
        let header: DatabaseHeader
        do {
            header = try DatabaseHeader(path)
        } catch is Damage {
            throw StoreError.unusable(path: name, .notADatabase)
        }
        let hasLog = !isAtRest || DatabaseHeader.hasLog(path)
        guard hasLog || header.isComplete else {
            throw StoreError.unusable(path: name, .truncated)
        }
        // The log takes precedence; it is checked once both are open.
        guard !hasLog else { return }
        guard header.application == Int(Schema.applicationID) else {
            throw StoreError.unusable(path: name, .otherApplication(id: header.application))
        }
        guard header.version <= Schema.version else {
            throw StoreError.newerSchema(path: name, found: header.version, known: Schema.version)
        }
    }

    /// Opens the database. One with a log needs its shared-memory file, which must be there or be
    /// creatable; one without a log is opened alone.
    static func open(
        _ path: String, _ limits: StoreLimits = .standard, isAtRest: Bool
    ) throws -> DatabaseQueue {
        let configuration = EventDatabase.configuration(limits, isReadOnly: true)
        let alone = "file:" + escaped(path) + "?immutable=1"
        if isAtRest && !DatabaseHeader.hasLog(path) {
            return try DatabaseQueue(path: alone, configuration: configuration)
        }
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            do {
                // The first statement opens the log.
                _ = try queue.read {
                    try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema")
                }
                return queue
            } catch {
                queue.retire()
                throw error
            }
        } catch {
            guard !DatabaseHeader.hasLog(path) else { throw error }
            return try DatabaseQueue(path: alone, configuration: configuration)
        }
    }

    /// Escapes a path for SQLite's URI file names (https://www.sqlite.org/uri.html).
    static func escaped(_ path: String) -> String {
        path.utf8.reduce(into: "") { text, byte in
            let character = Character(UnicodeScalar(byte))
            if byte < 0x80 && !"%?#".contains(character) {
                text.append(character)
            } else {
                text += "%" + [byte].hexadecimal
            }
        }
    }
}
