import Engine
import Foundation
import GRDB
import RuleModel
import Testing

@testable import EventStore

/// A backup in the place of the record: what was there stays beside.
struct RestoreTests {
    /// A backup of a stopped store's first events, and the file's path.
    private func backup(of store: EventStore, in place: TestDirectory) async throws -> String {
        let made = try await store.copied().get()
        let path = place.path + "/soteria-2026.backup"
        #expect(rename(made.path, path) == 0)
        return path
    }

    @Test("A record that cannot be read and may be whole stays in its place")
    func unreadable() async throws {
        let (directory, place) = (TestDirectory(), TestDirectory())
        var history = SampleHistory(seed: 292)
        let store = try open(directory).store
        #expect(await store.record(history.events(5)).failure == nil)
        let path = try await backup(of: store, in: place)
        store.close()
        try FileManager.default.removeItem(atPath: directory.database)
        // A file whose reading fails, for whoever reads it.
        try FileManager.default.createSymbolicLink(
            atPath: directory.database, withDestinationPath: "/proc/self/mem")
        let names = directory.names
        let refusal = StoreError.directory(
            path: directory.database, reason: String(cString: strerror(EIO)))
        #expect(throws: refusal) {
            try EventStore.restore(from: path, into: directory.path, at: start)
        }
        #expect(throws: refusal) { try EventStore.lastState(in: directory.path) }
        #expect(directory.names == names)
    }

    @Test("A damaged record holds nobody up, one that could not be read does")
    func wholeOrDamaged() {
        for code in [ResultCode.SQLITE_BUSY, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY] {
            #expect(Replacement.mayBeWhole(after: DatabaseError(resultCode: code)))
        }
        for code in [ResultCode.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR] {
            #expect(!Replacement.mayBeWhole(after: DatabaseError(resultCode: code)))
        }
        #expect(!Replacement.mayBeWhole(after: Damage("the file is empty")))
    }

    @Test("The backup takes the record's place, and the record is kept with all its events")
    func restores() async throws {
        let (directory, place) = (TestDirectory(), TestDirectory())
        var history = SampleHistory(seed: 290)
        let begun = try open(directory)
        let (store, device) = (begun.store, begun.device)
        let events = history.events(80)
        #expect(await store.record(events).failure == nil)
        let head = store.health.head
        let path = try await backup(of: store, in: place)
        let later = history.events(40)
        #expect(await store.record(later).failure == nil)
        let lost = try #require(store.health.head)
        store.close()

        let report = try EventStore.restore(from: path, into: directory.path, at: start)
        #expect(report.record.events == 80 && report.record.head == head)
        #expect(report.keptAside == directory.database + ".replaced-20261121T213000Z")
        #expect(report.eventsAside == 120)
        #expect(
            directory.names == [
                "soteria.lock", "soteria.sqlite", "soteria.sqlite.replaced-20261121T213000Z",
            ])
        let aside = try EventStore.check(backup: try #require(report.keptAside))
        #expect(aside.events == 120 && aside.head == lost)

        let opening = try open(directory)
        #expect(opening.state == events.folded && opening.replaced == nil)
        let restored = try #require(opening.restored)
        #expect(
            restored
                == Restoration(
                    source: "soteria-2026.backup", at: start, sequence: 80,
                    keptAside: "soteria.sqlite.replaced-20261121T213000Z", eventsAside: 120,
                    isSameDevice: true, device: opening.device, formerDevice: device))
        #expect(opening.device != device)
        // A stop before it is recorded loses nothing of it.
        opening.store.close()
        let again = try open(directory)
        #expect(again.restored == restored)
        var other = SampleHistory(seed: 291, after: 80, at: start)
        let first = other.event(.daemonStopped)
        #expect(await again.store.record([first]).failure == nil)
        again.store.close()
        // Only the event that tells of it settles it.
        let told = try open(directory)
        #expect(told.restored == restored)
        let fact = StoreRestored(source: restored.source, keptAside: restored.keptAside)
        #expect(await told.store.record([other.event(.storeRestored(fact))]).failure == nil)
        told.store.close()
        let third = try open(directory)
        #expect(third.restored == nil)
        third.store.close()
        // The journal still has heads of what was put aside.
        var known = lost
        known.at = start - .hours(1)
        let verified = try EventStore.verify(
            path: directory.database, heads: [try #require(head), known])
        #expect(verified.broken == nil && verified.compared == 1 && verified.abandoned == 1)
        #expect(verified.restored == restored)
        known.at = start + .hours(1)
        #expect(
            try EventStore.verify(path: directory.database, heads: [known]).broken
                == ChainBreak(sequence: 83, reason: .endsBeforeHead))
    }

    @Test("Where nothing was, the directory is made and nothing is kept")
    func intoNothing() async throws {
        let (directory, place) = (TestDirectory(), TestDirectory())
        var history = SampleHistory(seed: 292)
        let events = history.events(10)
        let opening = try open(directory)
        #expect(await opening.store.record(events).failure == nil)
        let path = try await backup(of: opening.store, in: place)
        opening.store.close()
        let target = place.path + "/new/state"
        let report = try EventStore.restore(from: path, into: target, at: start)
        #expect(report.keptAside == nil && report.eventsAside == nil)
        let restored = try EventStore.open(directory: target, at: start, limits: .quick)
        #expect(restored.state == events.folded && restored.device != opening.device)
        #expect(restored.restored?.formerDevice == opening.device)
        #expect(restored.restored?.isSameDevice == true && restored.restored?.keptAside == nil)
        restored.store.close()
    }

    @Test("A directory that a daemon runs on is left alone")
    func locked() async throws {
        let (directory, place) = (TestDirectory(), TestDirectory())
        let store = try open(directory).store
        let path = try await backup(of: store, in: place)
        let names = directory.names
        #expect(throws: StoreError.locked(path: directory.path + "/soteria.lock")) {
            try EventStore.restore(from: path, into: directory.path, at: start)
        }
        #expect(directory.names == names)
        store.close()
    }

    @Test("A log that was not moved into its database goes along with it")
    func withLog() async throws {
        let (source, place) = (TestDirectory(), TestDirectory())
        var history = SampleHistory(seed: 293)
        let store = try open(source).store
        #expect(await store.record(history.events(25)).failure == nil)
        let path = try await backup(of: store, in: place)
        #expect(await store.record(history.events(25)).failure == nil)
        // As after a crash: the log holds everything.
        let crashed = try source.copy()
        store.close()
        #expect(crashed.names.contains("soteria.sqlite-wal"))
        let report = try EventStore.restore(from: path, into: crashed.path, at: start)
        #expect(report.eventsAside == 50)
        #expect(try EventStore.check(backup: try #require(report.keptAside)).events == 50)
        #expect(!crashed.names.contains("soteria.sqlite-wal"))
        // One that is no database any more keeps its log beside it.
        let ruined = TestDirectory()
        try ruined.write(Array("ruined".utf8))
        try ruined.write(Array("log".utf8), to: "soteria.sqlite-wal")
        let kept = try EventStore.restore(from: path, into: ruined.path, at: start)
        #expect(kept.eventsAside == nil)
        let name = try #require(kept.keptAside.map { ($0 as NSString).lastPathComponent })
        #expect(try ruined.bytes(name) == Array("ruined".utf8))
        #expect(try ruined.bytes(name + "-wal") == Array("log".utf8))
        #expect(!ruined.names.contains("soteria.sqlite-wal"))
        #expect(try open(ruined).state.lastSequence == 25)
    }

    @Test("A record that was put aside, or set aside with its log, can be restored itself")
    func back() async throws {
        let (directory, place) = (TestDirectory(), TestDirectory())
        var history = SampleHistory(seed: 294)
        let store = try open(directory).store
        #expect(await store.record(history.events(30)).failure == nil)
        let path = try await backup(of: store, in: place)
        #expect(await store.record(history.events(30)).failure == nil)
        let crashed = try directory.copy()
        store.close()
        let first = try EventStore.restore(from: path, into: directory.path, at: start)
        let second = try EventStore.restore(
            from: try #require(first.keptAside), into: directory.path, at: start)
        #expect(second.record.events == 60 && second.eventsAside == 30)
        #expect(second.keptAside == directory.database + ".replaced-20261121T213000Z-2")
        let third = try EventStore.restore(
            from: crashed.database, into: directory.path, at: start)
        #expect(third.record.events == 60 && third.eventsAside == 60)
        #expect(crashed.names.contains("soteria.sqlite"))
    }

    @Test("Another device's record begins another chain, and old heads are no accusation")
    func otherDevice() async throws {
        let (directory, other, place) = (TestDirectory(), TestDirectory(), TestDirectory())
        var history = SampleHistory(seed: 295)
        let head = try #require(try await directory.record(history.events(20)))
        var theirs = SampleHistory(seed: 296)
        let store = try open(other).store
        #expect(await store.record(theirs.events(50)).failure == nil)
        let path = try await backup(of: store, in: place)
        store.close()
        _ = try EventStore.restore(from: path, into: directory.path, at: start)
        let kept = ChainHead(sequence: head.sequence, hash: head.hash, at: start - .hours(2))
        let report = try EventStore.verify(
            path: directory.database, heads: [], others: [kept])
        #expect(report.broken == nil && report.compared == 0)
        #expect(report.restored?.isSameDevice == false)
        #expect(try EventStore.verify(path: directory.database, heads: [head]).broken != nil)
        // A head under the restored record's own earlier id counts, if the record had its event.
        let differs = try EventStore.verify(path: directory.database, heads: [kept]).broken
        #expect(differs == ChainBreak(sequence: 20, reason: .headDiffers(known: head.hash)))
        let beyond = ChainHead(sequence: 51, hash: head.hash, at: kept.at)
        let later = try EventStore.verify(path: directory.database, heads: [beyond])
        #expect(later.broken == nil && later.abandoned == 1)
    }
}
