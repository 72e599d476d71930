import Engine
import EventStore
import RuleModel
import Testing

struct ReadTests {
    private func recorded(_ count: Int, _ limits: StoreLimits = .quick) async throws -> (
        EventStore, [Event], TestDirectory
    ) {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 50)
        let events = history.events(count)
        let store = try open(directory, limits).store
        #expect(await store.record(events).failure == nil)
        return (store, events, directory)
    }

    @Test("Queries give what a filter of all events gives, whatever the size of a batch")
    func queries() async throws {
        for batch in [1, 7, 500] {
            let (store, events, directory) = try await recorded(
                90, .quick.with { $0.batch = batch })
            defer { store.close() }
            let middle = events[45].at
            let kinds: Set<Fact.Kind> = [.decided, .riskAssessed, .switched]
            let queries = [
                EventQuery(), EventQuery(newestFirst: true), EventQuery(after: 30, through: 60),
                EventQuery(since: middle), EventQuery(until: middle),
                EventQuery(since: events[10].at, until: middle, newestFirst: true),
                EventQuery(kinds: kinds), EventQuery(kinds: kinds, limit: 5, newestFirst: true),
                EventQuery(limit: 13), EventQuery(limit: 0), EventQuery(limit: -1),
                EventQuery(after: 90), EventQuery(after: 60, through: 30),
                EventQuery(through: .max, limit: .max), EventQuery(after: -5, limit: 3),
            ]
            for query in queries {
                let expected = select(query, of: events)
                #expect(try await store.all(query) == expected, "\(query)")
            }
            _ = directory
        }
    }

    private func select(_ query: EventQuery, of events: [Event]) -> [Event] {
        var chosen = events.filter { event in
            event.sequence > query.after ?? 0 && event.sequence <= query.through ?? .max
                && query.since.map { event.at >= $0 } ?? true
                && query.until.map { event.at < $0 } ?? true
                && (query.kinds.isEmpty || query.kinds.contains(event.fact.kind))
        }
        if query.newestFirst { chosen.reverse() }
        return Array(chosen.prefix(max(0, query.limit ?? .max)))
    }

    @Test("Batches have a bounded size, and a reader may stop")
    func batches() async throws {
        let (store, events, directory) = try await recorded(50, .quick.with { $0.batch = 8 })
        defer { store.close() }
        let sizes = Collector<Int>()
        let result = await withCheckedContinuation { answer in
            store.read(EventQuery()) { batch in
                sizes.add(batch.count)
                return sizes.all.count < 4
            } completion: {
                answer.resume(returning: $0)
            }
        }
        #expect(sizes.all == [8, 8, 8, 8])
        try result.get()
        #expect(events.count == 50 && !directory.names.isEmpty)
    }

    @Test("Writing goes on while a reader holds still")
    func writesBesideAReader() async throws {
        let (store, events, directory) = try await recorded(30, .quick.with { $0.batch = 10 })
        let gate = Gate()
        let seen = Collector<Event>()
        async let reading = withCheckedContinuation { answer in
            store.read(EventQuery()) { batch in
                seen.add(batch)
                gate.passOnce()
                return true
            } completion: {
                answer.resume(returning: $0)
            }
        }
        await gate.reached()
        var more = SampleHistory(seed: 51, after: 30)
        let later = more.events(5)
        #expect(await store.record(later).failure == nil)
        gate.open()
        try await reading.get()
        #expect(seen.all == events + later)
        store.close()
        _ = directory
    }

    @Test("A stop does not wait for a reader that is stuck")
    func closeWithAReader() async throws {
        let (store, _, directory) = try await recorded(30, .quick.with { $0.batch = 10 })
        let gate = Gate()
        async let reading = withCheckedContinuation { answer in
            store.read(EventQuery()) { _ in
                gate.passOnce()
                return true
            } completion: {
                answer.resume(returning: $0)
            }
        }
        await gate.reached()
        #expect(store.close().isEmpty)
        gate.open()
        #expect(await reading.failure == .closed)
        let again = try open(directory)
        #expect(again.state.lastSequence == 30)
        again.store.close()
    }
}
