import Engine
import Foundation
import GRDB
import RuleModel
import Testing

@testable import EventStore

extension EventStore {
    func removed(before instant: Instant) async -> Result<Retention, StoreError> {
        await withCheckedContinuation { answer in
            retain(from: instant) { answer.resume(returning: $0) }
        }
    }

    func copied() async -> Result<Backup, StoreError> {
        await withCheckedContinuation { answer in backup { answer.resume(returning: $0) } }
    }

    /// A whole export as one text.
    func exported(
        _ format: ExportFormat, of table: ExportTable = .events
    ) async throws -> (text: String, isComplete: Bool) {
        let pieces = Collector<String>()
        let result = await withCheckedContinuation { answer in
            export(table, format: format) { piece in
                pieces.add(piece)
                return true
            } completion: {
                answer.resume(returning: $0)
            }
        }
        return (pieces.all.joined(), try result.get())
    }

    /// The events as they are stored, with their links.
    func linked() async throws -> [RecordedRow] {
        let database = try #require(writer.withLock { $0.database })
        return try await database.pool.read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT \(RecordedRow.columns) WHERE sequence > ? ORDER BY sequence",
                arguments: [try Metadata.base(db)])
            return try rows.map { try RecordedRow($0) }
        }
    }
}

extension TestDirectory {
    /// A stopped store with the events, and the head of its chain.
    func record(
        _ events: [Event], _ limits: StoreLimits = .quick
    ) async throws -> ChainHead? {
        let store = try open(self, limits).store
        if let error = await store.record(events).failure { throw error }
        defer { store.close() }
        return store.health.head
    }

    /// Changes the database of a stopped store behind its back.
    func change(_ sql: String, arguments: StatementArguments = []) async throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let database = try DatabaseQueue(path: self.database, configuration: configuration)
        try await database.writeWithoutTransaction {
            try $0.execute(sql: sql, arguments: arguments)
        }
        try database.close()
    }

    /// Queries the database of a stopped store.
    func number(_ sql: String) throws -> Int64? {
        let database = try DatabaseQueue(path: self.database)
        defer { try? database.close() }
        return try database.read { try Int64.fetchOne($0, sql: sql) }
    }

    func text(_ name: String, _ text: String) throws -> String {
        try write(Array(text.utf8), to: name)
        return path + "/" + name
    }
}
