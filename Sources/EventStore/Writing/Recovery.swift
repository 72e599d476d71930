import Engine
import RuleModel

/// The result of an attempt to write again.
package enum Recovery: Sendable {
    /// All waiting events are on disk.
    case recorded
    /// A history can be read that does not lead to the daemon's state: it could not be read at the
    /// start, or too many events waited and some were dropped. The daemon must load the state from
    /// the result, or be restarted.
    case history(OpenResult)
    /// Writing still fails.
    case failing(StoreError)
}

extension Writer {
    /// Opens the database, replaces it if it is damaged or gone, and writes waiting events.
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

    /// Discards events that do not continue a history, and returns them.
    private mutating func diverge(to opened: OpenedDatabase) -> [Event] {
        defer { backlog = [] }
        isDiverged = false
        adopt(opened)
        return backlog
    }

    /// Sets the damaged database aside and creates one that continues the state.
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

    /// Closes the database and keeps the state for a new one, so that no restriction is lost.
    private mutating func release() {
        guard let database else { return }
        if state.last != nil {
            carried = CarriedState(state: state, rules: try? database.rulesInForce(), head: head)
        }
        database.close()
        self.database = nil
        mark = nil
    }

    /// Creates and locks the directory and opens its database; replaces one that is known to be
    /// damaged.
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
