import Foundation
import GRDB

extension Schema {
    private static let filled = 2_000

    /// Chains the events that were recorded before there was a chain, a few thousand at a time, so
    /// that a million need little memory; within the transaction of the step.
    static func fillHashes(_ db: Database) throws {
        let device = try Meta.device(db)
        let base = try Meta.base(db)
        var linker = ChainLinker(after: .anchor(device: device))
        if base > 0 { try Meta.setBase(base, chain: linker.head, rules: nil, db) }
        let select = try db.makeStatement(
            sql: """
                SELECT \(RecordedRow.columns) WHERE sequence > ? ORDER BY sequence LIMIT \(filled)
                """)
        let update = try db.makeStatement(sql: "UPDATE events SET hash = ? WHERE sequence = ?")
        var last = base
        while true {
            var links: [(sequence: Int64, hash: ChainHash)] = []
            let rows = try Row.fetchCursor(select, arguments: [last])
            while let row = try rows.next() {
                let sequence = try EventRow.sequence(row)
                links.append((sequence, try linker.link(row)))
            }
            guard let end = links.last?.sequence else { return }
            for link in links { try update.execute(arguments: [link.hash, link.sequence]) }
            last = end
        }
    }
}

extension ChainHash: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { Data(bytes).databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> ChainHash? {
        Data.fromDatabaseValue(value).map { ChainHash(bytes: $0) }
    }
}
