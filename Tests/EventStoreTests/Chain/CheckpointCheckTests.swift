import Engine
import Foundation
import GRDB
import RuleModel
import Testing

@testable import EventStore

/// Data that no hash covers: stored states, and the sequence at which the record begins.
struct CheckpointCheckTests {
    private func broken(_ directory: TestDirectory) throws -> ChainBreak? {
        try EventStore.verify(path: directory.database, heads: []).broken
    }

    /// Changes a kept state as one who knows the program would, its fingerprint included.
    private func falsify(
        _ directory: TestDirectory, at sequence: Int64, _ change: (inout State) -> Void
    ) async throws {
        let database = try DatabaseQueue(path: directory.database)
        let stored = try await database.read { try Checkpoint.all($0, base: 0) }
        var state = try #require(stored.first { $0.sequence == sequence }).state
        change(&state)
        let text = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
        try await database.write {
            try Checkpoint.insert(
                sequence: sequence, format: Checkpoint.format, state: text, $0)
        }
        try database.close()
    }

    @Test("A kept state that the events do not lead to is named, though the chain holds")
    func falseState() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 340)
        for _ in 0..<3 { _ = try await directory.record(history.events(50)) }
        #expect(try broken(directory) == nil)
        try await falsify(directory, at: 150) { $0.incidents = [] }
        #expect(try broken(directory) == ChainBreak(sequence: 150, reason: .stateDiffers))
        #expect(
            throws: StoreError.unusable(
                path: directory.database,
                .broken(ChainBreak(sequence: 150, reason: .stateDiffers)))
        ) {
            try EventStore.check(backup: directory.database)
        }
        try await falsify(directory, at: 100) { $0.zone = "Etc/UTC" }
        #expect(try broken(directory) == ChainBreak(sequence: 100, reason: .stateDiffers))
    }

    @Test("After a removal the states that came later still follow from the first one")
    func falseStateAfterRemoval() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 341)
        let events = history.events(200)
        let store = try open(directory).store
        #expect(await store.record(events).failure == nil)
        let removed = try await store.removed(before: events[120].at).get()
        #expect(await store.record([history.event(.retained(removed))]).failure == nil)
        store.close()
        #expect(try broken(directory) == nil)
        try await falsify(directory, at: 201) { $0.switches = [:] }
        #expect(try broken(directory) == ChainBreak(sequence: 201, reason: .stateDiffers))
    }

    @Test("A beginning that is gone needs an event that says why, with its very hash")
    func beginning() async throws {
        var history = SampleHistory(seed: 342, isUndamaged: true)
        let events = history.events(60)
        let zeros = String(repeating: "0", count: 64)
        func recorded(_ told: (Retention) -> [Fact]) async throws -> TestDirectory {
            let directory = TestDirectory()
            var more = history
            let store = try open(directory).store
            #expect(await store.record(events).failure == nil)
            let removed = try await store.removed(before: events[30].at).get()
            let facts = told(removed).map { more.event($0) }
            #expect(await store.record(facts).failure == nil)
            store.close()
            return directory
        }
        let unsaid = ChainBreak(sequence: 30, reason: .unrecordedRemoval)
        let honest = try await recorded { [.daemonStopped, .retained($0), .daemonStopped] }
        #expect(try broken(honest) == nil)
        let nothing = try await recorded { _ in [.daemonStopped] }
        #expect(try broken(nothing) == unsaid)
        let otherHash = try await recorded {
            [.retained(Retention(through: $0.through, removed: 30, hash: zeros))]
        }
        #expect(try broken(otherHash) == unsaid)
        let otherBase = try await recorded {
            [.retained(Retention(through: 29, removed: 29, hash: $0.hash))]
        }
        #expect(try broken(otherBase) == unsaid)
    }

    @Test("A removal that nobody could record any more is told of at the next starts, until it is")
    func toldLater() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 345)
        let events = history.events(60)
        let store = try open(directory).store
        #expect(await store.record(events).failure == nil)
        let first = try await store.removed(before: events[10].at).get()
        let second = try await store.removed(before: events[30].at).get()
        #expect(first.removed == 10 && second.removed == 20)
        store.close()
        let expected = Retention(through: 30, removed: 30, hash: second.hash)
        let opening = try open(directory)
        #expect(opening.removal == expected)
        // One of the removal before does not do.
        #expect(await opening.store.record([history.event(.retained(first))]).failure == nil)
        opening.store.close()
        let again = try open(directory)
        #expect(again.removal == expected)
        #expect(await again.store.record([history.event(.retained(expected))]).failure == nil)
        again.store.close()
        let last = try open(directory)
        #expect(last.removal == nil)
        last.store.close()
        #expect(try broken(directory) == nil)
    }

    @Test("A record that continues a lost one says so behind what waited for it, or is not true")
    func continued() async throws {
        for (isEarly, expected) in [
            (true, nil), (false, ChainBreak(sequence: 250, reason: .unrecordedRemoval)),
        ] as [(Bool, ChainBreak?)] {
            let events = EarlierFormat.events()
            let directory = try await EarlierFormat.recorded(events, isContinued: true)
            var history = SampleHistory(seed: 343, after: 250)
            let told = Fact.storeReplaced(setAside: "x")
            // As many as can have waited for the new record.
            let waiting = CheckpointCheck.damageReportedWithin - (isEarly ? 1 : 0)
            var more = (0..<waiting).map { _ in history.event(.daemonStopped) }
            more.append(history.event(told))
            _ = try await directory.record(more)
            #expect(try broken(directory) == expected)
        }
        #expect(CheckpointCheck.damageReportedWithin > StoreLimits.standard.backlog)
    }

    @Test("Where an event cannot be read, nothing is said of the states after it")
    func unreadable() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 344)
        _ = try await directory.record(history.events(30))
        try await directory.change("UPDATE events SET kind = 'futureKind' WHERE sequence = 9")
        let database = try DatabaseQueue(path: directory.database)
        try await database.write { try Schema.fillHashes($0) }
        try database.close()
        #expect(try broken(directory) == nil)
    }
}
