import Engine
import EventStore
import RuleModel
import Testing

struct AppendTests {
    @Test("What was recorded is there after a stop, event by event and as state")
    func survivesAStop() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 1)
        let events = history.events(300)
        let first = try open(directory)
        #expect(first.state == State())
        #expect(first.lastRules == nil && first.replaced == nil && first.unreadable.isEmpty)
        #expect(await first.store.record(events).failure == nil)
        #expect(first.store.health.condition == .ok)
        #expect(first.store.health.lastSequence == 300)
        #expect(first.store.health.events == 300)
        #expect(first.store.close().isEmpty)

        let second = try open(directory)
        defer { second.store.close() }
        #expect(second.state == events.folded)
        #expect(second.device == first.device)
        #expect(second.device.utf8.count == 32)
        #expect(try await second.store.all() == events)
    }

    @Test("Ten thousand appends keep their order on disk and in their answers")
    func keepsOrder() async throws {
        let directory = TestDirectory()
        let store = try open(directory).store
        var history = SampleHistory(seed: 2)
        let events = history.events(10_000)
        let answered = Collector<Int64>()
        for event in events {
            store.append([event]) { result in
                if result.failure == nil { answered.add(event.sequence) }
            }
        }
        #expect(await store.record([]).failure == nil)
        #expect(answered.all == events.map(\.sequence))
        #expect(try await store.all() == events)
        store.close()
        #expect(try open(directory).state == events.folded)
    }

    @Test("Gaps, repeats and disorder within a call are refused and leave no trace")
    func refusesDisorder() async throws {
        let directory = TestDirectory()
        let store = try open(directory).store
        defer { store.close() }
        var history = SampleHistory(seed: 3)
        let events = history.events(6)
        #expect(await store.record([events[1]]).failure == .outOfSequence(expected: 1, found: 2))
        #expect(await store.record(Array(events[0...2])).failure == nil)
        #expect(await store.record([events[2]]).failure == .outOfSequence(expected: 4, found: 3))
        #expect(await store.record([events[4]]).failure == .outOfSequence(expected: 4, found: 5))
        #expect(
            await store.record([events[3], events[5]]).failure
                == .outOfSequence(expected: 5, found: 6))
        #expect(store.health.condition == .ok)
        #expect(await store.record([events[3], events[4]]).failure == nil)
        #expect(try await store.all() == Array(events[0...4]))
    }

    @Test("After a close nothing is taken")
    func refusesAfterClose() async throws {
        let directory = TestDirectory()
        let store = try open(directory).store
        var history = SampleHistory(seed: 4)
        store.close()
        #expect(await store.record(history.events(1)).failure == .closed)
        #expect(store.health.condition == .closed)
        await #expect(throws: StoreError.closed) { try await store.all() }
        guard case .failing(.closed) = await store.recover() else {
            Issue.record("a closed store was opened again")
            return
        }
        #expect(store.close().isEmpty)
    }

    @Test("What is queued when the daemon stops is on disk")
    func closeFlushes() throws {
        let directory = TestDirectory()
        let store = try open(directory).store
        var history = SampleHistory(seed: 5)
        let events = history.events(500)
        let answers = Collector<Bool>()
        for event in events { store.append([event]) { answers.add($0.failure == nil) } }
        #expect(store.close().isEmpty)
        #expect(answers.all == Array(repeating: true, count: 500))
        #expect(try open(directory).state == events.folded)
    }

    @Test("The latest rule texts are found among all events")
    func lastRules() async throws {
        let directory = TestDirectory()
        let store = try open(directory).store
        var history = SampleHistory(seed: 6)
        var events = [history.event(.rulesLoaded(SampleHistory.rules("old")))]
        events.append(history.event(.rulesLoaded(SampleHistory.rules("new"))))
        events += (0..<50).map { _ in history.event(.daemonStopped) }
        #expect(await store.record(events).failure == nil)
        store.close()
        #expect(try open(directory).lastRules == SampleHistory.rules("new"))
    }
}
