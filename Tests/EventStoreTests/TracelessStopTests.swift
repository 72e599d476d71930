import Engine
import EventStore
import Foundation
import RuleModel
import Testing

struct TracelessStopTests {
    @Test("After a stop only the database and the lock are left, whatever was read before")
    func onlyTheDatabase() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 330)
        for _ in 0..<2 {
            let store = try open(directory).store
            #expect(await store.record(history.events(30)).failure == nil)
            _ = try await store.all()
            _ = try await store.all(EventQuery(kinds: [.retained], limit: 1, newestFirst: true))
            _ = try await store.exported(.jsonLines)
            let backup = try await store.copied().get()
            #expect(unlink(backup.path) == 0)
            store.close()
            #expect(directory.names == ["soteria.lock", "soteria.sqlite"])
        }
    }

    @Test("Events of a kind that has an index are found through it, the same as without")
    func indexedKinds() async throws {
        let directory = TestDirectory()
        let store = try open(directory, .quick.with { $0.batch = 7 }).store
        var history = SampleHistory(seed: 331)
        let events = history.events(2_000)
        #expect(await store.record(events).failure == nil)
        for kind in Fact.Kind.allCases {
            let expected = events.filter { $0.fact.kind == kind }
            let found = try await store.all(EventQuery(kinds: [kind]))
            #expect(found == expected, "\(kind)")
            let newest = try await store.all(
                EventQuery(after: 300, through: 1_500, kinds: [kind], limit: 3, newestFirst: true))
            let last = expected.filter { (301...1_500).contains($0.sequence) }.suffix(3)
            #expect(newest == Array(last.reversed()))
        }
        store.close()
    }
}
