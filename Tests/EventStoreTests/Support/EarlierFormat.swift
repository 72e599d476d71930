import Engine
import Foundation
import GRDB
import Testing

/// Stores with checkpoints as the version before wrote them.
enum EarlierFormat {
    /// What the states of format 1 had.
    private static let members: Set<String> = [
        "lastSequence", "last", "jump", "continuity", "zone", "rules", "quietHours", "protections",
        "switches", "decisions", "risk",
    ]

    /// Events as the version before could have recorded them, with a protection that runs.
    static func events() -> [Event] {
        var history = SampleHistory(seed: 31)
        let facts = history.events(250).map(\.fact).filter { fact in
            switch fact {
            case .attempted, .unblockRequested, .intentGiven, .blockKept, .unblocked,
                .requestClosed, .grantEnded, .protectionReleased, .promptClosed, .riskAssessed:
                false
            default: true
            }
        }
        var again = SampleHistory(seed: 32)
        return facts.map { again.event($0) }
    }

    /// A stopped store with the events; `isContinued`: it was damaged, and the next one carried the
    /// state over, so that the events themselves are gone.
    static func recorded(_ events: [Event], isContinued: Bool) async throws -> TestDirectory {
        let directory = TestDirectory()
        let store = try open(directory).store
        #expect(await store.record(events).failure == nil)
        store.close()
        guard isContinued else { return directory }
        let database = try DatabaseQueue(path: directory.database)
        try await database.write { try $0.execute(sql: "DELETE FROM events WHERE sequence = 30") }
        try database.close()
        let opening = try open(directory)
        #expect(opening.salvaged == Int64(events.count))
        opening.store.close()
        return directory
    }

    /// Rewrites every checkpoint as one of another format, of the members that format 1 had.
    static func rewrite(
        _ directory: TestDirectory, format: Int, without member: String = ""
    ) async throws {
        let database = try DatabaseQueue(path: directory.database)
        try await database.write { db in
            for row in try Row.fetchAll(db, sql: "SELECT sequence, state FROM checkpoints") {
                let text: String = row[1]
                let state = try JSONSerialization.jsonObject(with: Data(text.utf8))
                let known = (state as? [String: Any] ?? [:]).filter {
                    members.contains($0.key) && $0.key != member
                }
                let written = try JSONSerialization.data(
                    withJSONObject: known, options: .sortedKeys)
                let earlier = String(decoding: written, as: UTF8.self)
                let sequence: Int64 = row[0]
                try db.execute(
                    sql: """
                        UPDATE checkpoints SET format = ?, state = ?, fingerprint = ?
                        WHERE sequence = ?
                        """,
                    arguments: [format, earlier, Fingerprint.of([earlier]), sequence])
            }
        }
        try database.close()
    }

    /// The formats of the checkpoints that a stopped store has.
    static func formats(_ directory: TestDirectory) throws -> [Int] {
        let database = try DatabaseQueue(path: directory.database)
        defer { try? database.close() }
        return try database.read { try Int.fetchAll($0, sql: "SELECT format FROM checkpoints") }
    }
}
