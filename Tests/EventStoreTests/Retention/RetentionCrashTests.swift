import Engine
import GRDB
import RuleModel
import Testing

@testable import EventStore

/// Removals that are interrupted, that meet each other, and that come to a record which has been
/// through something.
struct RetentionCrashTests {
    @Test("What a crash left of removed events is no part of the record, and goes the next time")
    func leftovers() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 260)
        let events = history.events(200)
        let store = try open(directory).store
        #expect(await store.record(events).failure == nil)
        let before = try directory.copy()
        _ = try await store.removed(before: events[150].at).get()
        store.close()
        // The first transaction is through; of the deletes only some are.
        try await directory.change(
            """
            ATTACH '\(before.database)' AS before;
            INSERT INTO events SELECT * FROM before.events WHERE sequence BETWEEN 61 AND 150;
            DETACH before;
            """)
        let opening = try open(directory)
        #expect(opening.replaced == nil)
        #expect(opening.state == events.folded && opening.store.health.events == 50)
        #expect(try await opening.store.all() == Array(events[150...]))
        #expect(try EventStore.verify(path: directory.database, heads: []).events == 50)
        let text = try await opening.store.exported(.jsonLines).text
        #expect(text.contains(#"{"soteria":"end","events":50,"#))
        let none = try await opening.store.removed(before: events[0].at).get()
        #expect(none.removed == 0 && none.through == 150)
        opening.store.close()
        #expect(try directory.number("SELECT min(sequence) FROM events") == 151)
    }

    @Test("Removals that are asked for at once come one after another")
    func atOnce() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 261)
        let events = history.events(6_000)
        let store = try open(directory).store
        #expect(await store.record(events).failure == nil)
        async let first = store.removed(before: events[5_000].at)
        async let second = store.removed(before: events[1_000].at)
        async let third = store.removed(before: events[3_000].at)
        let results = try await [first.get(), second.get(), third.get()]
        #expect(results.reduce(0) { $0 + $1.removed } == 5_000)
        #expect(results.map(\.through).max() == 5_000)
        // Events that arrive in the meantime are recorded.
        #expect(await store.record(history.events(5)).failure == nil)
        #expect(store.health.events == 1_005)
        store.close()
        #expect(try EventStore.check(backup: directory.database).events == 1_005)
    }

    /// Once in six runs of the test above the second plan found the first event gone.
    @Test("A plan that another removal overtakes between two steps is made again")
    func overtaken() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 263)
        let events = history.events(6_000)
        let store = try open(directory).store
        #expect(await store.record(events).failure == nil)
        let database = try #require(store.writer.withLock { $0.database })
        var plan = RetentionPlan(from: events[5_000].at)
        func advance() async throws {
            plan = try await database.pool.read { [plan] db in
                var plan = plan
                try plan.advance(db)
                return plan
            }
        }
        try await advance()
        try #require(!plan.isReady && plan.base == 0 && plan.through == 5_000)
        #expect(try await store.removed(before: events[3_000].at).get().through == 3_000)
        while !plan.isReady { try await advance() }
        #expect(plan.base == 3_000 && plan.through == 5_000)
        #expect(plan.state == Array(events[..<5_000]).folded)
        store.close()
    }

    @Test("A missing event stops a removal, and nothing is changed")
    func missing() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 262)
        let events = history.events(100)
        _ = try await directory.record(events)
        let limits = StoreLimits.quick.with {
            $0.fullCheck = 0
            $0.checkDelay = .hours(1)
        }
        let store = try open(directory, limits).store
        let writer = try #require(store.writer.withLock { $0.database })
        try await writer.pool.write { try $0.execute(sql: "DELETE FROM events WHERE sequence = 7") }
        let result = await store.removed(before: events[60].at)
        #expect(
            result
                == .failure(.damaged(path: directory.database, reason: "event 7 is missing")))
        #expect(store.health.events == 100)
        store.close()
    }

    @Test("A record that was carried over from a damaged one goes on losing its beginning")
    func carriedOver() async throws {
        let events = EarlierFormat.events()
        let directory = try await EarlierFormat.recorded(events, isContinued: true)
        let store = try open(directory, .quick.with { $0.checkpointEvery = 10 }).store
        var more = SampleHistory(seed: 263, after: Int64(events.count))
        let few = more.events(120)
        for event in few { #expect(await store.record([event]).failure == nil) }
        let removed = try await store.removed(before: few[100].at).get()
        #expect(removed.removed == 100 && removed.through == Int64(events.count) + 100)
        store.close()
        let again = try open(directory)
        #expect(again.state == (events + few).folded)
        again.store.close()
    }

    @Test("Where no state tells what came before, its witnesses stay")
    func unknownBeginning() async throws {
        let events = EarlierFormat.events()
        let directory = try await EarlierFormat.recorded(events, isContinued: true)
        let store = try open(directory).store
        var more = SampleHistory(seed: 264, after: Int64(events.count))
        let few = more.events(40)
        #expect(await store.record(few).failure == nil)
        let writer = try #require(store.writer.withLock { $0.database })
        try await writer.pool.write { try $0.execute(sql: "DELETE FROM checkpoints") }
        let removed = try await store.removed(before: few[20].at).get()
        #expect(removed.removed == 0 && removed.through == Int64(events.count))
        #expect(try await store.all() == few)
        store.close()
    }

    @Test("Damage after a removal is salvaged with the state of everything")
    func salvaged() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 265)
        let events = history.events(300)
        let store = try open(directory).store
        #expect(await store.record(events).failure == nil)
        _ = try await store.removed(before: events[100].at).get()
        let head = try #require(store.health.head)
        store.close()
        try await directory.change("DELETE FROM events WHERE sequence = 200")
        let opening = try open(directory)
        #expect(opening.replaced?.salvaged == 300 && opening.state == events.folded)
        // The chain goes on where it was.
        #expect(opening.store.health.head == head)
        opening.store.close()
    }
}
