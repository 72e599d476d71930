import Dispatch
import Engine
import Foundation
import GRDB
import RuleModel

extension EventStore {
    /// Removes the events at the beginning of the record that happened before an instant, up to
    /// the first that did not; never blocks, and holds up no commit for long.
    ///
    /// What they add up to stays: state, rule texts and the chain's hash take their place in one
    /// transaction, which the result tells of (`removed` is 0 where nothing was old enough, and
    /// `through` the last event ever removed). Only then the rows go, some thousands at a time;
    /// what a crash leaves of them is no longer part of the record and goes the next time. The
    /// file does not become smaller: the room is used for what is recorded next.
    package func retain(
        from: Instant, completion: @escaping @Sendable (Result<Retention, StoreError>) -> Void
    ) {
        reading.async { self.advance(RetentionPlan(from: from), completion) }
    }

    /// One step on the queue that reads; others that read come in between.
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
        case .success(true):
            let removed = Retention(
                through: plan.through, removed: plan.through - plan.base,
                hash: plan.hash.hexadecimal)
            sweep(database) { completion(.success(removed)) }
        case .success(false):
            // Another removal, or another database, came in between.
            retain(from: plan.from, completion: completion)
        case .failure(let error):
            completion(.failure(StoreError(error, path: directory.database)))
        }
    }

    /// Deletes what stands before the base, a transaction at a time, so that what waits to be
    /// recorded waits for one of them at most. What cannot be deleted now is harmless.
    private func sweep(_ database: EventDatabase, _ completion: @escaping @Sendable () -> Void) {
        let isOpen = writer.withLock { $0.database === database }
        guard isOpen, let isSwept = try? database.sweep(), !isSwept else { return completion() }
        writing.async { self.sweep(database, completion) }
    }
}

extension Writer {
    /// Puts the plan in the place of what it stands for; false where it was made of another state
    /// of things.
    fileprivate mutating func rebase(
        _ plan: RetentionPlan, in database: EventDatabase
    ) throws -> Bool {
        guard let present = self.database else { throw trouble ?? .closed }
        guard present === database, base == plan.base else { return false }
        guard plan.through > plan.base else { return true }
        try database.requirePlace()
        let unreported = Retention(
            through: plan.through, removed: plan.through - base + (removal?.removed ?? 0),
            hash: plan.hash.hexadecimal)
        try database.pool.write { db in
            try Metadata.setRemoval(unreported, db)
            try Metadata.setBase(plan.through, chain: plan.hash, rules: plan.rules, db)
            try db.execute(
                sql: "DELETE FROM checkpoints WHERE sequence <= ?", arguments: [plan.through])
            try Checkpoint.write(plan.state, db)
        }
        base = plan.through
        removal = unreported
        return true
    }
}

extension EventDatabase {
    /// How many events are deleted in a transaction.
    private static let swept: Int64 = 4_000

    /// Deletes some of the events before the base; true where none is left.
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

/// The replacement for old events once they are gone: their fold, the hash of the last, and the
/// rule texts in force then. Made in steps on a connection that reads, while the record is written.
struct RetentionPlan: Sendable {
    /// How many events are folded in a step.
    static let step = 2_000

    /// Events before this instant may go.
    let from: Instant
    private(set) var base: Int64 = 0
    /// The last event that goes; the base where none does.
    private(set) var through: Int64 = 0
    private(set) var hash = ChainHash(bytes: [])
    private(set) var rules: String?
    private(set) var isReady = false
    private var history = History()
    private var hasBegun = false

    init(from: Instant) { self.from = from }

    /// The fold of all that goes and went.
    var state: State { history.state }

    /// Goes on with the plan until `isReady`. Throws `Damage` where an event is missing.
    mutating func advance(_ db: Database) throws {
        // Another removal came in between two steps: what was to be folded may be gone.
        if hasBegun, try Metadata.base(db) != base { self = RetentionPlan(from: from) }
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
        isReady = true
    }

    private mutating func begin(_ db: Database) throws {
        hasBegun = true
        base = try Metadata.base(db)
        // An event before the instant that comes after one that is not stays: what goes is the
        // beginning of the record.
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
            // What came before the base is not known: what tells of it stays.
            through = base
            history.state.lastSequence = base
        }
    }
}
