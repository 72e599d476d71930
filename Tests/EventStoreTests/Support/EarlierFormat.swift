import Engine
import Foundation
import GRDB
import RuleModel
import Testing

/// Stores with checkpoints as the version before wrote them.
enum EarlierFormat {
    /// The members of a state in each format.
    private static func members(_ format: Int) -> Set<String> {
        let first: Set = [
            "lastSequence", "last", "jump", "continuity", "zone", "rules", "quietHours",
            "protections", "switches", "decisions", "risk",
        ]
        let second: Set = [
            "requests", "outcomes", "grants", "prompts", "autoProtectionEnds", "behaviour",
            "stepsBack",
        ]
        let third: Set = [
            "tally", "aftermaths", "usage", "checkIns", "budgets", "goals", "names", "incidents",
            "riskyHourToldOn", "isStopped",
        ]
        let fourth: Set = ["edits", "switchedOn", "entryEnds"]
        return [[], second, third, fourth].prefix(format).reduce(first) { $0.union($1) }
    }

    /// Events that leave a protection running.
    static func events() -> [Event] {
        var history = SampleHistory(seed: 31)
        return history.events(250)
    }

    /// A state after a round trip through an earlier format.
    static func known(_ state: State, format: Int) throws -> State {
        let text = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
        let earlier = try rewritten(text, format: format)
        return try JSONDecoder().decode(State.self, from: Data(earlier.utf8))
    }

    private static func rewritten(
        _ text: String, format: Int, without member: String = ""
    ) throws -> String {
        let state = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let names = members(format)
        let known = (state as? [String: Any] ?? [:]).filter {
            names.contains($0.key) && $0.key != member
        }
        return String(
            decoding: try JSONSerialization.data(withJSONObject: known, options: .sortedKeys),
            as: UTF8.self)
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
        #expect(opening.replaced?.salvaged == Int64(events.count))
        opening.store.close()
        return directory
    }

    /// Rewrites every checkpoint as one of another format, of the members that it had.
    static func rewrite(
        _ directory: TestDirectory, format: Int, without member: String = ""
    ) async throws {
        let database = try DatabaseQueue(path: directory.database)
        try await database.write { db in
            for row in try Row.fetchAll(db, sql: "SELECT sequence, state FROM checkpoints") {
                let earlier = try rewritten(row[1], format: format, without: member)
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
