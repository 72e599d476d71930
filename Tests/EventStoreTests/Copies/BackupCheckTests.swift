import Engine
import Foundation
import GRDB
import RuleModel
import SeededRandom
import Testing

@testable import EventStore

/// Files that are no backup, or no longer one: each is refused for its own reason, and a restore
/// from it changes nothing.
struct BackupCheckTests {
    /// A backup in a directory of its own.
    private func backup(_ seed: UInt64, events: Int = 400) async throws -> TestDirectory {
        let directory = TestDirectory()
        let store = try open(directory).store
        var history = SampleHistory(seed: seed)
        #expect(await store.record(history.events(events)).failure == nil)
        let made = try await store.copied().get()
        store.close()
        let place = TestDirectory()
        #expect(rename(made.path, place.database) == 0)
        return place
    }

    /// The file is refused, by a check and by a restore into a directory with a record.
    private func expectRefused(_ file: TestDirectory, _ error: StoreError) async throws {
        #expect(throws: error) { try EventStore.check(backup: file.database) }
        let present = TestDirectory()
        var history = SampleHistory(seed: 1)
        _ = try await present.record(history.events(9))
        let names = present.names
        let bytes = try present.bytes()
        #expect(throws: error) {
            try EventStore.restore(from: file.database, into: present.path, at: start)
        }
        #expect(present.names == names)
        #expect(try present.bytes() == bytes)
        #expect(!file.names.contains { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") })
    }

    @Test("What is no database, or another program's")
    func notOurs() async throws {
        let file = TestDirectory()
        func unusable(_ reason: UnusableRecord) -> StoreError {
            .unusable(path: file.database, reason)
        }
        for text in ["", "SQLite format 3", String(repeating: "no database ", count: 500)] {
            try file.write(Array(text.utf8))
            try await expectRefused(file, unusable(.notADatabase))
        }
        #expect(unlink(file.database) == 0)
        let other = try DatabaseQueue(path: file.database)
        try await other.write { try $0.execute(sql: "CREATE TABLE t (a)") }
        try other.close()
        try await expectRefused(file, unusable(.otherApplication(id: 0)))
        #expect(unlink(file.database) == 0)
        try await expectRefused(
            file, .directory(path: file.database, reason: "No such file or directory"))
        #expect(mkdir(file.database, 0o700) == 0)
        try await expectRefused(file, .directory(path: file.database, reason: "not a regular file"))
    }

    @Test("One of a newer version")
    func newer() async throws {
        let file = try await backup(280)
        try await file.change("PRAGMA user_version = 9")
        try await expectRefused(
            file, .newerSchema(path: file.database, found: 9, known: Schema.version))
    }

    @Test("One that was cut off, at whatever place", arguments: 1...6)
    func truncated(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let file = try await backup(281)
        let bytes = try file.bytes()
        let length: Int = Int.random(in: 100..<bytes.count, using: &random)
        let counts: [Int] = [length, max(4096, length / 4096 * 4096), 4096]
        for count in counts {
            try file.write(Array(bytes.prefix(count)))
            try await expectRefused(file, .unusable(path: file.database, .truncated))
        }
    }

    @Test("One with overwritten pages", arguments: 1...8)
    func damaged(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let file = try await backup(282)
        var bytes = try file.bytes()
        // Any page but the first, whose damage has many faces.
        let page = Int.random(in: 1..<bytes.count / 4096, using: &random)
        for place in page * 4096..<page * 4096 + 4096 {
            bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
        try file.write(bytes)
        let error = self.error(of: file)
        guard case .unusable = error else {
            Issue.record("page \(page): \(error)")
            return
        }
        try await expectRefused(file, error)
    }

    @Test("One whose chain does not hold, and one with a gap")
    func broken() async throws {
        let changed = try await backup(283)
        try await changed.change("UPDATE events SET at = at + 1 WHERE sequence = 77")
        try await expectRefused(
            changed,
            .unusable(
                path: changed.database, .broken(ChainBreak(sequence: 77, reason: .changed))))
        let gap = try await backup(284)
        try await gap.change("DELETE FROM events WHERE sequence = 5")
        try await expectRefused(
            gap,
            .unusable(path: gap.database, .broken(ChainBreak(sequence: 5, reason: .missing))))
        let cut = try await backup(285)
        try await cut.change("DELETE FROM events WHERE sequence > 390")
        // Only the checkpoint at its end could tell; a backup of a running store has none.
        #expect(try EventStore.check(backup: cut.database).lastSequence == 390)
    }

    @Test("One with foreign tables or a trigger")
    func tables() async throws {
        let file = try await backup(286)
        try await file.change(
            "CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM events; END")
        try await expectRefused(
            file,
            .unusable(
                path: file.database,
                .damaged("the database has a trigger, which Soteria never creates")))
        let other = try await backup(287)
        try await other.change("DROP TABLE boots")
        try await expectRefused(
            other,
            .unusable(
                path: other.database, .damaged("the tables do not match version 2")))
    }

    private func error(of file: TestDirectory) -> StoreError {
        do {
            _ = try EventStore.check(backup: file.database)
            return .closed
        } catch {
            return error
        }
    }
}
