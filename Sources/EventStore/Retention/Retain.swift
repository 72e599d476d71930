import Dispatch
import Engine
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
        guard let database = enterReader() else { return completion(.failure(noReading)) }
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
        guard database.isInPlace else {
            throw StoreError.directory(
                path: directory.database, reason: "it was removed while it was in use")
        }
        let untold = Retention(
            through: plan.through, removed: plan.through - base + (removal?.removed ?? 0),
            hash: plan.hash.hexadecimal)
        try database.pool.write { db in
            try Meta.setRemoval(untold, db)
            try Meta.setBase(plan.through, chain: plan.hash, rules: plan.rules, db)
            try db.execute(
                sql: "DELETE FROM checkpoints WHERE sequence <= ?", arguments: [plan.through])
            try Checkpoint(state: plan.state).write(db)
        }
        base = plan.through
        removal = untold
        return true
    }
}

extension EventDatabase {
    /// How many events are deleted in a transaction.
    private static let swept: Int64 = 4_000

    /// Deletes some of the events before the base; true where none is left.
    fileprivate func sweep() throws -> Bool {
        try pool.write { db in
            let base = try Meta.base(db)
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
