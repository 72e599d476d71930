import Foundation

/// An empty directory that is removed with the value.
final class TestDirectory: Sendable {
    let path: String

    init() {
        var name = Array((NSTemporaryDirectory() + "/soteria-store-XXXXXX").utf8CString)
        path = mkdtemp(&name).map { String(cString: $0) } ?? "/nonexistent"
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var database: String { path + "/soteria.sqlite" }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// The databases that were set aside, without their companions.
    var setAside: [String] {
        let companions = ["-wal", "-shm", "-mark"]
        return names.filter { name in
            name.contains(".damaged-") && !companions.contains(where: name.hasSuffix)
        }
    }

    func bytes(_ name: String = "soteria.sqlite") throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
    }

    func write(_ bytes: [UInt8], to name: String = "soteria.sqlite") throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
    }

    /// A copy of all files as a power cut would leave them, the lock left behind.
    func copy() throws -> TestDirectory {
        let copy = TestDirectory()
        for name in names where name != "soteria.lock" {
            try FileManager.default.copyItem(
                atPath: path + "/" + name, toPath: copy.path + "/" + name)
        }
        return copy
    }
}
