import Engine
import Foundation
import GRDB
import RuleModel

extension EventStore {
    /// Replays the record beside all other work, on a queue of the store: folds the events before
    /// `from`, and collects the person's actions from then until `to`. `shouldContinue` is called
    /// between batches; the completion comes last.
    package func replay(
        from: Instant, to: Instant, shouldContinue: @escaping @Sendable () -> Bool,
        completion: @escaping @Sendable (Result<ReplayedRecord, StoreError>) -> Void
    ) {
        reading.async {
            let result = Result {
                var replay = ReplayedRecord(from: from, to: to)
                var walk: EventWalk?
                while walk?.isDone != true, !replay.isComplete, shouldContinue() {
                    try self.withDatabase { db in
                        var next = try walk ?? Self.begin(&replay, db, self.limits.batch)
                        for event in try next.next(db) { replay.apply(event) }
                        walk = next
                    }
                }
                return replay
            }
            completion(result.mapError { StoreError($0, path: self.directory.database) })
        }
    }

    /// Begins with the latest checkpoint before the replayed time.
    private static func begin(
        _ replay: inout ReplayedRecord, _ db: Database, _ batch: Int
    ) throws -> EventWalk {
        let base = try Metadata.base(db)
        let first = try Int64.fetchOne(
            db, sql: "SELECT min(sequence) FROM events WHERE sequence > ? AND at >= ?",
            arguments: [base, replay.from.milliseconds])
        let known = try Checkpoint.latest(db, base: base, through: (first ?? .max) - 1)
        if let state = try known?.state ?? Checkpoint.earliest(db, base: base)?.state {
            replay.begin(with: state)
        }
        return EventWalk(EventQuery(after: replay.state.lastSequence), batch: batch)
    }

    /// Replays an export of the table `events`, of either format; blocks. Its numbers and hashes
    /// are not checked. Throws `.notImported` with the first invalid line.
    package static func replay(
        export path: String, from: Instant, to: Instant
    ) throws(StoreError) -> ReplayedRecord {
        var file = try ImportFile(path)
        var replay = ReplayedRecord(from: from, to: to)
        let decoder = JSONDecoder()
        while !replay.isComplete, let line = try file.next() {
            switch line {
            case .header: break
            case .checkpoint(let older):
                if let state = older.checkpoint?.state { replay.begin(with: state) }
            case .event(let row):
                guard row.sequence > replay.state.lastSequence, EventRow.sequences ~= row.sequence
                else {
                    continue
                }
                // This version ignores events of a newer version.
                if let event = try? EventRow.decode(row, decoder).get() { replay.apply(event) }
            case .footer: return replay
            }
        }
        guard replay.isComplete else { throw file.refusal(.truncated) }
        return replay
    }
}
