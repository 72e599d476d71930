import Engine
import EventStore
import Foundation
import GRDB
import RuleModel
import Testing

/// Commits that fail for real: another program holds the database, or it may not grow.
struct FailingCommitTests {
    /// Holds the database's write lock from another connection.
    private final class Holder {
        private let database: DatabaseQueue

        init(_ directory: TestDirectory) throws {
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            database = try DatabaseQueue(path: directory.database, configuration: configuration)
            try database.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
        }

        func letGo() throws {
            try database.inDatabase { try $0.execute(sql: "COMMIT") }
            try database.close()
        }
    }

    @Test("What failed waits in order, says so, and is written before what comes later")
    func backlog() async throws {
        let directory = TestDirectory()
        let store = try open(directory).store
        var history = SampleHistory(seed: 70)
        let events = history.events(30)
        #expect(await store.record(Array(events[..<10])).failure == nil)
        let holder = try Holder(directory)
        let busy = StoreError.busy(path: directory.database)
        #expect(await store.record(Array(events[10..<15])).failure == busy)
        #expect(await store.record(Array(events[15..<17])).failure == busy)
        #expect(store.health.condition == .failing(since: events[10].at, busy))
        #expect(store.health.backlog == 7 && store.health.lastSequence == 10)
        #expect(try await store.all() == Array(events[..<10]))
        guard case .failing(busy) = await store.recover() else {
            Issue.record("wrote into a held database")
            return
        }
        // Numbering goes on from what waits.
        #expect(
            await store.record([events[12]]).failure == .outOfSequence(expected: 18, found: 13))
        try holder.letGo()
        #expect(await store.record(Array(events[17...])).failure == nil)
        #expect(store.health.condition == .ok && store.health.backlog == 0)
        #expect(try await store.all() == events)
        store.close()
        #expect(try open(directory).state == events.folded)
    }

    @Test("A retry alone writes what waits")
    func retry() async throws {
        let directory = TestDirectory()
        let store = try open(directory).store
        defer { store.close() }
        var history = SampleHistory(seed: 71)
        let events = history.events(3)
        let holder = try Holder(directory)
        #expect(await store.record(events).failure != nil)
        try holder.letGo()
        guard case .recorded = await store.recover() else {
            Issue.record("\(store.health)")
            return
        }
        #expect(try await store.all() == events)
        guard case .recorded = await store.recover() else {
            Issue.record("a retry of nothing failed")
            return
        }
    }

    @Test("What must not hold unless it is on disk is replaced where it is not")
    func commitOrOtherwise() async throws {
        let directory = TestDirectory()
        let store = try open(directory).store
        var history = SampleHistory(seed: 72)
        let wish = Fact.switched(
            Switch(subject: .schedule("nights"), isOn: false, fingerprint: "f"))
        let granted = history.event(wish)
        let unused = replacing(granted, .storeFailed(refused: .switched))
        #expect(await store.commit(granted, otherwise: unused).failure == nil)
        let holder = try Holder(directory)
        let refused = history.event(wish)
        let instead = replacing(refused, .storeFailed(refused: .switched))
        #expect(await store.commit(refused, otherwise: instead).failure != nil)
        try holder.letGo()
        let later = history.event()
        #expect(await store.record([later]).failure == nil)
        #expect(try await store.all() == [granted, instead, later])
        #expect(
            await store.commit(history.event(), otherwise: instead).failure
                == .outOfSequence(expected: 4, found: 2))
        store.close()
        #expect(try open(directory).state == [granted, instead, later].folded)
    }

    private func replacing(_ event: Event, _ fact: Fact) -> Event {
        var event = event
        event.fact = fact
        return event
    }

    @Test("A full backlog takes no more; afterwards the daemon is given what is recorded")
    func backlogFull() async throws {
        let directory = TestDirectory()
        let store = try open(directory, .quick.with { $0.backlog = 5 }).store
        defer { store.close() }
        var history = SampleHistory(seed: 73)
        let events = history.events(12)
        let holder = try Holder(directory)
        #expect(
            await store.record(Array(events[..<4])).failure == .busy(path: directory.database))
        #expect(await store.record(Array(events[4..<7])).failure == .backlogFull(capacity: 5))
        // A hole must not come about, so nothing later is taken either.
        #expect(await store.record([events[7]]).failure != nil)
        #expect(store.health.backlog == 4)
        try holder.letGo()
        #expect(await store.record([events[8]]).failure == .outOfSequence(expected: 5, found: 9))
        #expect(store.health.condition == .unavailable(.backlogFull(capacity: 5)))
        guard case .history(let opening) = await store.recover() else {
            Issue.record("\(store.health)")
            return
        }
        #expect(opening.state == Array(events[..<4]).folded)
        #expect(store.health.condition == .ok)
        #expect(await store.record([events[4]]).failure == nil)
    }

    @Test("A database that may not grow fails closed, and goes on when it may")
    func full() async throws {
        let directory = TestDirectory()
        let store = try open(directory, .quick.with { $0.maximumPages = 24 }).store
        var history = SampleHistory(seed: 74)
        var events: [Event] = []
        var failed: StoreError?
        while failed == nil && events.count < 10_000 {
            let batch = history.events(20)
            events += batch
            failed = await store.record(batch).failure
        }
        #expect(failed == .full(path: directory.database))
        let waiting = Array(events.suffix(20))
        #expect(
            store.health.condition
                == .failing(since: waiting[0].at, .full(path: directory.database)))
        #expect(try await store.all() == Array(events.dropLast(20)))
        #expect(store.close() == waiting)

        let opening = try open(directory)
        defer { opening.store.close() }
        #expect(opening.replaced == nil)
        #expect(opening.state == Array(events.dropLast(20)).folded)
        #expect(await opening.store.record(waiting).failure == nil)
        #expect(try await opening.store.all() == events)
    }
}

extension EventStore {
    fileprivate func commit(_ event: Event, otherwise: Event) async -> Result<Void, StoreError> {
        await withCheckedContinuation { answer in
            commit(event, otherwise: otherwise) { answer.resume(returning: $0) }
        }
    }
}
