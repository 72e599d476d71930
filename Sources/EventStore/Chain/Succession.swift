import GRDB
import RuleModel

/// When a record took the place of another one, as far as its own events tell. What the database
/// says beside them nobody is a witness to.
struct Succession {
    /// Nothing that the journal was told of another record until then speaks against this one: it
    /// has no event from before, or an event tells that it was put in that one's place; nil: it
    /// has no event at all.
    let until: Instant?

    init(_ db: Database) throws {
        let base = try Meta.base(db)
        let first = try Int64.fetchOne(
            db, sql: "SELECT at FROM events WHERE sequence > ? ORDER BY sequence LIMIT 1",
            arguments: [base])
        let told = try Int64.fetchOne(
            db,
            sql: """
                SELECT max(at) FROM events WHERE sequence > ? AND kind IN \
                ('storeRestored', 'storeReplaced')
                """,
            arguments: [base])
        // The next start records it, and whoever verifies is told.
        let untold = try Meta.newRestoration(db)?.at.milliseconds
        until = first.map {
            Instant(milliseconds: max($0, told ?? $0, untold ?? $0))
        }
    }

    /// Whether it can be that something was put in the place of something else then.
    func covers(_ at: Instant) -> Bool { until.map { at <= $0 } ?? true }

    func covers(_ restoration: Restoration) -> Bool {
        covers(restoration.at) && restoration.leftAt.map(covers) ?? true
    }

    /// The first of the heads of other records that nothing explains: another record was kept here
    /// when this one, by its events, was there already.
    func unexplained(_ others: [ChainHead]) -> Instant? {
        others.compactMap(\.at).filter { !covers($0) }.min()
    }
}
