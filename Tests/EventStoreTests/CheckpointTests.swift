import Engine
import Foundation
import GRDB
import RuleModel
import SeededRandom
import Testing

@testable import EventStore

struct CheckpointTests {
    @Test(
        "Checkpoint and tail give what the fold of all facts gives",
        arguments: 1...8 as ClosedRange<UInt64>)
    func equalsFullFold(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let every = Int.random(in: 1...70, using: &random)
        let limits = StoreLimits.quick.with { $0.checkpointEvery = every }
        let directory = TestDirectory()
        var history = SampleHistory(seed: seed)
        var events: [Event] = []
        for _ in 0..<4 {
            let store = try open(directory, limits).store
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let batch = history.events(Int.random(in: 0...40, using: &random))
                events += batch
                #expect(await store.record(batch).failure == nil)
            }
            // As if killed here: no checkpoint at the end.
            let copy = try directory.copy()
            #expect(try open(copy, limits).state == events.folded)
            store.close()
            let opening = try open(directory, limits)
            #expect(opening.state == events.folded)
            opening.store.close()
        }
        let database = try DatabaseQueue(path: directory.database)
        let recorded = events
        try await database.read { db in
            var full = History()
            try full.fold(next: recorded.count, through: Int64(recorded.count), db)
            #expect(full.state == recorded.folded)
            #expect(full.tail == recorded.count)
            var short = History()
            try short.fold(db)
            #expect(short.state == full.state)
            #expect(short.tail == 0)
        }
    }

    @Test("A checkpoint comes with every so many events, and only two are kept")
    func cadence() async throws {
        let directory = TestDirectory()
        let store = try open(directory, .quick.with { $0.checkpointEvery = 10 }).store
        var history = SampleHistory(seed: 20)
        var seen: [[Int64]] = []
        for count in [9, 1, 25, 3, 8] {
            #expect(await store.record(history.events(count)).failure == nil)
            seen.append(try checkpoints(directory))
        }
        #expect(seen == [[], [10], [10, 35], [10, 35], [35, 46]])
        #expect(await store.record(history.events(4)).failure == nil)
        store.close()
        #expect(try checkpoints(directory) == [46, 50])
        // Nothing new: nothing is written.
        try open(directory).store.close()
        #expect(try checkpoints(directory) == [46, 50])
    }

    @Test("A checkpoint that is damaged, false or of another format is passed over")
    func unusable() async throws {
        let changes = [
            "UPDATE checkpoints SET state = replace(state, 'key', 'kez')",
            "UPDATE checkpoints SET state = '{', fingerprint = 'x'",
            "UPDATE checkpoints SET format = format + 1",
            "UPDATE checkpoints SET sequence = sequence - 1",
            "DELETE FROM checkpoints",
        ]
        for change in changes {
            let directory = TestDirectory()
            var history = SampleHistory(seed: 21)
            let events = history.events(200)
            let limits = StoreLimits.quick.with { $0.checkpointEvery = 30 }
            let store = try open(directory, limits).store
            for part in 0..<10 {
                let batch = Array(events[part * 20..<part * 20 + 20])
                #expect(await store.record(batch).failure == nil)
            }
            store.close()
            let database = try DatabaseQueue(path: directory.database)
            try await database.write { try $0.execute(sql: change) }
            try database.close()
            let opening = try open(directory)
            #expect(opening.state == events.folded, "after \(change)")
            #expect(opening.replaced == nil)
            opening.store.close()
        }
    }

    @Test("A later format's checkpoints are left to the later version")
    func otherFormatStays() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 22)
        let store = try open(directory, .quick.with { $0.checkpointEvery = 5 }).store
        #expect(await store.record(history.events(5)).failure == nil)
        let database = try DatabaseQueue(path: directory.database)
        try await database.write {
            try $0.execute(sql: "UPDATE checkpoints SET format = 999")
        }
        for _ in 0..<4 { #expect(await store.record(history.events(5)).failure == nil) }
        store.close()
        let later = try await database.read {
            try Int64.fetchAll($0, sql: "SELECT sequence FROM checkpoints WHERE format = 999")
        }
        #expect(later == [5])
    }

    /// `SOTERIA_REGENERATE=1 swift test --filter CheckpointTests` writes the file again.
    @Test("The format number stands for the members of the state, and for what facts make of them")
    func formatNumber() throws {
        let records = URL(filePath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Records")
        var state = try JSONDecoder().decode(
            State.self, from: Data(contentsOf: records.appending(path: "0.1.0/state.json")))
        let reading = try #require(state.last)
        state.evolve(
            Event(
                sequence: state.lastSequence + 1, at: reading.at, offset: 0,
                elapsed: reading.elapsed.elapsed, boot: reading.elapsed.boot,
                fact: .clockJumped(size: .hours(1))))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Lengths of windows and other initial values.
        let empty = String(decoding: try encoder.encode(State()), as: UTF8.self)
        let folds = try foldLines(of: records.appending(path: "0.1.0/soteria.sqlite"))
        let lines =
            ["format \(Checkpoint.format)"] + StateShape(of: state).lines + folds + [empty]
        let page = records.appending(path: "state.txt")
        if ProcessInfo.processInfo.environment["SOTERIA_REGENERATE"] == "1" {
            let text = lines.joined(separator: "\n") + "\n"
            try text.write(to: page, atomically: true, encoding: .utf8)
        }
        let known = try String(contentsOf: page, encoding: .utf8)
            .split(separator: "\n").map(String.init)
        // If this fails, the state has changed, or what `evolve` makes of a fact: raise
        // Checkpoint.format, so that the facts are folded again, and write the file again. Leave
        // the format as it is if the stored form and the result are as they were: only types have
        // changed, a kind of fact is new, or SampleHistory makes other facts.
        #expect(lines.filter { !known.contains($0) } == [], "these lines are new")
        #expect(known.filter { !lines.contains($0) } == [], "these lines are gone")
    }

    /// Digests of states: of the record of 0.1.0, and of 20 facts of each kind after it.
    private func foldLines(of record: URL) throws -> [String] {
        let directory = TestDirectory()
        try directory.write(Array(Data(contentsOf: record)))
        let opening = try open(directory)
        opening.store.close()
        let last = try #require(opening.state.last)
        return ["folded 0.1.0: \(StateText.digest(of: opening.state))"]
            + Fact.Kind.allCases.map { kind in
                var state = opening.state
                var history = SampleHistory(seed: 1, after: state.lastSequence, at: last.at)
                for _ in 0..<20 { state.evolve(history.event(of: kind)) }
                return "folded \(kind.rawValue): \(StateText.digest(of: state))"
            }
    }

    private func checkpoints(_ directory: TestDirectory) throws -> [Int64] {
        let database = try DatabaseQueue(path: directory.database)
        defer { try? database.close() }
        return try database.read {
            try Int64.fetchAll($0, sql: "SELECT sequence FROM checkpoints ORDER BY sequence")
        }
    }
}
