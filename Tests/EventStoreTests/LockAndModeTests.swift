import Engine
import EventStore
import Foundation
import RuleModel
import Testing

struct LockAndModeTests {
    @Test("A second daemon on the same directory is refused, and the first one works on")
    func secondIsRefused() async throws {
        let directory = TestDirectory()
        let first = try open(directory).store
        #expect(throws: StoreError.locked(path: directory.path + "/soteria.lock")) {
            try open(directory)
        }
        var history = SampleHistory(seed: 40)
        #expect(await first.record(history.events(3)).failure == nil)
        first.close()
        let second = try open(directory)
        defer { second.store.close() }
        #expect(second.state.lastSequence == 3)
    }

    @Test("A store that is dropped without a close frees its lock")
    func droppedFrees() throws {
        let directory = TestDirectory()
        var opening: OpenResult? = try open(directory)
        #expect(opening?.store.health.condition == .ok)
        opening = nil
        let next = try open(directory)
        #expect(next.store.health.condition == .ok)
        next.store.close()
    }

    @Test("A copy of the descriptor, as a child being started holds it, does not keep the lock")
    func copiedDescriptor() throws {
        let directory = TestDirectory()
        let first = try open(directory).store
        let path = try #require(realpath(directory.path + "/soteria.lock", nil))
        defer { free(path) }
        let lock = String(cString: path)
        let copies = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            .compactMap { Int32($0) }
            .filter {
                let link = "/proc/self/fd/\($0)"
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
                return target == lock
            }
            .map { dup($0) }
        #expect(copies.count == 1)
        first.close()
        let second = try open(directory)
        #expect(second.store.health.condition == .ok)
        second.store.close()
        for copy in copies { close(copy) }
    }

    @Test("Every file is for its owner alone, whatever the mask and whatever was there")
    func modes() async throws {
        let directory = TestDirectory()
        let nested = directory.path + "/state/soteriad"
        let opening = try EventStore.open(directory: nested, at: start)
        var history = SampleHistory(seed: 41)
        #expect(await opening.store.record(history.events(3)).failure == nil)
        let names = try FileManager.default.contentsOfDirectory(atPath: nested).sorted()
        #expect(
            names == [
                "soteria.lock", "soteria.sqlite", "soteria.sqlite-mark", "soteria.sqlite-shm",
                "soteria.sqlite-wal",
            ])
        for name in names { #expect(mode(nested + "/" + name) == 0o600, "\(name)") }
        #expect(mode(nested) == 0o700)
        opening.store.close()

        #expect(chmod(nested + "/soteria.sqlite", 0o644) == 0)
        let again = try EventStore.open(directory: nested, at: start)
        defer { again.store.close() }
        #expect(await again.store.record(history.events(3)).failure == nil)
        for name in names { #expect(mode(nested + "/" + name) == 0o600, "\(name)") }
    }

    @Test("What is set aside keeps its content and stays private")
    func setAsideMode() throws {
        let directory = TestDirectory()
        try directory.write(Array("junk".utf8))
        #expect(chmod(directory.database, 0o600) == 0)
        let opening = try open(directory)
        defer { opening.store.close() }
        let name = try #require(opening.replaced?.setAside)
        #expect(mode(name) == 0o600)
        #expect(FileManager.default.contents(atPath: name) == Data("junk".utf8))
    }

    private func mode(_ path: String) -> UInt32? {
        var info = stat()
        return lstat(path, &info) == 0 ? UInt32(info.st_mode) & 0o777 : nil
    }
}
