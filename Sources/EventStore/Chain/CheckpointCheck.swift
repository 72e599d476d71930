import Engine
import Foundation
import GRDB

/// Checks data that no hash covers against the events, which the chain covers.
enum CheckpointCheck {
    /// The number of events folded at a time.
    private static let step = 2_000

    /// The sequence of the first checkpoint whose state is not the fold of the events; nil if all
    /// agree, or if some event cannot be read. If the record does not begin at the first event, the
    /// earliest state has to be trusted.
    static func firstMismatch(_ db: Database) throws -> Int64? {
        let base = try Metadata.base(db)
        var history = History()
        if base > 0 {
            guard let earliest = try Checkpoint.earliest(db, base: base) else { return nil }
            history.state = earliest.state
        }
        for kept in try Checkpoint.all(db, base: base) {
            while history.state.lastSequence < kept.sequence {
                try history.fold(next: step, through: kept.sequence, db)
            }
            guard history.unreadable.isEmpty else { return nil }
            if history.state != kept.state { return kept.sequence }
        }
        return nil
    }

    /// The reason, according to an event, that the record does not begin at the first event; nil if
    /// none gives one, or if the record does.
    static func reasonForBase(_ db: Database) throws -> ChainReport.Beginning? {
        let base = try Metadata.base(db)
        guard base > 0 else { return nil }
        // A removal does not explain a beginning whose hash is unreadable.
        let chain = (try? Metadata.chain(db))?.hexadecimal
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(RecordedRow.columns) WHERE sequence > ?1
                AND (kind = 'retained' OR (kind = 'storeReplaced' AND sequence <= ?1 + ?2))
                """,
            arguments: [base, damageReportedWithin])
        let decoder = JSONDecoder()
        var reason: ChainReport.Beginning?
        while let row = try rows.next() {
            let event = EventRow.decode(row, try EventRow.sequence(row), decoder)
            guard case .success(let event) = event else { continue }
            switch event.fact {
            case .storeReplaced: reason = .afterDamage
            case .retained(let removal) where removal.through == base && removal.hash == chain:
                return removal.before == nil ? .afterRemoval : .afterForgetting
            default: break
            }
        }
        return reason
    }

    /// True if the record begins at the first event, or an event explains why it does not.
    static func accountsForBase(_ db: Database) throws -> Bool {
        try Metadata.base(db) == 0 || reasonForBase(db) != nil
    }

    /// The removal that left the record with its base; nil if an event accounts for it. The removed
    /// events count from the last earlier removal that an event records.
    static func untoldRemoval(_ db: Database) throws -> Retention? {
        guard try !accountsForBase(db) else { return nil }
        let base = try Metadata.base(db)
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT \(RecordedRow.columns) WHERE sequence > ? AND kind = 'retained'",
            arguments: [base])
        let decoder = JSONDecoder()
        var told: Int64 = 0
        while let row = try rows.next() {
            guard
                case .success(let event) = EventRow.decode(
                    row, try EventRow.sequence(row), decoder),
                case .retained(let removal) = event.fact, removal.through < base,
                ChainHash(hexadecimal: removal.hash) != nil
            else { continue }
            told = max(told, removal.through)
        }
        return Retention(
            through: base, removed: base - told, hash: try Metadata.chain(db).hexadecimal)
    }

    /// The number of events within which a new database records the damage of its predecessor: the
    /// events that waited in memory while writing failed, and those of a start.
    static let damageReportedWithin = StoreLimits.standard.backlog + 100
}
