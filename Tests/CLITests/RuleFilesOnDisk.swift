import Foundation

/// Files in a directory of their own, which is gone afterwards.
enum RuleFilesOnDisk {
    /// Calls the body with the directory's path.
    static func with(_ files: [String: String], _ body: (String) throws -> Void) throws {
        let directory = NSTemporaryDirectory() + "soteria-rules-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        for (name, text) in files {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
        }
        try body(directory)
    }
}
