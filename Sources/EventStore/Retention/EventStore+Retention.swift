import Dispatch
import Engine
import Foundation
import GRDB
import RuleModel

extension EventStore {
    /// Removes the events at the start of the record that are older than an instant, up to the
    /// first that is not; never blocks, and delays no commit for long.
    ///
    /// State, rule texts and the chain's hash replace them in one transaction, which the result
    /// describes (`removed` is 0 if nothing was old enough; `through` is the last event ever
    /// removed). Only then are rows deleted, some thousands at a time. Rows that a crash leaves are
    /// no longer part of the record and are deleted the next time. The file does not shrink: later
    /// events reuse the space.
    ///
    /// With `forgetting`, the stored states lose what a person said before that day as well, until
    /// an event records the result no state is stored, and the log is emptied at the end.
    package func retain(
        from: Instant, forgetting: Forgetting? = nil,
        completion: @escaping @Sendable (Result<Retention, StoreError>) -> Void
    ) {
        let plan = RetentionPlan(from: from, forgetting: forgetting)
        reading.async { self.advance(plan, completion) }
    }

    /// Runs one step on the queue for reads; other reads run in between.
    private func advance(
        _ plan: RetentionPlan,
        _ completion: @escaping @Sendable (Result<Retention, StoreError>) -> Void
    ) {
        guard let database = enterReader() else { return completion(.failure(readError)) }
        let result = Result {
            defer { readers.leave() }
            var plan = plan
            try database.pool.read { try plan.advance($0) }
            return plan
        }
        switch result {
        case .failure(let error):
            completion(.failure(StoreError(error, path: directory.database)))
        case .success(let plan) where !plan.isReady:
            reading.async { self.advance(plan, completion) }
        case .success(let plan):
            writing.async { self.remove(plan, from: database, completion) }
        }
    }

    private func remove(
        _ plan: RetentionPlan, from database: EventDatabase,
        _ completion: @escaping @Sendable (Result<Retention, StoreError>) -> Void
    ) {
        let outcome = Result { try writer.withLock { try $0.rebase(plan, in: database) } }
        publish()
        switch outcome {
        case .success(let removed?):
            sweep(database) {
                if plan.forgetting != nil { try? database.emptyLog() }
                completion(.success(removed))
            }
        case .success(nil):
            // Another removal, or another database, came in between.
            retain(from: plan.from, forgetting: plan.forgetting, completion: completion)
        case .failure(let error):
            completion(.failure(StoreError(error, path: directory.database)))
        }
    }

    /// Deletes rows up to the base, one transaction at a time, so that waiting events wait for one
    /// of them at most. Rows that cannot be deleted now are harmless.
    private func sweep(_ database: EventDatabase, _ completion: @escaping @Sendable () -> Void) {
        let isOpen = writer.withLock { $0.database === database }
        guard isOpen, let isSwept = try? database.sweep(), !isSwept else { return completion() }
        writing.async { self.sweep(database, completion) }
    }
}

extension Writer {
    /// Applies the plan; returns what an event should record, or nil if the record has changed
    /// since the plan was made.
    fileprivate mutating func rebase(
        _ plan: RetentionPlan, in database: EventDatabase
    ) throws -> Retention? {
        guard let present = self.database else { throw trouble ?? .closed }
        guard present === database, base == plan.base else { return nil }
        var removed = Retention(
            through: plan.through, removed: plan.through - base, hash: plan.hash.hexadecimal,
            before: plan.forgetting?.day)
        guard plan.isNeeded else { return removed }
        try database.requirePlace()
        // The event of an earlier forgetting may come after this one's, or never.
        removed.before = [removed.before, removal?.before].compactMap(\.self).max()
        var unreported = removed
        unreported.removed += removal?.removed ?? 0
        try database.pool.write { [unreported] db in
            try Metadata.setRemoval(unreported, db)
            // Later states hold what was said, until an event records that it is forgotten.
            try db.execute(
                sql: "DELETE FROM checkpoints WHERE sequence <= ?",
                arguments: [plan.forgetting == nil ? plan.through : Int64.max])
            guard plan.through > 0 else { return }
            try Metadata.setBase(plan.through, chain: plan.hash, rules: plan.rules, db)
            try Checkpoint.write(plan.state, db)
        }
        base = plan.through
        removal = unreported
        return removed
    }
}

/// A person's wish to forget.
package struct Forgetting: Hashable, Sendable {
    /// The first local day to keep, as days since 1970-01-01.
    let day: Int
    /// Whether the state holds anything to forget, so that the plan is applied even if no event is
    /// old enough.
    let isInState: Bool

    package init(before day: Int, isInState: Bool) {
        self.day = day
        self.isInState = isInState
    }
}

extension EventDatabase {
    /// The number of events deleted in a transaction.
    private static let swept: Int64 = 4_000

    /// Moves the log, which holds former contents, into the database and truncates it.
    fileprivate func emptyLog() throws {
        _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }

    /// Deletes some events up to the base; true if none is left.
    fileprivate func sweep() throws -> Bool {
        try pool.write { db in
            let base = try Metadata.base(db)
            guard let first = try Int64.fetchOne(db, sql: "SELECT min(sequence) FROM events"),
                first <= base
            else { return true }
            try db.execute(
                sql: "DELETE FROM events WHERE sequence <= ?",
                arguments: [min(base, first + Self.swept - 1)])
            return false
        }
    }
}

/// The replacement for old events: their fold, the hash of the last, and the rule texts in force
/// then. Built in steps on a reading connection, while recording continues.
struct RetentionPlan: Sendable {
    /// The number of events folded in a step.
    static let step = 2_000

    /// Events before this instant may be removed.
    let from: Instant
    let forgetting: Forgetting?
    private(set) var base: Int64 = 0
    /// The last event to remove; the base if there is none.
    private(set) var through: Int64 = 0
    private(set) var hash = ChainHash(bytes: [])
    private(set) var rules: String?
    private(set) var isReady = false
    private var history = History()
    private var hasBegun = false
    /// Whether the state at the base is unknown.
    private var isBlind = false

    init(from: Instant, forgetting: Forgetting? = nil) {
        self.from = from
        self.forgetting = forgetting
    }

    /// Whether the plan changes anything.
    var isNeeded: Bool { through > base || (forgetting?.isInState ?? false && !isBlind) }

    /// The fold of all events up to `through`.
    var state: State { history.state }

    /// Advances the plan until `isReady`. Throws `Damage` if an event is missing.
    mutating func advance(_ db: Database) throws {
        // Another removal came between two steps: events that were to be folded may be gone.
        if hasBegun, try Metadata.base(db) != base {
            self = RetentionPlan(from: from, forgetting: forgetting)
        }
        if !hasBegun {
            try begin(db)
        } else if state.lastSequence < through {
            try history.fold(next: Self.step, through: through, db)
        }
        guard state.lastSequence >= through else { return }
        guard let hash = try EventDatabase.hash(of: through, db) else {
            throw Damage("event \(through) is missing")
        }
        self.hash = hash
        if let loaded = try EventDatabase.lastRules(db, through: through) {
            rules = String(decoding: try JSONEncoder().encode(loaded), as: UTF8.self)
        }
        if let forgetting, isNeeded {
            history.state.forgetWords(
                before: forgetting.day, loggedAgain: try Self.logged(after: through, db),
                laterEpisodes: try episodes(before: forgetting.day, db))
        }
        isReady = true
    }

    /// The episodes of the state, each as later events left it last. Those events are read until no
    /// episode is left that holds words of the state from before a local day, which is rarely more
    /// than the events of two hours.
    private func episodes(before day: Int, _ db: Database) throws -> Episodes {
        var later = history
        var episodes = state.episodes
        let last = try EventDatabase.lastSequence(db, base: base)
        while later.state.lastSequence < last,
            later.state.episodes.holdWords(before: day, through: through)
        {
            try later.fold(next: 1, through: last, db)
            episodes.update(from: later.state.episodes)
        }
        return episodes
    }

    /// The requests whose outcome events after a number log.
    private static func logged(after sequence: Int64, _ db: Database) throws -> Set<Int64> {
        let decoder = JSONDecoder()
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(EventRow.columns) WHERE sequence > ? AND kind = 'outcomeLogged'
                ORDER BY sequence
                """,
            arguments: [sequence])
        var requests: Set<Int64> = []
        while let row = try rows.next() {
            let event = EventRow.decode(row, try EventRow.sequence(row), decoder)
            if case .success(let event) = event, case .outcomeLogged(let said) = event.fact {
                requests.insert(said.request)
            }
        }
        return requests
    }

    private mutating func begin(_ db: Database) throws {
        hasBegun = true
        base = try Metadata.base(db)
        // Only the beginning of the record is removed. An older event after a newer one stays.
        let kept = try Int64.fetchOne(
            db,
            sql: """
                SELECT sequence FROM events WHERE sequence > ? AND at >= ?
                ORDER BY sequence LIMIT 1
                """,
            arguments: [base, from.milliseconds])
        through = try kept.map { $0 - 1 } ?? EventDatabase.lastSequence(db, base: base)
        if let checkpoint = try Checkpoint.latest(db, base: base, through: through) {
            history.state = checkpoint.state
        } else if base > 0 {
            // The state at the base is unknown, so the events after the base stay.
            isBlind = true
            through = base
            history.state.lastSequence = base
        }
    }
}
