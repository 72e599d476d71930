import Engine
import Foundation
import GRDB

/// The history in the record: the fold of all its events.
struct History: Sendable {
    /// At most so many unreadable events are told one by one.
    static let mostUnreadable = 1000

    var state = State()
    /// The sequence before the first event that the database can hold.
    var base: Int64 = 0
    /// How many events were folded after the checkpoint.
    var tail = 0
    var unreadable: [UnreadableEvent] = []

    /// Folds the latest checkpoint and the events after it. Throws `Damage` where an event is
    /// missing; what was folded until then stands in `self`.
    mutating func fold(_ db: Database) throws {
        base = try Metadata.base(db)
        if let checkpoint = try Checkpoint.latest(db, base: base) {
            state = checkpoint.state
        }
        state.lastSequence = max(base, state.lastSequence)
        let last = try EventDatabase.lastSequence(db, base: base)
        guard last >= state.lastSequence else {
            throw Damage("the events after \(last) are missing")
        }
        let rows = try Row.fetchCursor(
            db, sql: "SELECT \(EventRow.columns) WHERE sequence > ? ORDER BY sequence",
            arguments: [state.lastSequence])
        try fold(rows)
    }

    /// Folds at most so many events that come next, up to one of them; for steps that leave room
    /// for others in between. Throws as `fold`.
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
