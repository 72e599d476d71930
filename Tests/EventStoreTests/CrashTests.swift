import Engine
import EventStore
import RuleModel
import Synchronization
import Testing

struct CrashTests {
    @Test("Files copied in the middle of writing hold every acknowledged event")
    func copiedWhileWriting() async throws {
        let directory = TestDirectory()
        let store = try open(directory, .quick.with { $0.checkpointEvery = 64 }).store
        var history = SampleHistory(seed: 30)
        var events: [Event] = []
        for round in 0..<12 {
            let acknowledged = Collector<Int64>()
            let batch = history.events(60)
            events += batch
            let halfway = AsyncStream<Void>.makeStream()
            for event in batch {
                store.append([event]) { result in
                    if result.failure == nil { acknowledged.add(event.sequence) }
                    if event.sequence % 60 == 20 { halfway.continuation.yield() }
                }
            }
            for await _ in halfway.stream.prefix(1) {}
            // The writer goes on while the files are copied, as at a power cut: the log may end
            // within a transaction. The database itself is only written when the log is moved
            // into it, which no kill can tear apart from the log.
            let known = acknowledged.all.last ?? 0
            let copy = try directory.copyLogLast()
            let opening = try open(copy)
            #expect(opening.state.lastSequence >= known, "round \(round)")
            #expect(opening.replaced == nil, "round \(round)")
            let prefix = Array(events.prefix(Int(opening.state.lastSequence)))
            #expect(opening.state == prefix.folded)
            opening.store.close()
            #expect(await store.record([]).failure == nil)
        }
        #expect(store.close().isEmpty)
    }

    @Test("A store that was never closed is taken up where it was")
    func neverClosed() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 31)
        let events = history.events(77)
        let store = try open(directory).store
        #expect(await store.record(events).failure == nil)
        let copy = try directory.copy()
        #expect(copy.names.contains("soteria.sqlite-wal"))
        let opening = try open(copy)
        defer { opening.store.close() }
        #expect(opening.state == events.folded)
        #expect(opening.unreadable.isEmpty)
        #expect(try await opening.store.all() == events)
        store.close()
    }

    @Test("After a clean stop the log is moved into the database")
    func truncatesTheLog() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 32)
        let store = try open(directory).store
        #expect(await store.record(history.events(100)).failure == nil)
        _ = try await store.all()
        store.close()
        #expect((try? directory.bytes("soteria.sqlite-wal"))?.isEmpty ?? true)
        let alone = TestDirectory()
        try alone.write(try directory.bytes())
        let opening = try open(alone)
        defer { opening.store.close() }
        #expect(opening.state.lastSequence == 100)
    }
}

extension TestDirectory {
    /// A copy of database and log while they are in use: the database first, so that the log is
    /// never older than it.
    fileprivate func copyLogLast() throws -> TestDirectory {
        let copy = TestDirectory()
        try copy.write(try bytes("soteria.sqlite"))
        try copy.write(try bytes("soteria.sqlite-wal"), to: "soteria.sqlite-wal")
        return copy
    }
}
