import Engine
import Foundation
import GRDB
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
        let unusable = { StoreError.unusable(path: file.database, $0) }
        for bytes in [[], Array("SQLite format 3".utf8), [UInt8](repeating: 7, count: 5_000)] {
            try file.write(bytes)
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
        try await expectRefused(file, .directory(path: file.database, reason: "it is not a file"))
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
        let length = Int.random(in: 100..<bytes.count, using: &random)
        for count in [length, length / 4096 * 4096, 4096] {
            try file.write(Array(bytes[..<max(100, count)]))
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
        for place in 0..<4096 { bytes[page * 4096 + place] = UInt8.random(in: 0...255, using: &random) }
        try file.write(bytes)
        #expect(throws: StoreError.self) { try EventStore.check(backup: file.database) }
        do {
            _ = try EventStore.check(backup: file.database)
        } catch .unusable(file.database, _) {
            try await expectRefused(file, error(of: file))
        }
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
        let report = Result { try EventStore.check(backup: cut.database) }
        // Only the checkpoint at its end could tell; a backup of a running store has none.
        #expect((try? report.get())?.lastSequence == 390)
    }

    @Test("One with foreign tables or a trigger")
    func tables() async throws {
        let file = try await backup(286)
        try await file.change(
            "CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM events; END")
        try await expectRefused(
            file, .unusable(path: file.database, .damaged("it has a trigger")))
        let other = try await backup(287)
        try await other.change("DROP TABLE boots")
        try await expectRefused(
            other,
            .unusable(
                path: other.database, .damaged("its tables are not those of version 2")))
    }

    private func error(of file: TestDirectory) throws -> StoreError {
        do {
            _ = try EventStore.check(backup: file.database)
            return .closed
        } catch {
            return error
        }
    }
}
