import Engine
import Foundation
import GRDB

extension EventDatabase {
    /// The rule texts of the latest `rulesLoaded` that decodes, else those that were carried over.
    static func lastRules(_ db: Database) throws -> RulesLoaded? {
        let decoder = JSONDecoder()
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(EventRow.columns) WHERE kind = 'rulesLoaded' ORDER BY sequence DESC
                """)
        while let row = try rows.next() {
            let event = EventRow.decode(row, try EventRow.sequence(row), decoder)
            if case .success(let event) = event, case .rulesLoaded(let loaded) = event.fact {
                return loaded
            }
        }
        return try Meta.carriedRules(db)
    }
}
