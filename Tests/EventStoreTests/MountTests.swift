import Engine
import EventStore
import Foundation
import RuleModel
import Testing

/// A small file system of its own, which can be full or read-only even for root.
final class SmallFileSystem {
    let path: String

    /// nil where this process may not mount.
    init?(kilobytes: Int) {
        guard geteuid() == 0 else { return nil }
        var name = Array((NSTemporaryDirectory() + "/soteria-mount-XXXXXX").utf8CString)
        guard let made = mkdtemp(&name) else { return nil }
        path = String(cString: made)
        let options = "size=\(kilobytes)k,mode=0700"
        guard Self.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", path]) else {
            rmdir(path)
            return nil
        }
    }

    deinit {
        _ = Self.run(["umount", "-l", path])
        rmdir(path)
    }

    func setReadOnly(_ isReadOnly: Bool) -> Bool {
        Self.run(["mount", "-o", "remount," + (isReadOnly ? "ro" : "rw"), path])
    }

    /// Leaves no more room than the given number of bytes.
    func fill(leaving rest: Int) throws {
        let attributes = try FileManager.default.attributesOfFileSystem(forPath: path)
        let free = (attributes[.systemFreeSize] as? NSNumber)?.intValue ?? 0
        try Data(repeating: 1, count: max(0, free - rest))
            .write(to: URL(fileURLWithPath: path + "/ballast"))
    }

    func empty() throws { try FileManager.default.removeItem(atPath: path + "/ballast") }

    private static func run(_ arguments: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    static let canMount = SmallFileSystem(kilobytes: 64) != nil
}

@Suite(.enabled(if: SmallFileSystem.canMount, "mounting a tmpfs needs root and CAP_SYS_ADMIN"))
struct MountTests {
    @Test("A full disk fails closed while running, and all is written once there is room")
    func fullWhileRunning() async throws {
        let disk = try #require(SmallFileSystem(kilobytes: 1024))
        let store = try EventStore.open(directory: disk.path, at: start, limits: .quick).store
        var history = SampleHistory(seed: 90)
        var events = history.events(20)
        #expect(await store.record(events).failure == nil)
        try disk.fill(leaving: 8192)
        var failed: StoreError?
        while failed == nil && events.count < 20_000 {
            let batch = history.events(20)
            events += batch
            failed = await store.record(batch).failure
        }
        #expect(failed == .full(path: disk.path + "/soteria.sqlite"))
        guard case .failing = await store.recover() else {
            Issue.record("wrote to a full disk")
            return
        }
        try disk.empty()
        guard case .recorded = await store.recover() else {
            Issue.record("\(store.health)")
            return
        }
        #expect(try await store.all() == events)
        #expect(store.close().isEmpty)
        let again = try EventStore.open(directory: disk.path, at: start)
        defer { again.store.close() }
        #expect(again.state == events.folded)
    }

    @Test("A start on a full disk leaves nothing half made, and goes on once there is room")
    func fullAtFirstStart() async throws {
        let disk = try #require(SmallFileSystem(kilobytes: 256))
        try disk.fill(leaving: 0)
        let opening = try EventStore.open(directory: disk.path, at: start, limits: .quick)
        guard case .unavailable(.full) = opening.store.health.condition else {
            Issue.record("\(opening.store.health)")
            return
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: disk.path)
        #expect(!names.contains { $0.hasPrefix("soteria.sqlite") })
        var history = SampleHistory(seed: 91)
        let events = history.events(5)
        #expect(await opening.store.record(events).failure != nil)
        try disk.empty()
        guard case .recorded = await opening.store.recover() else {
            Issue.record("\(opening.store.health)")
            return
        }
        #expect(opening.store.close().isEmpty)
        let again = try EventStore.open(directory: disk.path, at: start)
        defer { again.store.close() }
        #expect(again.state == events.folded && again.replaced == nil)
    }

    @Test("A start on a full disk still knows its history")
    func fullAtLaterStart() async throws {
        let disk = try #require(SmallFileSystem(kilobytes: 512))
        var history = SampleHistory(seed: 92)
        let events = history.events(30)
        let first = try EventStore.open(directory: disk.path, at: start, limits: .quick)
        #expect(await first.store.record(events).failure == nil)
        first.store.close()
        try disk.fill(leaving: 0)
        let opening = try EventStore.open(directory: disk.path, at: start, limits: .quick)
        #expect(opening.state == events.folded)
        #expect(opening.lastRules == events.loadedLast)
        #expect(opening.device == first.device)
        let more = history.events(4)
        #expect(
            await opening.store.record(more).failure == .full(path: disk.path + "/soteria.sqlite"))
        try disk.empty()
        guard case .recorded = await opening.store.recover() else {
            Issue.record("\(opening.store.health)")
            return
        }
        #expect(opening.store.health.lastSequence == 34)
        opening.store.close()
    }

    @Test("On a read-only file system the history is known and nothing is taken")
    func readOnly() async throws {
        for isClean in [true, false] {
            let disk = try #require(SmallFileSystem(kilobytes: 2048))
            var history = SampleHistory(seed: 93)
            let events = history.events(30)
            let first = try EventStore.open(directory: disk.path, at: start, limits: .quick)
            #expect(await first.store.record(events).failure == nil)
            let files = TestDirectory()
            for name in ["soteria.sqlite", "soteria.sqlite-wal", "soteria.sqlite-shm"] {
                try FileManager.default.copyItem(
                    atPath: disk.path + "/" + name, toPath: files.path + "/" + name)
            }
            first.store.close()
            if !isClean {
                // As a kill would have left it.
                for name in files.names {
                    try? FileManager.default.removeItem(atPath: disk.path + "/" + name)
                    try FileManager.default.copyItem(
                        atPath: files.path + "/" + name, toPath: disk.path + "/" + name)
                }
            }
            #expect(disk.setReadOnly(true))
            let opening = try EventStore.open(directory: disk.path, at: start, limits: .quick)
            let error = StoreError.readOnly(path: disk.path)
            #expect(opening.store.health.condition == .unavailable(error))
            #expect(opening.state == events.folded, "clean: \(isClean)")
            #expect(opening.lastRules == events.loadedLast)
            #expect(opening.device == first.device)
            let more = history.events(2)
            #expect(await opening.store.record(more).failure == error)
            #expect(disk.setReadOnly(false))
            guard case .recorded = await opening.store.recover() else {
                Issue.record("\(opening.store.health)")
                return
            }
            #expect(try await opening.store.all() == events + more)
            opening.store.close()
        }
    }
}
