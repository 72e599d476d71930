import Engine
import Foundation
import GRDB
import RuleModel

/// The state after an event, as it stands in the database, so that a start folds only the events
/// that came later.
struct Checkpoint: Sendable {
    /// Raised whenever `State`, or what `evolve` makes of the facts, changes: checkpoints of other
    /// formats are left alone, and the facts are folded anew. Only where the record does not begin
    /// at the first event is one of an earlier format read: there is nothing else that says what
    /// came before.
    static let format = 4

    let sequence: Int64
    let format: Int
    /// The state as JSON, as it was written.
    let text: String
    let state: State

    /// Decodes a coded state; nil where it is none, or one of another sequence.
    init?(sequence: Int64, format: Int, text: String) {
        guard let state = try? JSONDecoder().decode(State.self, from: Data(text.utf8)),
            state.lastSequence == sequence
        else { return nil }
        self.sequence = sequence
        self.format = format
        self.text = text
        self.state = state
    }

    /// Takes sequence, state, fingerprint and format; nil where they are not whole.
    private init?(_ row: Row) {
        guard let sequence = Int64.fromDatabaseValue(row[0]),
            let text = String.fromDatabaseValue(row[1]),
            let fingerprint = String.fromDatabaseValue(row[2]),
            fingerprint == Fingerprint.of([text]), EventRow.sequences ~= sequence,
            let format = Int.fromDatabaseValue(row[3])
        else { return nil }
        self.init(sequence: sequence, format: format, text: text)
    }

    /// Writes a state, and forgets all of this format but the two latest (the one before stands in
    /// where the latest is damaged) and, where the record does not begin at the first event, the
    /// earliest: from there it can always be folded anew, by any version.
    static func write(_ state: State, _ db: Database) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(state), as: UTF8.self)
        try insert(sequence: state.lastSequence, format: format, state: text, db)
        try db.execute(
            sql: """
                DELETE FROM checkpoints WHERE format = ?1 AND sequence NOT IN (
                  SELECT sequence FROM checkpoints WHERE format = ?1
                  ORDER BY sequence DESC LIMIT 2)
                AND (?2 = 0 OR sequence <>
                  (SELECT min(sequence) FROM checkpoints WHERE format = ?1 AND sequence >= ?2))
                """,
            arguments: [format, try Metadata.base(db)])
    }

    /// Writes a state as it was coded before.
    static func insert(sequence: Int64, format: Int, state: String, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO checkpoints (sequence, format, state, fingerprint)
                VALUES (?, ?, ?, ?)
                """,
            arguments: [sequence, format, state, Fingerprint.of([state])])
    }

    /// The latest of this format that is whole. Where the record begins after `base` events and
    /// there is none, the earliest of an earlier format: the facts that came after it are folded
    /// anew. nil where there is none at all.
    static func latest(_ db: Database, base: Int64, through: Int64 = .max) throws -> Checkpoint? {
        try whole(
            """
            (format = ?1 OR (format < ?1 AND ?2 > 0)) AND sequence BETWEEN ?2 AND ?3
            ORDER BY format = ?1 DESC,
              CASE format WHEN ?1 THEN -sequence ELSE sequence END, format DESC
            """, [format, base, through], db
        ).next()
    }

    /// All of this format that are whole, in the order of their events.
    static func all(_ db: Database, base: Int64) throws -> [Checkpoint] {
        try Array(whole("format = ? AND sequence >= ? ORDER BY sequence", [format, base], db))
    }

    /// The earliest from which all that came later can be folded, with its text; nil where the
    /// record begins at the first event, or there is none.
    static func earliest(_ db: Database, base: Int64) throws -> Checkpoint? {
        guard base > 0 else { return nil }
        return try whole(
            "format <= ? AND sequence >= ? ORDER BY sequence, format DESC", [format, base], db
        ).next()
    }

    /// Those that meet a condition and are whole, one by one.
    private static func whole(
        _ condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> some Cursor<Checkpoint> {
        try Row.fetchCursor(
            db,
            sql: "SELECT sequence, state, fingerprint, format FROM checkpoints WHERE \(condition)",
            arguments: arguments
        ).compactMap { Checkpoint($0) }
    }
}
