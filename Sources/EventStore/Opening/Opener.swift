import Engine
import Glibc
import RuleModel

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
                if (directory.size(path + "-wal") ?? 0) > 0 {
                    return try replace(Damage("only its log is left"))
                }
                if let mark = HighWaterMark.read(directory), mark.sequence > 0 {
                    return try replace(Damage("it is gone; its last event was \(mark.sequence)"))
                }
                guard beginning.carried == nil else {
                    return try replace(Damage("it was removed while it was in use"))
                }
                return try begin()
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

    /// Puts a new database in the place of the damaged one, which keeps a dated name. The new one
    /// carries over the state that the daemon holds, or else what can still be read of the damaged
    /// one, and tells of it until an event does.
    mutating func replace(_ damage: Damage) throws(StoreError) -> Opened {
        if beginning.carried == nil { beginning.carried = Salvage.carried(from: path, limits) }
        let name = directory.freeName("damaged", at: at)
        let replaced = Replaced(
            setAside: name, damage: damage.reason,
            salvaged: beginning.carried?.state.lastSequence)
        beginning.replaced = replaced
        let ready = try make()
        defer { StateDirectory.remove(temporary: ready) }
        try directory.setAside(as: name, for: ready)
        self.replaced = replaced
        return try begun()
    }

    private func begin() throws(StoreError) -> Opened {
        let ready = try make()
        defer { StateDirectory.remove(temporary: ready) }
        guard try directory.place(ready) else { throw StoreError.busy(path: path) }
        return try begun()
    }

    /// A whole new database in a file of its own, so that there never is half of one.
    private func make() throws(StoreError) -> String {
        let ready = try directory.beginTemporary("begin")
        do {
            try EventDatabase.make(at: ready, limits: limits, beginning: beginning)
            return ready
        } catch {
            StateDirectory.remove(temporary: ready)
            throw StoreError(error, path: path)
        }
    }

    private func begun() throws(StoreError) -> Opened {
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
                try verifyEnd(opened)
                return opened
            }
        } catch {
            database.close()
            throw error
        }
    }

    /// Throws `Damage` where less is recorded than was acknowledged.
    private func verifyEnd(_ opened: Opened) throws {
        let last = opened.history.state.lastSequence
        guard let mark = HighWaterMark.read(directory), mark.device == opened.device,
            mark.sequence > last
        else { return }
        throw Damage(
            "events \(last + 1) to \(mark.sequence) are missing; its log was lost or damaged")
    }
}
