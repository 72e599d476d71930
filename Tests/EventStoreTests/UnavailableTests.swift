import Engine
import EventStore
import Foundation
import GRDB
import RuleModel
import Testing

struct UnavailableTests {
    @Test("A directory that cannot be made gives a store that says so, and still takes events")
    func underAFile() async throws {
        let place = TestDirectory()
        try place.write([], to: "file")
        let path = place.path + "/file/state"
        let opening = try EventStore.open(directory: path, at: start)
        let store = opening.store
        let error = StoreError.directory(path: path, reason: "Not a directory")
        #expect(store.health.condition == .unavailable(error))
        #expect(opening.state == State() && opening.device.utf8.count == 32)
        var history = SampleHistory(seed: 60)
        let events = history.events(4)
        #expect(await store.record(events).failure == error)
        #expect(store.health.backlog == 4 && store.health.events == 0)
        await #expect(throws: error) { try await store.all() }
        guard case .failing(error) = await store.recover() else {
            Issue.record("recovered under a file")
            return
        }

        // Once the directory can be made, nothing is lost and the device is the same.
        try FileManager.default.removeItem(atPath: place.path + "/file")
        guard case .recorded = await store.recover() else {
            Issue.record("did not recover: \(store.health)")
            return
        }
        #expect(store.health.condition == .ok && store.health.backlog == 0)
        #expect(try await store.all() == events)
        store.close()
        let again = try EventStore.open(directory: path, at: start)
        defer { again.store.close() }
        #expect(again.device == opening.device)
        #expect(again.state == events.folded)
    }

    @Test("Nothing can be made in a kernel directory")
    func kernelDirectory() throws {
        let opening = try EventStore.open(directory: "/proc/soteria", at: start)
        guard case .unavailable(.directory("/proc/soteria", _)) = opening.store.health.condition
        else {
            Issue.record("\(opening.store.health)")
            return
        }
        #expect(opening.store.close().isEmpty)
    }

    @Test("A closed store that never wrote hands back what waited")
    func handsBack() async throws {
        let opening = try EventStore.open(directory: "/proc/soteria", at: start)
        var history = SampleHistory(seed: 61)
        let events = history.events(3)
        _ = await opening.store.record(events)
        #expect(opening.store.close() == events)
    }

    @Test("History that appears later is handed over, and what does not continue it is told")
    func historyAppears() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 62)
        let events = history.events(20)
        let first = try open(directory)
        #expect(await first.store.record(events).failure == nil)
        first.store.close()
        let hidden = directory.path + ".hidden"
        #expect(rename(directory.path, hidden) == 0)
        try Data().write(to: URL(fileURLWithPath: directory.path))

        let opening = try open(directory)
        var other = SampleHistory(seed: 63)
        let unrecorded = other.events(2)
        #expect(await opening.store.record(unrecorded).failure != nil)
        #expect(unlink(directory.path) == 0 && rename(hidden, directory.path) == 0)
        guard case .history(let found) = await opening.store.recover() else {
            Issue.record("no history: \(opening.store.health)")
            return
        }
        #expect(found.unrecorded == unrecorded)
        #expect(found.state == events.folded)
        #expect(found.device == first.device)
        #expect(found.store === opening.store)
        #expect(await opening.store.record(history.events(2)).failure == nil)
        #expect(opening.store.health.lastSequence == 22)
        opening.store.close()
    }

    @Test(
        "A directory without write permission gives its history and takes nothing",
        .enabled(if: geteuid() != 0, "root may write everywhere; MountTests stand in"))
    func permissionDenied() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 64)
        let events = history.events(20)
        let first = try open(directory).store
        #expect(await first.record(events).failure == nil)
        first.close()
        #expect(chmod(directory.path, 0o500) == 0)
        let opening = try open(directory)
        let error = StoreError.directory(path: directory.path, reason: "Permission denied")
        #expect(opening.store.health.condition == .unavailable(error))
        #expect(opening.state == events.folded)
        let more = history.events(2)
        #expect(await opening.store.record(more).failure == error)
        #expect(chmod(directory.path, 0o700) == 0)
        guard case .recorded = await opening.store.recover() else {
            Issue.record("\(opening.store.health)")
            return
        }
        #expect(try await opening.store.all() == events + more)
        opening.store.close()
    }

    @Test("A database of a newer version is named and not touched")
    func newerSchema() async throws {
        let directory = TestDirectory()
        try open(directory).store.close()
        let database = try DatabaseQueue(path: directory.database)
        try await database.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA user_version = 7; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try database.close()
        let bytes = try directory.bytes()
        let opening = try open(directory)
        let error = StoreError.newerSchema(path: directory.database, found: 7, known: 2)
        #expect(opening.store.health.condition == .unavailable(error))
        guard case .failing(error) = await opening.store.recover() else {
            Issue.record("took over a newer database")
            return
        }
        opening.store.close()
        #expect(try directory.bytes() == bytes)
        #expect(directory.setAside.isEmpty)
    }

    @Test("A newer version that is still in the log is named too")
    func newerSchemaInTheLog() throws {
        let directory = TestDirectory()
        try open(directory).store.close()
        let database = try DatabaseQueue(path: directory.database)
        try database.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 3")
        }
        let copy = try directory.copy()
        try database.close()
        let opening = try open(copy)
        #expect(
            opening.store.health.condition
                == .unavailable(.newerSchema(path: copy.database, found: 3, known: 2)))
        #expect(copy.setAside.isEmpty)
    }

    @Test("Every error says what, where and what to do")
    func sentences() {
        let errors: [StoreError] = [
            .locked(path: "/p"), .newerSchema(path: "/p", found: 3, known: 2),
            .directory(path: "/p", reason: "No such file or directory"), .readOnly(path: "/p"),
            .full(path: "/p"), .damaged(path: "/p", reason: "the file is empty"), .busy(path: "/p"),
            .database(path: "/p", code: 10, message: "disk I/O error"),
        ]
        for error in errors {
            #expect(error.description.contains("/p"))
            #expect(error.description.contains("; "), "no advice in: \(error)")
        }
        #expect("\(StoreError.outOfSequence(expected: 5, found: 7))".contains("event 7"))
        #expect("\(StoreError.backlogFull(capacity: 20_000))".contains("20000 events"))
        #expect("\(StoreError.closed)".contains("closed"))
    }
}
