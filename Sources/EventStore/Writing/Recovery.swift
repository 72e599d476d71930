import Engine
import RuleModel

/// The outcome of an attempt to write again.
package enum Recovery: Sendable {
    /// All that waited is on disk.
    case recorded
    /// History can be read that the daemon's state does not come from: it could not be read at
    /// start, or so much waited that events were dropped. The daemon has to take its state from
    /// the opening (or end, and be started again).
    case history(OpenResult)
    /// It still cannot be written.
    case failing(StoreError)
}

extension Writer {
    /// Opens what can be opened, replaces what is damaged or gone, and writes what waits.
    mutating func recover(at: Instant, in store: EventStore) -> Recovery {
        do {
            if case .damaged(_, let reason) = trouble, database != nil {
                try replace(Damage(reason), at: at)
            } else if database?.isInPlace != true {
                let opened = try reopen(at: at)
                guard opened.history.state.lastSequence == state.lastSequence else {
                    return .history(OpenResult(store, opened, unrecorded: diverge(to: opened)))
                }
                adopt(opened)
            }
        } catch {
            let error = StoreError(error, path: directory.database)
            trouble = error
            return .failing(error)
        }
        let wasDiverged = isDiverged
        isDiverged = false
        if let error = flush() {
            isDiverged = wasDiverged
            return .failing(error)
        }
        guard wasDiverged else { return .recorded }
        var opened = OpenedDatabase(database: database, device: device)
        opened.history.state = state
        opened.history.base = base
        opened.head = head
        opened.restored = restored
        opened.removal = removal
        opened.rules = try? database?.rulesInForce()
        return .history(OpenResult(store, opened))
    }

    /// Gives up what waits for a history that it does not continue, and says what that was.
    private mutating func diverge(to opened: OpenedDatabase) -> [Event] {
        defer { backlog = [] }
        isDiverged = false
        adopt(opened)
        return backlog
    }

    /// Sets the damaged database aside and begins one that carries the state on.
    mutating func replace(_ damage: Damage, at: Instant) throws {
        release()
        trouble = .damaged(path: directory.database, reason: damage.reason)
        adopt(try open(at: at, replacing: damage))
    }

    private mutating func reopen(at: Instant) throws(StoreError) -> OpenedDatabase {
        if database != nil {
            // The lock may be as gone as the database.
            release()
            lock = nil
        }
        return try open(at: at)
    }

    /// Closes the database, and keeps what a new one must begin with so that nothing that is in
    /// force is lost.
    private mutating func release() {
        guard let database else { return }
        if state.last != nil {
            carried = CarriedState(state: state, rules: try? database.rulesInForce(), head: head)
        }
        database.close()
        self.database = nil
        mark = nil
    }

    /// Makes and locks the directory and opens its database, or a new one in the place of one that
    /// is known to be damaged.
    mutating func open(
        at: Instant, replacing damage: Damage? = nil
    ) throws(StoreError) -> OpenedDatabase {
        try directory.prepare()
        if lock == nil { lock = try DirectoryLock(directory) }
        var opener = StoreOpener(
            directory: directory, limits: limits, at: at,
            contents: InitialContents(device: device, carried: carried))
        do {
            return try opener.open(replacing: damage)
        } catch {
            replaced = opener.replaced ?? replaced
            carried = opener.contents.carried
            throw error
        }
    }
}
