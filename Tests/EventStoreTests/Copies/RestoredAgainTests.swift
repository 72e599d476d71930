import Engine
import Foundation
import GRDB
import RuleModel
import Testing

@testable import EventStore

/// Honest records that were restored more than once, and the heads of all their branches.
struct RestoredAgainTests {
    /// A machine with a journal that keeps a head of each hour.
    private struct Machine {
        let directory = TestDirectory()
        let place = TestDirectory()
        var heads: [ChainHead] = []
        var hour: Int64 = 0
        var backups = 0

        /// Records events and tells the journal; `isCopied`: makes a backup then.
        mutating func record(
            _ count: Int, seed: UInt64, isCopied: Bool = false
        ) async throws -> String {
            let opening = try open(directory)
            var history = SampleHistory(
                seed: seed, after: opening.state.lastSequence, at: start + .hours(hour))
            var events: [Event] = []
            if let restored = opening.restored {
                let fact = StoreRestored(source: restored.source, keptAside: restored.keptAside)
                events.append(history.event(.storeRestored(fact)))
            }
            events += history.events(count)
            #expect(await opening.store.record(events).failure == nil)
            hour += 1
            var head = try #require(opening.store.health.head)
            head.at = start + .hours(hour)
            heads.append(head)
            backups += 1
            let path = place.path + "/b\(backups)"
            if isCopied { #expect(rename(try await opening.store.copied().get().path, path) == 0) }
            opening.store.close()
            return path
        }

        mutating func restore(_ path: String) throws {
            hour += 1
            _ = try EventStore.restore(
                from: path, into: directory.path, at: start + .hours(hour))
        }

        func verify() throws -> ChainReport {
            try EventStore.verify(path: directory.database, heads: heads)
        }
    }

    @Test("A backup of a restored record, restored: no head of any branch accuses it")
    func oneAfterAnother() async throws {
        var machine = Machine()
        let first = try await machine.record(5, seed: 360, isCopied: true)
        _ = try await machine.record(20, seed: 361)
        try machine.restore(first)
        let third = try await machine.record(18, seed: 362, isCopied: true)
        #expect(try machine.verify().broken == nil)
        _ = try await machine.record(9, seed: 363)
        try machine.restore(third)
        _ = try await machine.record(30, seed: 364)
        let report = try machine.verify()
        #expect(report.broken == nil)
        #expect(report.compared == 3 && report.abandoned == 2)
    }

    @Test("Back to a branch that knows nothing of the restore that it is taken back from")
    func backToTheFirstBranch() async throws {
        var machine = Machine()
        let early = try await machine.record(10, seed: 365, isCopied: true)
        let late = try await machine.record(10, seed: 366, isCopied: true)
        try machine.restore(early)
        // Another branch, past the number of the other one's end.
        _ = try await machine.record(4, seed: 367)
        _ = try await machine.record(20, seed: 368)
        try machine.restore(late)
        _ = try await machine.record(15, seed: 369)
        let report = try machine.verify()
        #expect(report.broken == nil)
        #expect(report.compared == 3 && report.abandoned == 2)
        // A later change is still found.
        try await machine.directory.change("UPDATE events SET at = at + 1 WHERE sequence = 8")
        #expect(try machine.verify().broken == ChainBreak(sequence: 8, reason: .changed))
    }

    @Test("A restored or imported record starts from a state, not from its first event")
    func hasACheckpoint() async throws {
        var machine = Machine()
        let path = try await machine.record(40, seed: 370, isCopied: true)
        #expect(try TestDirectory.checkpoints(path) == 0)
        try machine.restore(path)
        #expect(try TestDirectory.checkpoints(machine.directory.database) == 1)
        let opening = try open(machine.directory)
        #expect(opening.state.lastSequence == 40)
        let text = try await opening.store.exported(.csv).text
        opening.store.close()
        let target = TestDirectory()
        let export = try target.text("export", text)
        _ = try EventStore.importExport(from: export, into: target.path, at: start)
        #expect(try TestDirectory.checkpoints(target.database) == 1)
        #expect(try EventStore.verify(path: target.database, heads: machine.heads).compared == 1)
    }
}

extension TestDirectory {
    /// How many states a database keeps.
    fileprivate static func checkpoints(_ path: String) throws -> Int64? {
        try RecordFile(path: path).read(isAtRest: true) {
            try Int64.fetchOne($0, sql: "SELECT count(*) FROM checkpoints")
        }
    }
}
