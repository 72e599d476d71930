import Engine
import Foundation
import RuleModel
import Testing

@testable import EventStore

/// A record gone through again from a store and from its exports, against a fold of all events.
struct ReplayTests {
    /// The result of a replay, to be compared.
    private struct ReplayResult: Equatable {
        var state: State
        var happenings: [String]
        var isTooLate: Bool

        init(_ replay: ReplayedRecord) {
            state = replay.state
            happenings = replay.happenings.map { "\($0.at.milliseconds) \($0.id) \($0.kind)" }
            isTooLate = replay.isTooLate
        }
    }

    private func replay(
        _ store: EventStore, from: Instant, to: Instant
    ) async throws -> ReplayedRecord {
        try await withCheckedContinuation { answer in
            store.replay(from: from, to: to, shouldContinue: { true }) {
                answer.resume(returning: $0)
            }
        }.get()
    }

    @Test(arguments: [61, 62, 63] as [UInt64])
    func theSameFromEverywhere(seed: UInt64) async throws {
        let directory = TestDirectory()
        let place = TestDirectory()
        var history = SampleHistory(seed: seed)
        let events = history.events(400)
        let limits = StoreLimits.quick.with { $0.checkpointEvery = 50 }
        let store = try open(directory, limits).store
        defer { store.close() }
        for start in stride(from: 0, to: events.count, by: 40) {
            let some = Array(events[start..<min(start + 40, events.count)])
            #expect(await store.record(some).failure == nil)
        }
        let (from, to) = (events[250].at, events[380].at)
        var naive = ReplayedRecord(from: from, to: to)
        for event in events { naive.apply(event) }
        let expected = ReplayResult(naive)
        #expect(
            ReplayResult(try await replay(store, from: from, to: to)) == expected, "seed \(seed)")
        for format in [ExportFormat.jsonLines, .csv] {
            let path = place.path + "/\(format)"
            let text = try await store.exported(format).text
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            let read = try EventStore.replay(export: path, from: from, to: to)
            #expect(ReplayResult(read) == expected, "seed \(seed), \(format)")
        }
    }

    @Test func nothingRecordedAndNoExport() async throws {
        let directory = TestDirectory()
        let store = try open(directory).store
        defer { store.close() }
        let replay = try await replay(store, from: start, to: start + .days(1))
        #expect(replay.isTooLate && replay.happenings.isEmpty)
        let path = directory.path + "/other.txt"
        try "no export at all\n".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: StoreError.self) {
            try EventStore.replay(export: path, from: start, to: start + .days(1))
        }
        #expect(throws: StoreError.self) {
            try EventStore.replay(
                export: path + ".none", from: start, to: start + .days(1))
        }
    }
}
