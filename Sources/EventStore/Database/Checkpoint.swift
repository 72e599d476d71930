import Engine
import Foundation
import GRDB

/// The state after an event, so that a start folds only the events that came later.
struct Checkpoint {
    /// Raised whenever `State`, or what `evolve` makes of the facts, changes: checkpoints of other
    /// formats are left alone, and the facts are folded anew. Only where the record does not begin
    /// at the first event is one of an earlier format read: there is nothing else that says what
    /// came before.
    static let format = 2

    var state: State

    /// Writes it, and forgets all of this format but the two latest: the one before stands in
    /// where the latest is damaged.
    func write(_ db: Database) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(state), as: UTF8.self)
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO checkpoints (sequence, format, state, fingerprint)
                VALUES (?, ?, ?, ?)
                """,
            arguments: [state.lastSequence, Self.format, text, Fingerprint.of([text])])
        try db.execute(
            sql: """
                DELETE FROM checkpoints WHERE format = ?1 AND sequence NOT IN (
                  SELECT sequence FROM checkpoints WHERE format = ?1
                  ORDER BY sequence DESC LIMIT 2)
                """,
            arguments: [Self.format])
    }

    /// The latest of this format that is whole, where the record begins after `base` events else
    /// the latest of an earlier one; nil where there is none.
    static func latest(_ db: Database, base: Int64) throws -> Checkpoint? {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT sequence, state, fingerprint FROM checkpoints
                WHERE format = ?1 OR (format < ?1 AND ?2 > 0)
                ORDER BY format DESC, sequence DESC
                """,
            arguments: [Self.format, base])
        for row in rows {
            guard let sequence = Int64.fromDatabaseValue(row[0]),
                let text = String.fromDatabaseValue(row[1]),
                let fingerprint = String.fromDatabaseValue(row[2]),
                fingerprint == Fingerprint.of([text]), EventRow.sequences ~= sequence,
                let state = try? JSONDecoder().decode(State.self, from: Data(text.utf8)),
                state.lastSequence == sequence
            else { continue }
            return Checkpoint(state: state)
        }
        return nil
    }
}
