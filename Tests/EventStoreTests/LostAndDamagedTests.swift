import Engine
import EventStore
import Foundation
import GRDB
import RuleModel
import Testing

/// Databases that are removed, exchanged or found damaged while the daemon runs.
struct LostAndDamagedTests {
    @Test("A removed database is noticed, and a new one carries the state on")
    func removed() async throws {
        let directory = TestDirectory()
        let opening = try open(directory)
        let store = opening.store
        var history = SampleHistory(seed: 80)
        var events = history.events(40) + [history.event(.rulesLoaded(SampleHistory.rules("r")))]
        #expect(await store.record(events).failure == nil)
        for name in directory.names { #expect(unlink(directory.path + "/" + name) == 0) }
        let more = history.events(3)
        events += more
        #expect(
            await store.record(more).failure
                == .directory(
                    path: directory.database, reason: "the database was removed while in use"))
        guard case .recorded = await store.recover() else {
            Issue.record("\(store.health)")
            return
        }
        #expect(try await store.all() == more)
        #expect(throws: StoreError.self) { try open(directory) }
        store.close()
        let again = try open(directory)
        defer { again.store.close() }
        #expect(again.state == events.folded && again.lastRules == events.loadedLast)
        #expect(again.device == opening.device)
        #expect(again.store.health.events == 3)
    }

    @Test("An exchanged database is taken over with its own history")
    func exchanged() async throws {
        let directory = TestDirectory()
        let store = try open(directory).store
        var history = SampleHistory(seed: 81)
        let events = history.events(10)
        #expect(await store.record(Array(events[..<6])).failure == nil)
        let other = TestDirectory()
        let second = try open(other).store
        var theirs = SampleHistory(seed: 82)
        let their = theirs.events(30)
        #expect(await second.record(their).failure == nil)
        second.close()
        #expect(rename(other.database, directory.database) == 0)
        #expect(await store.record(Array(events[6...])).failure != nil)
        guard case .history(let opening) = await store.recover() else {
            Issue.record("\(store.health)")
            return
        }
        #expect(opening.state == their.folded)
        #expect(opening.unrecorded == Array(events[6...]))
        store.close()
        let again = try open(directory)
        #expect(again.state == their.folded)
        again.store.close()
    }

    @Test("A large database is checked beside, and found sound")
    func checkedBeside() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 83)
        let first = try open(directory).store
        #expect(await first.record(history.events(500)).failure == nil)
        first.close()
        let (store, report, _) = try await openAndCheck(directory)
        #expect(report == .passed)
        store.close()
    }

    @Test("Damage found beside leads to a new database that carries the present state")
    func damageFoundBeside() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 84)
        var events = [history.event(.rulesLoaded(SampleHistory.rules("mine")))]
        events += history.events(400)
        let first = try open(directory)
        #expect(await first.store.record(events).failure == nil)
        first.store.close()
        let database = try DatabaseQueue(path: directory.database)
        try await database.write { try $0.execute(sql: "DELETE FROM events WHERE sequence = 200") }
        try database.close()

        let (store, report, state) = try await openAndCheck(directory)
        #expect(state == events.folded)
        let setAside = directory.path + "/" + (directory.setAside.first ?? "")
        let damage = "the event numbers do not begin at 1, or a number is missing"
        #expect(report == .replaced(setAside: setAside, damage: damage))
        #expect(store.health.setAside == setAside)
        #expect(store.health.condition == .ok)
        let more = history.events(7)
        events += more
        #expect(await store.record(more).failure == nil)
        store.close()
        let again = try open(directory)
        defer { again.store.close() }
        #expect(again.state == events.folded)
        #expect(again.device == first.device)
        #expect(again.lastRules == events.loadedLast)
        #expect(again.store.health.events == 7)
    }

    @Test("Damage that a commit meets is mended by the next retry")
    func damageMetByACommit() async throws {
        let directory = TestDirectory()
        let reports = Collector<IntegrityReport>()
        let store = try open(directory, checked: { reports.add($0) }).store
        var history = SampleHistory(seed: 85)
        var events = history.events(300)
        #expect(await store.record(events).failure == nil)
        let other = try DatabaseQueue(path: directory.database)
        try await other.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try other.close()
        var bytes = try directory.bytes()
        for page in 1..<bytes.count / 4096 {
            for offset in 0..<200 { bytes[page * 4096 + offset] = 0xee }
        }
        // In place, as a failing disk would do it.
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: directory.database))
        try file.write(contentsOf: Data(bytes))
        try file.close()
        // The connection's cache may hide the damage for some commits.
        var failure: StoreError?
        while failure == nil && events.count < 5_000 {
            let batch = history.events(100)
            events += batch
            failure = await store.record(batch).failure
        }
        guard case .damaged = failure else {
            // The whole database was written again from memory, or never read again.
            #expect(failure == nil)
            store.close()
            return
        }
        guard case .recorded = await store.recover() else {
            Issue.record("\(store.health)")
            return
        }
        #expect(reports.all.count == 1)
        #expect(directory.setAside.count == 1)
        #expect(store.health.condition == .ok && store.health.backlog == 0)
        store.close()
        let again = try open(directory)
        defer { again.store.close() }
        #expect(again.state == events.folded)
    }

    @Test("A stop before the check ends it")
    func interrupted() async throws {
        let directory = TestDirectory()
        try open(directory).store.close()
        let reports = AsyncStream<IntegrityReport>.makeStream()
        let limits = StoreLimits.quick.with {
            $0.fullCheck = 0
            $0.checkDelay = TimeSpan(milliseconds: 1)
        }
        let store = try open(directory, limits, checked: { reports.continuation.yield($0) }).store
        store.close()
        for await report in reports.stream.prefix(1) {
            #expect(report == .interrupted || report == .passed)
        }
    }

    /// Opens with the check beside and waits for its report.
    private func openAndCheck(
        _ directory: TestDirectory
    ) async throws -> (EventStore, IntegrityReport?, State) {
        let reports = AsyncStream<IntegrityReport>.makeStream()
        let limits = StoreLimits.quick.with { $0.fullCheck = 0 }
        let opening = try open(directory, limits) { reports.continuation.yield($0) }
        var report: IntegrityReport?
        for await first in reports.stream.prefix(1) { report = first }
        return (opening.store, report, opening.state)
    }
}

extension [Event] {
    /// The rule texts that came into force last.
    var loadedLast: RulesLoaded? {
        reversed().lazy.compactMap {
            if case .rulesLoaded(let loaded) = $0.fact { loaded } else { nil }
        }.first
    }
}
