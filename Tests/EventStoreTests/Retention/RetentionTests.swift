import Engine
import GRDB
import RuleModel
import SeededRandom
import Testing

@testable import EventStore

/// Old events go; what they add up to, the chain and the rule texts stay.
struct RetentionTests {
    /// Asks for the removal of the first events of a history.
    private func remove(
        _ count: Int, of events: [Event], from store: EventStore
    ) async throws -> Retention {
        try await store.removed(before: events[count].at).get()
    }

    @Test("The beginning of the record goes, and all that it led to stays")
    func removes() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 240)
        var events = [history.event(.rulesLoaded(SampleHistory.rules("mine")))]
        events += (0..<400).map { history.event(.blockKept(request: Int64($0))) }
        events += history.events(200).filter {
            ![.rulesLoaded, .storeReplaced].contains($0.fact.kind)
        }
        events = events.enumerated().map { index, event in
            var event = event
            event.sequence = Int64(index) + 1
            return event
        }
        let store = try open(directory).store
        #expect(await store.record(events).failure == nil)
        let links = try await store.linked()
        let head = store.health.head
        let removed = try await remove(350, of: events, from: store)
        #expect(removed == Retention(through: 350, removed: 350, hash: links[349].hash.hexadecimal))
        #expect(store.health.events == Int64(events.count - 350) && store.health.head == head)
        #expect(try await store.linked() == Array(links[350...]))
        let unsaid = try EventStore.verify(path: directory.database, heads: [try #require(head)])
        #expect(unsaid.broken == ChainBreak(sequence: 350, reason: .unrecordedRemoval))
        var told = history.event(.retained(removed))
        told.sequence = Int64(events.count) + 1
        events.append(told)
        #expect(await store.record([told]).failure == nil)
        store.close()
        let again = try open(directory)
        #expect(again.state == events.folded)
        #expect(again.lastRules == SampleHistory.rules("mine"))
        #expect(again.replaced == nil && again.store.health.head?.sequence == told.sequence)
        again.store.close()
        let report = try EventStore.verify(path: directory.database, heads: [try #require(head)])
        #expect(report.broken == nil && report.base == 350 && report.compared == 1)
    }

    @Test("Again and again, with restarts between, the fold stays that of all", arguments: 1...6)
    func again(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let directory = TestDirectory()
        let limits = StoreLimits.quick.with { $0.checkpointEvery = 40 }
        var history = SampleHistory(seed: seed &+ 240)
        var events: [Event] = []
        var base = 0
        for _ in 0..<6 {
            let store = try open(directory, limits).store
            for _ in 0..<5 {
                let batch = history.events(Int.random(in: 1...60, using: &random))
                events += batch
                #expect(await store.record(batch).failure == nil)
            }
            let next = Int.random(in: 0..<events.count, using: &random)
            let removed = try await remove(next, of: events, from: store)
            #expect(removed.removed == Int64(max(0, next - base)))
            base = max(base, next)
            #expect(removed.through == Int64(base))
            #expect(try await store.all() == Array(events[base...]))
            let copy = try directory.copy()
            store.close()
            let reopened = try open(copy, limits)
            #expect(reopened.state == events.folded)
            #expect(reopened.lastRules == events.loadedLast)
            reopened.store.close()
            let database = try DatabaseQueue(path: copy.database)
            let (from, all) = (base, events)
            try await database.read { db in
                // From the base alone the same comes out.
                let stored = try Checkpoint.earliest(db, base: Int64(from))
                #expect(stored?.sequence == (from == 0 ? nil : Int64(from)))
                var state = stored?.state ?? State()
                for event in all[from...] { state.evolve(event) }
                #expect(state == all.folded)
                try FullCheck.verify(db)
            }
            try database.close()
        }
    }

    @Test("What came before the instant but after a later event stays")
    func contiguous() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 250)
        var events = history.events(30)
        // The clock had been ahead for one event.
        events[10].at = events[29].at + .hours(1)
        let store = try open(directory).store
        #expect(await store.record(events).failure == nil)
        let removed = try await store.removed(before: events[20].at).get()
        #expect(removed.through == 10 && removed.removed == 10)
        store.close()
        let again = try open(directory)
        #expect(again.state == events.folded)
        again.store.close()
    }

    @Test("Nothing is old enough, everything is, and there is nothing")
    func edges() async throws {
        let directory = TestDirectory()
        let store = try open(directory).store
        let anchor = try #require(store.health.head)
        let nothing = Retention(through: 0, removed: 0, hash: anchor.hash)
        #expect(try await store.removed(before: start).get() == nothing)
        var history = SampleHistory(seed: 251)
        let events = history.events(9_500)
        #expect(await store.record(events).failure == nil)
        #expect(try await store.removed(before: events[0].at).get() == nothing)
        let head = try #require(store.health.head)
        let all = Retention(through: 9_500, removed: 9_500, hash: head.hash)
        #expect(try await store.removed(before: start + .days(9_999)).get() == all)
        #expect(store.health.events == 0 && store.health.head == head)
        #expect(try await store.all().isEmpty)
        let more = history.events(3)
        #expect(await store.record(more).failure == nil)
        store.close()
        let again = try open(directory)
        #expect(again.state == (events + more).folded)
        again.store.close()
        #expect(try directory.number("SELECT count(*) FROM events") == 3)
        #expect(try EventStore.verify(path: directory.database, heads: [head]).compared == 1)
    }

    @Test("A closed store and one without a database say so")
    func closed() async throws {
        let store = try open(TestDirectory()).store
        store.close()
        #expect(await store.removed(before: start) == .failure(.closed))
        let opening = try EventStore.open(directory: "/proc/soteria", at: start)
        guard case .failure(.directory) = await opening.store.removed(before: start) else {
            Issue.record("something was removed from nothing")
            return
        }
        opening.store.close()
    }
}
