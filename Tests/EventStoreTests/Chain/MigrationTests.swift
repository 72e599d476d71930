import Engine
import Foundation
import GRDB
import RuleModel
import Testing

@testable import EventStore

/// Databases as version 1 wrote them, made of nothing but SQL.
struct MigrationTests {
    static let device = "00112233445566778899aabbccddeeff"

    /// A database of version 1 with the events; `base`: it continued a damaged one.
    private func versionOne(_ events: [Event], base: Int64 = 0) async throws -> TestDirectory {
        let directory = TestDirectory()
        let database = try DatabaseQueue(path: directory.database)
        try await database.writeWithoutTransaction { db in
            try db.execute(sql: Self.tables)
            try db.execute(
                sql: "INSERT INTO meta VALUES ('device', ?), ('base', ?)",
                arguments: [Self.device, String(base)])
            try db.execute(sql: "BEGIN")
            var boots: [BootID] = []
            for event in events {
                if !boots.contains(event.boot) {
                    boots.append(event.boot)
                    try db.execute(
                        sql: "INSERT INTO boots VALUES (?, ?)",
                        arguments: [boots.count, event.boot.text])
                }
                let fact = String(decoding: try JSONEncoder().encode(event.fact), as: UTF8.self)
                try db.execute(
                    sql: "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)",
                    arguments: [
                        event.sequence, event.at.milliseconds, event.offset,
                        event.elapsed.milliseconds,
                        (boots.firstIndex(of: event.boot) ?? 0) + 1, event.fact.kind.rawValue, fact,
                    ])
            }
            try db.execute(sql: "COMMIT")
        }
        try database.close()
        return directory
    }

    @Test("Events of version 1 are chained at the next start, and nothing else changes")
    func chained() async throws {
        var history = SampleHistory(seed: 230)
        let events = history.events(5_000)
        let directory = try await versionOne(events)
        let opening = try open(directory)
        #expect(opening.store.health.condition == .ok)
        #expect(opening.device == Self.device)
        #expect(opening.state == events.folded)
        #expect(try await opening.store.all() == events)
        let head = try #require(opening.store.health.head)
        let more = history.events(10)
        #expect(await opening.store.record(more).failure == nil)
        opening.store.close()
        let report = try EventStore.verify(path: directory.database, heads: [head])
        #expect(report.broken == nil && report.events == 5_010 && report.compared == 1)
        #expect(try directory.number("PRAGMA user_version") == 2)
        #expect(
            try directory.number("SELECT count(*) FROM events WHERE length(hash) = 32") == 5_010)
    }

    @Test("The hashes of a migration are those that recording would have given")
    func sameAsRecorded() async throws {
        var history = SampleHistory(seed: 231)
        let directory = try await versionOne(history.events(30))
        try open(directory).store.close()
        let database = try DatabaseQueue(path: directory.database)
        try await database.read { db in
            var linker = ChainLinker(after: .anchor(device: Self.device))
            let rows = try Row.fetchAll(
                db, sql: "SELECT \(RecordedRow.columns) ORDER BY sequence")
            for row in try rows.map({ try RecordedRow($0) }) {
                #expect(linker.link(row) == row.hash)
            }
            #expect(rows.count == 30)
        }
    }

    @Test("A database of version 1 that continued another begins its chain at its device")
    func continued() async throws {
        var history = SampleHistory(seed: 232, after: 700)
        let told = history.event(.storeReplaced(setAside: "damaged"))
        let directory = try await versionOne([told] + history.events(19), base: 700)
        let store = try open(directory).store
        #expect(store.health.head?.sequence == 720)
        store.close()
        let report = try EventStore.verify(path: directory.database, heads: [])
        #expect(report.broken == nil && report.base == 700 && report.events == 20)
    }

    @Test("Before it was opened, it is read as far as it goes, and says that it has no chain")
    func unopened() async throws {
        var history = SampleHistory(seed: 233)
        let events = history.events(12)
        let directory = try await versionOne(events)
        let report = try EventStore.check(backup: directory.database)
        #expect(report.schema == 1 && report.events == 12 && report.head == nil)
        #expect(throws: StoreError.self) {
            try EventStore.verify(path: directory.database, heads: [])
        }
        let found = Salvage.readOnly(StateDirectory(path: directory.path), .quick)
        #expect(found?.history.state == events.folded)
        #expect(found?.head == nil)
    }

    @Test("A migration that finds no room changes nothing, and works once there is some")
    func noRoom() async throws {
        var history = SampleHistory(seed: 234)
        let events = history.events(3_000)
        let directory = try await versionOne(events)
        let pages = try #require(try directory.number("PRAGMA page_count"))
        let tight = StoreLimits.quick.with { $0.maximumPages = Int(pages) }
        let opening = try open(directory, tight)
        #expect(
            opening.store.health.condition == .unavailable(.full(path: directory.database)))
        #expect(opening.state == events.folded)
        opening.store.close()
        #expect(try directory.number("PRAGMA user_version") == 1)
        let again = try open(directory)
        #expect(again.store.health.condition == .ok && again.state == events.folded)
        again.store.close()
        #expect(try EventStore.verify(path: directory.database, heads: []).events == 3_000)
    }

    /// The tables of version 1, word for word.
    private static let tables = """
        PRAGMA journal_mode = WAL;
        PRAGMA application_id = 1399813221;
        CREATE TABLE meta (
          key TEXT PRIMARY KEY NOT NULL,
          value TEXT NOT NULL
        ) STRICT;
        CREATE TABLE boots (
          id INTEGER PRIMARY KEY,
          boot TEXT NOT NULL UNIQUE
        ) STRICT;
        CREATE TABLE events (
          sequence INTEGER PRIMARY KEY,
          at INTEGER NOT NULL,
          offset INTEGER NOT NULL,
          elapsed INTEGER NOT NULL,
          boot INTEGER NOT NULL REFERENCES boots(id),
          kind TEXT NOT NULL,
          fact TEXT NOT NULL
        ) STRICT;
        CREATE INDEX events_rules ON events(sequence) WHERE kind = 'rulesLoaded';
        CREATE TABLE checkpoints (
          sequence INTEGER NOT NULL,
          format INTEGER NOT NULL,
          state TEXT NOT NULL,
          fingerprint TEXT NOT NULL,
          PRIMARY KEY (format, sequence)
        ) STRICT;
        PRAGMA user_version = 1;
        """
}
