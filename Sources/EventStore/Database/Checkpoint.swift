import Engine
import Foundation
import GRDB
import RuleModel

/// A stored state after some event, so that a start folds only the later events.
struct Checkpoint: Sendable {
    /// The format number, raised whenever `State` or the result of `evolve` changes. Checkpoints of
    /// other formats are ignored and the facts folded again. Only if the record does not begin at
    /// the first event is an earlier format read, because nothing else holds what came before.
    static let format = 9

    let sequence: Int64
    let format: Int
    /// The state as JSON, as stored.
    let text: String
    let state: State

    /// Decodes a state; nil if it is invalid or of another sequence.
    init?(sequence: Int64, format: Int, text: String) {
        guard let state = try? JSONDecoder().decode(State.self, from: Data(text.utf8)),
            state.lastSequence == sequence
        else { return nil }
        self.sequence = sequence
        self.format = format
        self.text = text
        self.state = state
    }

    /// Decodes a row of sequence, state, fingerprint and format; nil if it is damaged.
    private init?(_ row: Row) {
        guard let sequence = Int64.fromDatabaseValue(row[0]),
            let text = String.fromDatabaseValue(row[1]),
            let fingerprint = String.fromDatabaseValue(row[2]),
            fingerprint == Fingerprint.of([text]), EventRow.sequences ~= sequence,
            let format = Int.fromDatabaseValue(row[3])
        else { return nil }
        self.init(sequence: sequence, format: format, text: text)
    }

    /// Writes a state and removes older ones. Of this format, it keeps the two latest (the earlier
    /// one serves if the latest is damaged) and, if the record does not begin at the first event,
    /// the earliest, from which any version can fold again.
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

    /// Writes a state in its stored coding.
    static func insert(sequence: Int64, format: Int, state: String, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO checkpoints (sequence, format, state, fingerprint)
                VALUES (?, ?, ?, ?)
                """,
            arguments: [sequence, format, state, Fingerprint.of([state])])
    }

    /// The latest intact checkpoint of this format. If there is none and the record begins after
    /// `base` events, the earliest one of an earlier format, from which the later facts are folded
    /// again. nil if there is none at all.
    static func latest(_ db: Database, base: Int64, through: Int64 = .max) throws -> Checkpoint? {
        try whole(
            """
            (format = ?1 OR (format < ?1 AND ?2 > 0)) AND sequence BETWEEN ?2 AND ?3
            ORDER BY format = ?1 DESC,
              CASE format WHEN ?1 THEN -sequence ELSE sequence END, format DESC
            """, [format, base, through], db
        ).next()
    }

    /// All intact checkpoints of this format, in the order of their events.
    static func all(_ db: Database, base: Int64) throws -> [Checkpoint] {
        try Array(whole("format = ? AND sequence >= ? ORDER BY sequence", [format, base], db))
    }

    /// The earliest checkpoint from which all later events can be folded; nil if the record begins
    /// at the first event, or if there is none.
    static func earliest(_ db: Database, base: Int64) throws -> Checkpoint? {
        guard base > 0 else { return nil }
        return try whole(
            "format <= ? AND sequence >= ? ORDER BY sequence, format DESC", [format, base], db
        ).next()
    }

    /// The intact checkpoints that meet a condition, one by one.
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
