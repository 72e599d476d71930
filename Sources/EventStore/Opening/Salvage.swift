import Engine
import GRDB

/// What a database that is not written any more can still say.
enum Salvage {
    /// The state and the rules of a damaged database: the last whole checkpoint and the events
    /// after it up to the first that is missing. nil where nothing can be trusted.
    static func carried(from path: String, _ limits: StoreLimits) -> Carried? {
        guard DatabaseHeader.isFile(path),
            let queue = try? DatabaseQueue(
                path: path, configuration: EventDatabase.configuration(limits, isReadOnly: true))
        else { return nil }
        defer { queue.retire() }
        return try? queue.read { db in
            var history = History()
            // Folding until something is missing is the purpose here; what came before counts.
            do { try history.fold(db) } catch { _ = error }
            guard history.state.last != nil else { return nil }
            return Carried(
                state: history.state, rules: try? EventDatabase.lastRules(db),
                head: try? EventDatabase.hash(of: history.state.lastSequence, db))
        }
    }

    /// The history of a database in a directory that cannot be written now.
    static func readOnly(_ directory: StateDirectory, _ limits: StoreLimits) -> Opened? {
        let configuration = EventDatabase.configuration(limits, isReadOnly: true)
        let path = directory.database
        guard (try? DatabaseHeader.verify(path)) != nil else { return nil }
        if let opened = try? read(DatabaseQueue(path: path, configuration: configuration)) {
            return opened
        }
        // Without its shared-memory file a database with WAL opens only where nobody else can
        // change it, and then a log would be passed over.
        guard (directory.size(path + "-wal") ?? 0) == 0 else { return nil }
        let uri = "file:" + escaped(path) + "?immutable=1"
        return try? read(DatabaseQueue(path: uri, configuration: configuration))
    }

    private static func read(_ queue: DatabaseQueue) throws -> Opened {
        defer { queue.retire() }
        return try queue.read { db in
            try Schema.verify(db)
            var opened = Opened(device: try Meta.device(db))
            try opened.read(db)
            return opened
        }
    }

    /// A path as SQLite's URI file names want it (https://www.sqlite.org/uri.html).
    static func escaped(_ path: String) -> String {
        path.utf8.reduce(into: "") { text, byte in
            let character = Character(UnicodeScalar(byte))
            if byte < 0x80 && !"%?#".contains(character) {
                text.append(character)
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
    }
}
