import Engine
import EventStore
import Foundation
import GRDB
import RuleModel
import SeededRandom
import Testing

struct DamageTests {
    /// A stopped database with checkpoints, and the events in it.
    private func recorded(_ count: Int, seed: UInt64) async throws -> (TestDirectory, [Event]) {
        let directory = TestDirectory()
        let limits = StoreLimits.quick.with { $0.checkpointEvery = 100 }
        let store = try open(directory, limits).store
        var history = SampleHistory(seed: seed)
        let events = history.events(count)
        for start in stride(from: 0, to: count, by: 50) {
            let batch = Array(events[start..<min(start + 50, count)])
            #expect(await store.record(batch).failure == nil)
        }
        store.close()
        return (directory, events)
    }

    /// A start succeeds, and says so where it set something aside; afterwards all works.
    private func startsAndWorks(
        _ directory: TestDirectory, _ what: String
    ) async throws -> OpenResult {
        let opening = try open(directory)
        #expect(opening.store.health.condition == .ok, "\(what)")
        if let setAside = opening.replaced?.setAside {
            #expect(directory.names.contains { (directory.path + "/" + $0).hasPrefix(setAside) })
            #expect(opening.store.health.setAside == setAside)
        }
        var more = SampleHistory(seed: 99, after: opening.state.lastSequence)
        // Facts that change nothing of what is asked for afterwards, and what a daemon records.
        let told = opening.replaced.map { Fact.storeReplaced(setAside: $0.setAside) }
        let few = (0..<5).map { more.event($0 == 0 ? told ?? .daemonStopped : .daemonStopped) }
        #expect(await opening.store.record(few).failure == nil, "\(what)")
        opening.store.close()
        let again = try open(directory)
        #expect(again.state.lastSequence == opening.state.lastSequence + 5, "\(what)")
        #expect(again.replaced == nil, "\(what)")
        again.store.close()
        return opening
    }

    @Test("What is no database is set aside under a dated name, and never overwritten")
    func notADatabase() async throws {
        let directory = TestDirectory()
        let texts = [
            "not a database at all", "", String(repeating: "SQLite format 3\u{0}", count: 900),
        ]
        for text in texts {
            try directory.write(Array(text.utf8))
            let opening = try await startsAndWorks(directory, text)
            #expect(opening.state == State())
            #expect(opening.replaced?.salvaged == nil)
        }
        #expect(
            directory.setAside == [
                "soteria.sqlite.damaged-20261121T213000Z",
                "soteria.sqlite.damaged-20261121T213000Z-2",
                "soteria.sqlite.damaged-20261121T213000Z-3",
            ])
        for (name, text) in zip(directory.setAside, texts) {
            #expect(try directory.bytes(name) == Array(text.utf8))
        }
    }

    @Test("A directory or a pipe of the database's name is moved away too")
    func notAFile() async throws {
        let directory = TestDirectory()
        #expect(mkdir(directory.database, 0o700) == 0)
        _ = try await startsAndWorks(directory, "directory")
        #expect(unlink(directory.database) == 0)
        #expect(mkfifo(directory.database, 0o600) == 0)
        _ = try await startsAndWorks(directory, "pipe")
        #expect(directory.setAside.count == 2)
    }

    @Test("A log without its database is set aside, not deleted")
    func orphanLog() async throws {
        let directory = TestDirectory()
        try directory.write(Array("frames".utf8), to: "soteria.sqlite-wal")
        let opening = try await startsAndWorks(directory, "orphan")
        let name = try #require(opening.replaced?.setAside) + "-wal"
        #expect(FileManager.default.contents(atPath: name) == Data("frames".utf8))
    }

    @Test("A truncated database never stops a start", arguments: 1...12 as ClosedRange<UInt64>)
    func truncated(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let (directory, events) = try await recorded(400, seed: seed)
        let bytes = try directory.bytes()
        let length = Int.random(in: 0..<bytes.count, using: &random)
        let cut = seed % 2 == 0 ? length : length / 4096 * 4096
        try directory.write(Array(bytes[..<cut]))
        let opening = try await startsAndWorks(directory, "cut to \(cut) of \(bytes.count)")
        #expect(opening.replaced != nil)
        try expectPrefix(opening, of: events)
    }

    @Test("Flipped bits never stop a start", arguments: 1...40 as ClosedRange<UInt64>)
    func flipped(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let (directory, _) = try await recorded(300, seed: seed)
        var bytes = try directory.bytes()
        var places: [Int] = []
        for _ in 0..<Int.random(in: 1...24, using: &random) {
            // Page headers and the first page matter most.
            let place =
                switch Int.random(in: 0..<3, using: &random) {
                case 0: Int.random(in: 0..<4096, using: &random)
                case 1:
                    Int.random(in: 0..<bytes.count / 4096, using: &random) * 4096
                        + Int.random(in: 0..<24, using: &random)
                default: Int.random(in: 0..<bytes.count, using: &random)
                }
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            places.append(place)
        }
        try directory.write(bytes)
        let opening = try open(directory)
        defer { opening.store.close() }
        switch opening.store.health.condition {
        case .ok:
            var more = SampleHistory(seed: 98, after: opening.state.lastSequence)
            #expect(await opening.store.record(more.events(3)).failure == nil, "\(places)")
            _ = try await opening.store.all()
        case .unavailable(.newerSchema(_, let found, 2)):
            // The version's own bits were flipped: it says so, and touches nothing.
            #expect(found > 2)
            #expect(try directory.bytes() == bytes)
        case let other:
            Issue.record("\(other) after flips at \(places)")
        }
    }

    @Test("Overwritten pages never stop a start", arguments: 1...20 as ClosedRange<UInt64>)
    func overwritten(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let (directory, events) = try await recorded(400, seed: seed)
        var bytes = try directory.bytes()
        let page = Int.random(in: 0..<bytes.count / 4096, using: &random)
        for offset in 0..<4096 {
            bytes[page * 4096 + offset] =
                seed % 2 == 0 ? 0 : UInt8.random(in: 0...255, using: &random)
        }
        try directory.write(bytes)
        let opening = try await startsAndWorks(directory, "page \(page)")
        if opening.replaced != nil { try expectPrefix(opening, of: events) }
    }

    @Test("A damaged log never stops a start", arguments: 1...12 as ClosedRange<UInt64>)
    func damagedLog(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let directory = TestDirectory()
        let store = try open(directory).store
        var history = SampleHistory(seed: seed)
        for _ in 0..<40 { #expect(await store.record(history.events(3)).failure == nil) }
        let copy = try directory.copy()
        store.close()
        var log = try copy.bytes("soteria.sqlite-wal")
        for _ in 0..<5 {
            log[Int.random(in: 0..<log.count, using: &random)] ^= 0x55
        }
        if seed % 3 == 0 { log.removeLast(Int.random(in: 0..<log.count, using: &random)) }
        try copy.write(log, to: "soteria.sqlite-wal")
        _ = try await startsAndWorks(copy, "log")
    }

    @Test("What a damaged database said last is carried over")
    func salvaged() async throws {
        let (directory, events) = try await recorded(250, seed: 5)
        let database = try DatabaseQueue(path: directory.database)
        try await database.write { try $0.execute(sql: "DELETE FROM events WHERE sequence = 30") }
        try database.close()
        let opening = try await startsAndWorks(directory, "a missing event")
        #expect(
            opening.replaced?.damage
                == "the event numbers do not begin at 1, or a number is missing")
        #expect(opening.replaced?.salvaged == 250)
        #expect(opening.state == events.folded)
        #expect(opening.lastRules == events.loadedLast)
        let again = try open(directory)
        defer { again.store.close() }
        #expect(again.lastRules == events.loadedLast)
        #expect(again.state.protections.map(\.id) == events.folded.protections.map(\.id))
        #expect(again.device == opening.device)
        #expect(again.store.health.events == 5)
    }

    @Test("Tables that are not ours, and triggers, are damage; what somebody added is not")
    func schema() async throws {
        let changes: [(sql: String, damage: String?)] = [
            ("DROP TABLE checkpoints", "the tables do not match version 2"),
            ("ALTER TABLE meta ADD COLUMN more TEXT", "the tables do not match version 2"),
            ("PRAGMA application_id = 7", "the database has the wrong application id 7"),
            ("PRAGMA user_version = 0", "the database has the table meta, but no version"),
            ("DELETE FROM meta WHERE key = 'device'", "the record has no device id"),
            (
                "UPDATE meta SET value = 'x' WHERE key = 'base'",
                "the record does not say which event is its first"
            ),
            (
                "CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM events; END",
                "the database has a trigger, which Soteria never creates"
            ),
            ("DELETE FROM events WHERE sequence > 90", "the events after event 90 are missing"),
            ("CREATE INDEX mine ON events(at); CREATE TABLE other (a); ANALYZE", nil),
        ]
        for (sql, damage) in changes {
            let (directory, _) = try await recorded(110, seed: 6)
            let database = try DatabaseQueue(path: directory.database)
            try await database.writeWithoutTransaction { try $0.execute(sql: sql) }
            try database.close()
            let opening = try await startsAndWorks(directory, sql)
            #expect(opening.replaced?.damage == damage)
        }
    }

    @Test("An event that cannot be read is told and kept, and the rest counts")
    func unreadable() async throws {
        let (directory, events) = try await recorded(40, seed: 7)
        let database = try DatabaseQueue(path: directory.database)
        try await database.write { db in
            try db.execute(sql: "DELETE FROM checkpoints")
            try db.execute(sql: "UPDATE events SET kind = 'futureKind' WHERE sequence = 3")
            try db.execute(sql: "UPDATE events SET fact = '{\"decided\"' WHERE sequence = 10")
            try db.execute(sql: "UPDATE events SET at = 9223372036854775807 WHERE sequence = 20")
        }
        try database.close()
        let opening = try open(directory)
        defer { opening.store.close() }
        #expect(opening.replaced == nil)
        #expect(opening.unreadable.map(\.sequence) == [3, 10, 20])
        #expect(opening.unreadable.first?.kind == "futureKind")
        #expect(
            opening.unreadable.map(\.reason) == [
                "this version of Soteria does not know this kind of event",
                "the event's data cannot be decoded",
                "the event's clock values are invalid",
            ])
        let rest = events.filter { ![3, 10, 20].contains($0.sequence) }
        #expect(opening.state == rest.folded)
        #expect(try await opening.store.all() == rest)
        #expect(opening.store.health.events == 40)
    }

    /// The state is what the events up to its last one leave behind.
    private func expectPrefix(_ opening: OpenResult, of events: [Event]) throws {
        let prefix = Array(events.prefix(Int(opening.state.lastSequence)))
        #expect(opening.state == prefix.folded)
        #expect(opening.replaced?.salvaged == (prefix.isEmpty ? nil : Int64(prefix.count)))
    }
}
