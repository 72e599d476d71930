import Engine
import GRDB
import RuleModel

/// Opens the database of a locked directory: checks it, sets it aside if it is damaged, and creates
/// a new one if there is none.
struct StoreOpener {
    let directory: StateDirectory
    let limits: StoreLimits
    /// The date in the name of a database that is set aside.
    let at: Instant
    /// The initial contents of a new database; after damage the salvaged state.
    private(set) var contents: InitialContents
    /// The damaged database that was moved away, even if no new one could be created.
    private(set) var replaced: ReplacedStore?

    private var path: String { directory.database }

    /// Opens the database with its history, or creates a new one in place of a database that is
    /// known to be damaged. If it throws, no database is open.
    mutating func open(replacing known: Damage?) throws(StoreError) -> OpenedDatabase {
        do {
            if let known { return try replace(known) }
            directory.removeTemporaries()
            guard directory.exists(path) else {
                if let loss { return try replace(loss) }
                return try create()
            }
            do {
                return try openExisting()
            } catch {
                guard let damage = Damage(error) else { throw error }
                return try replace(damage)
            }
        } catch {
            throw StoreError(error, path: path).followingLink(path)
        }
    }

    /// Evidence that a database was here before and is lost.
    private var loss: Damage? {
        // SQLite would delete a log without its database.
        if DatabaseHeader.hasLog(path) {
            return Damage("the database file is gone, and only its write-ahead log is left")
        }
        if let mark = HighWaterMark.read(directory), mark.sequence > 0 {
            return Damage("the record is gone; its last event was event \(mark.sequence)")
        }
        return contents.carried == nil ? nil : Damage("the database was removed while in use")
    }

    /// Creates a new database in place of the damaged one, which gets a dated name. The new one
    /// continues with the state that the daemon holds, else with the readable part of the
    /// damaged one. It keeps a notice of the replacement until an event records it.
    private mutating func replace(_ damage: Damage) throws -> OpenedDatabase {
        if contents.carried == nil { contents.carried = Salvage.carried(from: path, limits) }
        let name = directory.freeName("damaged", at: at)
        let replaced = ReplacedStore(
            setAside: name, damage: damage.reason,
            salvaged: contents.carried?.state.lastSequence)
        contents.replaced = replaced
        let ready = try make()
        defer { StateDirectory.remove(temporary: ready) }
        try directory.setAside(as: name, for: ready)
        self.replaced = replaced
        return try openNew()
    }

    private func create() throws -> OpenedDatabase {
        let ready = try make()
        defer { StateDirectory.remove(temporary: ready) }
        guard try directory.place(ready) else { throw StoreError.busy(path: path) }
        return try openNew()
    }

    /// Creates a complete new database in a temporary file, so that there never is half of one.
    private func make() throws -> String {
        let ready = try directory.beginTemporary("begin")
        do {
            try EventDatabase.make(at: ready, limits: limits, contents: contents)
            return ready
        } catch {
            StateDirectory.remove(temporary: ready)
            throw error
        }
    }

    private func openNew() throws -> OpenedDatabase {
        let database = try EventDatabase(path: path, limits: limits, contents: contents)
        var opened = OpenedDatabase(database: database, device: contents.device)
        opened.history.state = contents.carried?.state ?? State()
        opened.history.base = opened.history.state.lastSequence
        opened.rules = contents.carried?.rules
        opened.head = try database.pool.writeWithoutTransaction { try EventDatabase.head($0) }
        opened.replaced = replaced
        opened.isChecked = true
        return opened
    }

    private func openExisting() throws -> OpenedDatabase {
        try DatabaseHeader.verify(path)
        directory.narrow()
        let database = try EventDatabase(path: path, limits: limits, contents: contents)
        do {
            return try database.pool.writeWithoutTransaction { db in
                var opened = OpenedDatabase(database: database, device: try Metadata.device(db))
                if (directory.size(path) ?? 0) <= limits.fullCheck {
                    try FullCheck.verify(db)
                    opened.isChecked = true
                }
                try opened.read(db)
                try verifyEnd(opened)
                return opened
            }
        } catch {
            database.close()
            throw error
        }
    }

    /// Throws `Damage` if fewer events are recorded than were acknowledged.
    private func verifyEnd(_ opened: OpenedDatabase) throws {
        let last = opened.history.state.lastSequence
        guard let mark = HighWaterMark.read(directory), mark.device == opened.device,
            mark.sequence > last
        else { return }
        throw Damage(
            "events \(last + 1) to \(mark.sequence) are missing: the database's write-ahead log "
                + "was lost or damaged")
    }
}

/// Salvages the readable parts of a database that is no longer written.
enum Salvage {
    /// The state and rules of a damaged database: the last intact checkpoint and the events after
    /// it, up to the first that is missing; nil if nothing can be trusted.
    static func carried(from path: String, _ limits: StoreLimits) -> CarriedState? {
        guard DatabaseHeader.isFile(path),
            let queue = try? DatabaseQueue(
                path: path, configuration: EventDatabase.configuration(limits, isReadOnly: true))
        else { return nil }
        defer { queue.retire() }
        return try? queue.read { db in
            var history = History()
            // The fold stops at the first missing event; the state before it counts.
            do { try history.fold(db) } catch { _ = error }
            guard history.state.last != nil else { return nil }
            return CarriedState(
                state: history.state, rules: try? EventDatabase.lastRules(db),
                head: try? EventDatabase.hash(of: history.state.lastSequence, db))
        }
    }

    /// The history of a database whose directory cannot be written now.
    static func readOnly(_ directory: StateDirectory, _ limits: StoreLimits) -> OpenedDatabase? {
        let path = directory.database
        guard (try? DatabaseHeader.verify(path)) != nil,
            let queue = try? RecordFile.open(path, limits, isAtRest: false)
        else { return nil }
        defer { queue.retire() }
        return try? queue.read { db in
            try Schema.verify(db)
            var opened = OpenedDatabase(device: try Metadata.device(db))
            try opened.read(db)
            return opened
        }
    }
}
