import Engine
import Foundation
import GRDB
import RuleModel
import Testing

@testable import EventStore

struct NameAndErrorTests {
    @Test("Dates in names are UTC, with every part in full")
    func stamps() {
        let dates: [(Int64, String)] = [
            (0, "19700101T000000Z"), (-1, "19691231T235959Z"), (1_795_296_600, "20261121T213000Z"),
            (1_709_164_799, "20240228T235959Z"), (1_709_164_800, "20240229T000000Z"),
            (-62_135_596_800, "00010101T000000Z"), (253_402_300_799, "99991231T235959Z"),
        ]
        for (seconds, text) in dates {
            #expect(StateDirectory.stamp(Instant(seconds: seconds)) == text)
        }
    }

    @Test("A path with signs that a URI reads is opened as it is")
    func oddPaths() async throws {
        #expect(RecordFile.escaped("/a b/50%/x?y#z/ü") == "/a b/50%25/x%3fy%23z/%c3%bc")
        let place = TestDirectory()
        let path = place.path + "/50% ?mode=ro#ü 'quoted'"
        var history = SampleHistory(seed: 110)
        let events = history.events(12)
        let store = try EventStore.open(directory: path, at: start, limits: .quick).store
        #expect(await store.record(events).failure == nil)
        store.close()
        // Only the way of a directory without write permission goes through a URI.
        let found = Salvage.readOnly(StateDirectory(path: path), .quick)
        #expect(found?.history.state == events.folded)
        #expect(found?.database == nil)
    }

    @Test("Reading alone changes no file")
    func readingChangesNothing() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 111)
        let store = try open(directory).store
        #expect(await store.record(history.events(12)).failure == nil)
        store.close()
        let bytes = try directory.bytes()
        #expect(Salvage.readOnly(StateDirectory(path: directory.path), .quick) != nil)
        #expect(try directory.bytes() == bytes)
    }

    @Test("A symbolic link to something that cannot be used is called one")
    func links() throws {
        let directory = TestDirectory()
        let target = directory.path + "/elsewhere/soteria.sqlite"
        try FileManager.default.createSymbolicLink(
            atPath: directory.database, withDestinationPath: target)
        let opened = try open(directory)
        guard case .unavailable(let error) = opened.store.health.condition else {
            Issue.record("\(opened.store.health)")
            return
        }
        #expect(
            error
                == .link(
                    path: directory.database, target: target, reason: "No such file or directory"))
        #expect(error.description.contains("which is a symbolic link to \(target): No such file"))
        // Nothing else is blamed on a link, and no other file is one.
        let full = StoreError.full(path: directory.database)
        #expect(full.followingLink(directory.database) == full)
        let denied = StoreError.directory(path: "/p", reason: "m")
        #expect(denied.followingLink("/p") == denied)
        opened.store.close()
    }

    @Test("SQLite's codes become the errors that a person can act on")
    func codes() {
        let cases: [(ResultCode, StoreError)] = [
            (.SQLITE_FULL, .full(path: "/p")), (.SQLITE_IOERR_SHMSIZE, .full(path: "/p")),
            (.SQLITE_READONLY, .readOnly(path: "/p")),
            (.SQLITE_READONLY_DIRECTORY, .readOnly(path: "/p")),
            (.SQLITE_BUSY, .busy(path: "/p")), (.SQLITE_BUSY_SNAPSHOT, .busy(path: "/p")),
            (.SQLITE_LOCKED, .busy(path: "/p")),
            (.SQLITE_CANTOPEN, .directory(path: "/p", reason: "m")),
            (.SQLITE_PERM, .directory(path: "/p", reason: "m")),
            (.SQLITE_CORRUPT, .damaged(path: "/p", reason: "m")),
            (.SQLITE_NOTADB, .damaged(path: "/p", reason: "m")),
            (.SQLITE_IOERR_READ, .database(path: "/p", code: 266, message: "m")),
            (.SQLITE_NOMEM, .database(path: "/p", code: 7, message: "m")),
        ]
        for (code, expected) in cases {
            let error = DatabaseError(resultCode: code, message: "m")
            #expect(StoreError(error, path: "/p") == expected)
        }
        #expect(StoreError(StoreError.closed, path: "/p") == .closed)
        #expect(StoreError(Damage("r"), path: "/p") == .damaged(path: "/p", reason: "r"))
    }

    @Test("Only what is wrong with the file itself sets it aside")
    func damageOrSurroundings() {
        let surroundings: [ResultCode] = [
            .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CANTOPEN,
            .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_IOERR, .SQLITE_IOERR_READ, .SQLITE_NOMEM,
            .SQLITE_INTERRUPT, .SQLITE_PROTOCOL,
        ]
        for code in surroundings {
            #expect(Damage(DatabaseError(resultCode: code)) == nil, "\(code)")
        }
        let damages: [ResultCode] = [
            .SQLITE_CORRUPT, .SQLITE_CORRUPT_INDEX, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_TOOBIG,
            .SQLITE_CONSTRAINT,
        ]
        for code in damages {
            #expect(Damage(DatabaseError(resultCode: code)) != nil, "\(code)")
        }
        #expect(Damage(StoreError.closed) == nil)
    }

    @Test("Every commit is synchronised in full, and the database is one of WAL")
    func synchronous() throws {
        let directory = TestDirectory()
        let writer = try #require(try open(directory).store.writer.withLock { $0.database })
        func answer(_ pragma: String) throws -> String? {
            try writer.pool.writeWithoutTransaction {
                try String.fetchOne($0, sql: "PRAGMA \(pragma)")
            }
        }
        #expect(try answer("synchronous") == "2")
        #expect(try answer("journal_mode") == "wal")
        #expect(try answer("foreign_keys") == "1")
        #expect(try answer("user_version") == String(Schema.version))
        #expect(try answer("application_id") == String(Schema.applicationID))
        #expect(StateDirectory(path: directory.path).database == directory.database)
    }
}
