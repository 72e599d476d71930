import Engine
import Foundation
import GRDB
import RuleModel
import Testing

@testable import EventStore

/// Copies made while events are recorded, and what is told of any file that claims to be one.
struct BackupTests {
    private func mode(_ path: String) throws -> Int {
        var info = stat()
        guard stat(path, &info) == 0 else { return -1 }
        return Int(info.st_mode & 0o777)
    }

    @Test("A backup made while events are recorded is one file, whole, its owner's alone")
    func whileWriting() async throws {
        let directory = TestDirectory()
        let store = try open(directory).store
        var history = SampleHistory(seed: 270)
        let events = history.events(3_000)
        #expect(await store.record(events).failure == nil)
        async let copying = store.copied()
        let more = history.events(500)
        for event in more { store.append([event]) { _ in } }
        let backup = try await copying.get()
        #expect(await store.record([]).failure == nil)
        #expect(backup.path.hasPrefix(directory.path + "/backup-") && backup.path.hasSuffix(".tmp"))
        #expect(try mode(backup.path) == 0o600)
        #expect(!directory.names.contains { $0.contains(".tmp-") })
        #expect(backup.events >= 3_000 && backup.head.sequence == backup.events)
        let report = try EventStore.check(backup: backup.path)
        #expect(report.events == backup.events && report.head == backup.head)
        #expect(report.firstSequence == 1 && report.lastSequence == backup.events)
        let all = events + more
        #expect(report.firstAt == all[0].at)
        #expect(report.lastAt == all[Int(backup.events) - 1].at)
        #expect(report.schema == 2 && report.base == 0)
        let name = (backup.path as NSString).lastPathComponent
        let bytes: [UInt8] = try directory.bytes(name)
        #expect(backup.size == Int64(bytes.count))
        // Looking at it left no trace.
        #expect(!directory.names.contains { $0.contains(".tmp-") })
        store.close()
    }

    @Test("A backup that nobody took is removed at the next start, and nothing else")
    func stale() async throws {
        let directory = TestDirectory()
        let store = try open(directory).store
        var history = SampleHistory(seed: 271)
        #expect(await store.record(history.events(5)).failure == nil)
        let first = try await store.copied().get()
        let second = try await store.copied().get()
        #expect(first.path != second.path)
        store.close()
        let mine = ["backup.tmp", "backup-1.tmp.txt", "my-backup-1.tmp", "backup-1"]
        for name in mine { try directory.write([1], to: name) }
        try directory.write([1], to: "restore-1.tmp")
        try directory.write([1], to: "backup-1.tmp-journal")
        try open(directory).store.close()
        let left: [String] = directory.names.filter { $0.hasPrefix("backup-") }
        #expect(left == ["backup-1", "backup-1.tmp.txt"])
        #expect(!directory.names.contains("restore-1.tmp"))
        for name in mine { #expect(directory.names.contains(name)) }
    }

    @Test("A store that is closed or has no database gives none")
    func closed() async throws {
        let store = try open(TestDirectory()).store
        store.close()
        #expect(await store.copied() == .failure(.closed))
        let opening = try EventStore.open(directory: "/proc/soteria", at: start)
        guard case .failure(.directory) = await opening.store.copied() else {
            Issue.record("there was a backup of nothing")
            return
        }
        opening.store.close()
    }

    @Test("An empty record is backed up too")
    func empty() async throws {
        let directory = TestDirectory()
        let opening = try open(directory)
        let backup = try await opening.store.copied().get()
        let report = try EventStore.check(backup: backup.path)
        #expect(report.events == 0 && report.firstSequence == nil && report.lastAt == nil)
        #expect(report.device == opening.device)
        #expect(report.head == opening.store.health.head)
        opening.store.close()
    }
}
