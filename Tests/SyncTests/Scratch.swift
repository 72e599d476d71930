import Foundation

@testable import soteria_sync

/// A directory of a test, removed with it. In memory, since files here are synchronised to disk.
final class Scratch {
    let path: String

    init() {
        let parent = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
        path = "\(parent)/soteria-sync-\(UUID().uuidString)"
        make("")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func make(_ folder: String) {
        try? FileManager.default.createDirectory(
            atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
    }

    func write(_ bytes: [UInt8], _ name: String) {
        _ = FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(bytes))
    }

    func read(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: "\(path)/\(name)").map { [UInt8]($0) }
    }

    /// The paths of all files below, without directories.
    func files() -> [String] {
        (FileManager.default.subpaths(atPath: path) ?? []).filter { name in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder)
            return !isFolder.boolValue
        }.sorted()
    }
}

/// Names that the tests use.
enum Sample {
    static let space = identifier("5")
    static let device = log(identifier("a").text)
    static let other = log(identifier("b").text)

    static func identifier(_ digit: Character) -> Identifier {
        Identifier(String(repeating: digit, count: 32)).expected
    }

    static func log(_ name: String) -> Log { Log(name).expected }

    static func name(_ log: Log, _ place: Int64) -> FileName { FileName(log, place).expected }

    static func randomSpace() -> Identifier {
        Identifier(UUID().uuidString.lowercased().filter { $0 != "-" }).expected
    }
}

extension Optional {
    /// The value of what a test wrote correctly.
    var expected: Wrapped {
        guard let self else { fatalError("a sample is wrong") }
        return self
    }
}

extension Surroundings {
    /// A clock that stands, no waits, and the longest of all random waits.
    static func still(at now: Int64 = 1_700_000_000) -> Surroundings {
        Surroundings(now: { now }, pause: { _ in }, random: { $0 })
    }
}
