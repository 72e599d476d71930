import Engine
import Glibc

/// Opens the database of a directory whose lock is held: checks it, sets it aside if it is
/// damaged, begins a new one where there is none.
struct Opener {
    let directory: StateDirectory
    let limits: StoreLimits
    /// Dates the name of what is set aside.
    let at: Instant
    /// What a new database begins with; after damage with what could be salvaged.
    private(set) var beginning: Beginning
    /// The damaged database that was moved away, even if no new one could be begun.
    private(set) var replaced: Replaced?

    init(directory: StateDirectory, limits: StoreLimits, at: Instant, beginning: Beginning) {
        self.directory = directory
        self.limits = limits
        self.at = at
        self.beginning = beginning
    }

    private var path: String { directory.database }

    /// The open database with its history. A throw leaves no database open.
    mutating func open() throws(StoreError) -> Opened {
        directory.removeTemporaries()
        do {
            guard directory.exists(path) else {
                // SQLite would delete a log without its database.
                let hasLog = (directory.size(path + "-wal") ?? 0) > 0
                return hasLog ? try replace(Damage("only its log is left")) : try begin()
            }
            do {
                return try existing()
            } catch {
                guard let damage = Damage(error) else { throw error }
                return try replace(damage)
            }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Moves the damaged database away and begins a new one. It carries over the state that the
    /// daemon holds, or else what can still be read of the damaged one.
    mutating func replace(_ damage: Damage) throws(StoreError) -> Opened {
        let name = try directory.setAside(at: at)
        if beginning.carried == nil { beginning.carried = Salvage.carried(from: name, limits) }
        replaced = Replaced(
            setAside: name, damage: damage.reason,
            salvaged: beginning.carried?.state.lastSequence)
        return try begin()
    }

    private func begin() throws(StoreError) -> Opened {
        guard try directory.beginDatabaseFile() else { throw StoreError.busy(path: path) }
        do {
            let database = try EventDatabase(path: path, limits: limits, beginning: beginning)
            var opened = Opened(database: database, device: beginning.device)
            opened.history.state = beginning.carried?.state ?? State()
            opened.history.base = opened.history.state.lastSequence
            opened.rules = beginning.carried?.rules
            opened.head = try database.pool.writeWithoutTransaction { try EventDatabase.head($0) }
            opened.replaced = replaced
            opened.isChecked = true
            return opened
        } catch {
            // What was begun for nothing would look like a database that lost its content.
            for suffix in [""] + StateDirectory.companions { _ = unlink(path + suffix) }
            throw StoreError(error, path: path)
        }
    }

    private func existing() throws -> Opened {
        try DatabaseHeader.verify(path)
        directory.narrow()
        let database = try EventDatabase(path: path, limits: limits, beginning: beginning)
        do {
            return try database.pool.writeWithoutTransaction { db in
                var opened = Opened(database: database, device: try Meta.device(db))
                if (directory.size(path) ?? 0) <= limits.wholeCheck {
                    try WholeCheck.verify(db)
                    opened.isChecked = true
                }
                try opened.read(db)
                return opened
            }
        } catch {
            database.close()
            throw error
        }
    }
}
