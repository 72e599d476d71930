import Foundation

/// A directory of the test's own, removed with it.
package final class ScratchDirectory: Sendable {
    /// Its absolute path, without links in it.
    package let path: String

    /// Makes one among the temporary files. Throws where that cannot be done.
    package init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("soteria-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        // Where the temporary directory is reached through a symlink, paths would differ.
        path = url.resolvingSymlinksInPath().path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of an entry.
    package func path(_ name: String) -> String { path + "/" + name }

    /// Writes a file in place: opened, written, closed. Throws why it could not.
    package func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    }

    /// Makes a directory and those above it.
    package func makeDirectory(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: path(name), withIntermediateDirectories: true)
    }

    /// Gives an entry another name.
    package func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: path(name), toPath: path(other))
    }

    /// Removes an entry.
    package func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }
}
