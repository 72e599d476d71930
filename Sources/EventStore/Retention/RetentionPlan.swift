import Engine
import Foundation
import GRDB
import RuleModel

/// What is to stand for old events once they are gone: their fold, the hash of the last, and the
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
    private var isBegun = false

    init(from: Instant) { self.from = from }

    /// The fold of all that goes and went.
    var state: State { history.state }

    /// Goes on with the plan until `isReady`. Throws `Damage` where an event is missing.
    mutating func advance(_ db: Database) throws {
        // Another removal came in between two steps: what was to be folded may be gone.
        if isBegun, try Meta.base(db) != base { self = RetentionPlan(from: from) }
        if !isBegun {
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
        isBegun = true
        base = try Meta.base(db)
        // An event before the instant that comes after one that is not stays: what goes is the
        // beginning of the record.
        let kept = try Int64.fetchOne(
            db,
            sql: """
                SELECT sequence FROM events WHERE sequence > ? AND at >= ?
                ORDER BY sequence LIMIT 1
                """,
            arguments: [base, from.milliseconds])
        let last = try Int64.fetchOne(
            db, sql: "SELECT max(sequence) FROM events WHERE sequence > ?", arguments: [base])
        through = kept.map { $0 - 1 } ?? last ?? base
        if let checkpoint = try Checkpoint.latest(db, base: base, through: through) {
            history.state = checkpoint.state
        } else if base > 0 {
            // What came before the base is not known: what tells of it stays.
            through = base
            history.state.lastSequence = base
        }
    }
}
