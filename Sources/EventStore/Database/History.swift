import Engine
import Foundation
import GRDB

/// The history in the record: the fold of all its events.
struct History: Sendable {
    /// The maximum number of unreadable events that are listed one by one.
    static let mostUnreadable = 1000

    var state = State()
    /// The sequence before the first event that the database can hold.
    var base: Int64 = 0
    /// The number of events folded after the checkpoint.
    var tail = 0
    var unreadable: [UnreadableEvent] = []

    /// Folds the latest checkpoint and the events after it. Throws `Damage` if an event is missing;
    /// `self` then holds the fold up to that point.
    mutating func fold(_ db: Database) throws {
        base = try Metadata.base(db)
        if let checkpoint = try Checkpoint.latest(db, base: base) {
            state = checkpoint.state
        }
        state.lastSequence = max(base, state.lastSequence)
        let last = try EventDatabase.lastSequence(db, base: base)
        guard last >= state.lastSequence else {
            throw Damage("the events after event \(last) are missing")
        }
        let rows = try Row.fetchCursor(
            db, sql: "SELECT \(EventRow.columns) WHERE sequence > ? ORDER BY sequence",
            arguments: [state.lastSequence])
        try fold(rows)
    }

    /// Folds at most `count` of the next events, up to event `last`, so that other work can run
    /// between steps. Throws like `fold(_:)`.
    mutating func fold(next count: Int, through last: Int64, _ db: Database) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(EventRow.columns) WHERE sequence > ? AND sequence <= ?
                ORDER BY sequence LIMIT ?
                """,
            arguments: [state.lastSequence, last, count])
        let before = tail
        try fold(rows)
        guard tail > before || state.lastSequence >= last else {
            throw Damage("event \(state.lastSequence + 1) is missing")
        }
    }

    private mutating func fold(_ rows: RowCursor) throws {
        let decoder = JSONDecoder()
        while let row = try rows.next() {
            let sequence = try EventRow.sequence(row)
            guard sequence == state.lastSequence + 1 else {
                throw Damage("event \(state.lastSequence + 1) is missing")
            }
            switch EventRow.decode(row, sequence, decoder) {
            case .success(let event): state.evolve(event)
            case .failure(let event):
                if unreadable.count < Self.mostUnreadable { unreadable.append(event) }
                state.lastSequence = sequence
            }
            tail += 1
        }
    }
}
