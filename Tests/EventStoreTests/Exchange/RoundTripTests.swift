import Engine
import Foundation
import GRDB
import RuleModel
import SeededRandom
import Testing

@testable import EventStore

/// Random histories out and in again: nothing may be lost on the way.
struct RoundTripTests {
    /// The contents of a store that an export holds.
    private struct Content: Equatable {
        var rows: [RecordedRow]
        var state: State
        var head: ChainHead?
        var rules: RulesLoaded?
    }

    private func content(_ directory: TestDirectory) throws -> Content {
        let opening = try open(directory)
        defer { opening.store.close() }
        let database = try #require(opening.store.writer.withLock { $0.database })
        let rows = try database.pool.read { db in
            let found = try Row.fetchAll(
                db, sql: "SELECT \(RecordedRow.columns) ORDER BY sequence")
            return try found.map { try RecordedRow($0) }
        }
        return Content(
            rows: rows, state: opening.state, head: opening.store.health.head,
            rules: opening.lastRules)
    }

    private func exported(
        _ directory: TestDirectory, _ format: ExportFormat
    ) async throws -> String {
        let store = try open(directory).store
        defer { store.close() }
        return try await store.exported(format).text
    }

    /// A random history, some of it removed and some of it odd.
    private func recorded(
        _ seed: UInt64, mayBeShortened: Bool = true
    ) async throws -> TestDirectory {
        var random = SeededGenerator(seed: seed)
        let directory = TestDirectory()
        let limits = StoreLimits.quick.with { $0.checkpointEvery = 50 }
        let store = try open(directory, limits).store
        var history = SampleHistory(seed: seed &* 31)
        let events = history.events(Int.random(in: 0...700, using: &random))
        #expect(await store.record(events).failure == nil)
        if Bool.random(using: &random), mayBeShortened,
            let middle = events.randomElement(using: &random)
        {
            _ = try await store.removed(before: middle.at).get()
        }
        #expect(await store.record(history.events(20)).failure == nil)
        store.close()
        return directory
    }

    @Test(
        "Events, state, head and the next export are the same after an import",
        arguments: 1...12 as ClosedRange<UInt64>, ExportFormat.allCases)
    func lossless(seed: UInt64, format: ExportFormat) async throws {
        print("seed \(seed) \(format)")
        let directory = try await recorded(seed)
        let text = try await exported(directory, format)
        let target = TestDirectory()
        let path = try target.text("export", text)
        let report = try EventStore.importExport(from: path, into: target.path, at: start)
        let expected = try content(directory)
        #expect(try content(target) == expected)
        #expect(report.record.head == expected.head)
        #expect(report.record.events == Int64(expected.rows.count))
        #expect(Self.rest(try await exported(target, format)) == Self.rest(text))
        let opening = try open(target)
        #expect(opening.restored?.source == "export")
        opening.store.close()
        let checked = try EventStore.check(backup: target.database)
        #expect(checked.head == expected.head)
    }

    /// An export without its first line, which names the device: an import gives the record another
    /// id.
    private static func rest(_ text: String) -> [Substring] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let rest = lines.filter { !($0.contains("soteria") && $0.contains("export")) }
        #expect(rest.count == lines.count - 1)
        return rest
    }

    @Test("A record that was imported can be exported and imported again")
    func again() async throws {
        // No event accounts for a removal that the store alone makes.
        var directory = try await recorded(3, mayBeShortened: false)
        let expected = try content(directory)
        var devices: Set<String> = []
        for _ in 1...3 {
            let text = try await exported(directory, .jsonLines)
            let target = TestDirectory()
            _ = try EventStore.importExport(
                from: target.text("export", text), into: target.path, at: start)
            #expect(try content(target) == expected)
            let report = try EventStore.verify(path: target.database, heads: [])
            #expect(report.broken == nil, "\(String(describing: report.broken))")
            #expect(report.formerDevices.last?.until == start)
            #expect(devices.insert(report.device).inserted)
            directory = target
        }
    }

    private static func object(depth: Int) -> String {
        let lists = ["[", "]"].map { String(repeating: $0, count: depth - 1) }
        return "{\"a\":\(lists.joined())}"
    }

    @Test(
        "What this version cannot read goes through byte for byte", arguments: ExportFormat.allCases
    )
    func unknown(format: ExportFormat) async throws {
        let facts = [
            #"{"futureKind":{"a":[1,2.50,1e5,null,true],"é":"\ud83d\ude00 \ud83d 😀"}}"#,
            #"{ "spaced" :  {} }"#, "no JSON, \"quoted\"", "{\"cut\"", "", "\"a string\"",
            "{\"line\":\n1}", "{\"cr\":\r\n{}}", "[]", "{\"a\":1}{\"b\":2}", "{}", "null",
            String(repeating: "[", count: 4_000), "tab\tand \u{1} and \u{2028} and 😀",
            "{\"soteria\":\"end\"}", "a,b,\"c\",\r\n,,", "{\"a\":01}", "{\"a\":tru}",
            " {\"a\":1}", "\t{}", Self.object(depth: 199), Self.object(depth: 200),
        ]
        let directory = TestDirectory()
        var history = SampleHistory(seed: 300)
        _ = try await directory.record(history.events(facts.count))
        for (index, fact) in facts.enumerated() {
            try await directory.change(
                "UPDATE events SET fact = ?, kind = ? WHERE sequence = ?",
                arguments: [fact, "kind \"\(index)\",\n", index + 1])
        }
        try await directory.change(
            """
            DELETE FROM checkpoints;
            UPDATE boots SET boot = 'boot "1", 😀' || char(10) WHERE id = 1;
            UPDATE events SET at = 9223372036854775807 WHERE sequence = 2;
            UPDATE events SET at = -9223372036854775808, offset = -9 WHERE sequence = 3;
            UPDATE events SET at = -62135596800000 WHERE sequence = 4;
            UPDATE events SET at = 253402300799999, elapsed = -1 WHERE sequence = 5;
            INSERT INTO boots (id, boot) VALUES (901, char(233)), (902, 'e' || char(769));
            UPDATE events SET boot = 901 WHERE sequence = 6;
            UPDATE events SET boot = 902 WHERE sequence = 7;
            """)
        let database = try DatabaseQueue(path: directory.database)
        try await database.write { try Schema.fillHashes($0) }
        try database.close()
        let text = try await exported(directory, format)
        let target = TestDirectory()
        let path = try target.text("export", text)
        _ = try EventStore.importExport(from: path, into: target.path, at: start)
        let expected = try content(directory)
        let found = try content(target)
        #expect(expected.rows.map(\.fact) == facts)
        #expect(found == expected)
        #expect(Self.rest(try await exported(target, format)) == Self.rest(text))
    }
}
