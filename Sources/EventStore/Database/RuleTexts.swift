import Engine
import Foundation
import GRDB

extension EventDatabase {
    /// The rule texts of the latest `rulesLoaded` that decodes, up to an event, else those that
    /// were in force at the base.
    static func lastRules(_ db: Database, through last: Int64 = .max) throws -> RulesLoaded? {
        let decoder = JSONDecoder()
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(EventRow.columns) WHERE kind = 'rulesLoaded' AND sequence <= ?
                ORDER BY sequence DESC
                """,
            arguments: [last])
        while let row = try rows.next() {
            let event = EventRow.decode(row, try EventRow.sequence(row), decoder)
            if case .success(let event) = event, case .rulesLoaded(let loaded) = event.fact {
                return loaded
            }
        }
        return try Meta.carriedRules(db)
    }
}
