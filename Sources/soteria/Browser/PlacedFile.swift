import Foundation

/// What was done about a file.
struct PlacedFile: Codable, Hashable, Sendable {
    enum Deed: String, Codable, Hashable, Sendable {
        /// It was written, whole.
        case written
        /// It was as it should be.
        case unchanged
        /// It was taken away.
        case removed
    }

    let path: String
    let deed: Deed
}

extension PlacedFile {
    /// Puts a file that all may read in its place; what lay there is replaced whole or not at all.
    ///
    /// Directories that are missing are made: the last one for all to enter, and those above it
    /// with the mode given, which for a person's home is theirs alone.
    static func put(_ bytes: [UInt8], at path: String, parents mode: mode_t) throws -> PlacedFile {
        let place = URL(fileURLWithPath: path)
        try makeDirectory(place.deletingLastPathComponent(), mode: 0o755, parents: mode)
        if isThere(path, bytes) { return PlacedFile(path: path, deed: .unchanged) }
        let file = try WholeFile(path, replaces: true, mode: 0o644)
        try file.write(bytes)
        try file.finish()
        return PlacedFile(path: path, deed: .written)
    }

    /// Puts a symbolic link in its place.
    static func link(_ path: String, to destination: String, parents mode: mode_t) throws
        -> PlacedFile
    {
        let place = URL(fileURLWithPath: path)
        try makeDirectory(place.deletingLastPathComponent(), mode: 0o755, parents: mode)
        let files = FileManager.default
        if (try? files.destinationOfSymbolicLink(atPath: path)) == destination {
            return PlacedFile(path: path, deed: .unchanged)
        }
        // Only a link or a file goes away like this: a directory is somebody's work.
        unlink(path)
        guard symlink(destination, path) == 0 else { throw failure("made", path) }
        return PlacedFile(path: path, deed: .written)
    }

    /// Takes a file or a link away; nil where there was none.
    static func remove(_ path: String) throws -> PlacedFile? {
        if unlink(path) == 0 { return PlacedFile(path: path, deed: .removed) }
        guard [ENOENT, ENOTDIR].contains(errno) else { throw failure("removed", path) }
        return nil
    }

    private static func isThere(_ path: String, _ bytes: [UInt8]) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode == S_IFREG | 0o644,
            let data = FileManager.default.contents(atPath: path)
        else { return false }
        return Array(data) == bytes
    }

    private static func makeDirectory(_ directory: URL, mode: mode_t, parents: mode_t) throws {
        let path = directory.path
        if access(path, F_OK) == 0 { return }
        if path != "/" {
            try makeDirectory(
                directory.deletingLastPathComponent(), mode: parents, parents: parents)
        }
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw failure("made", path) }
        // Whatever the mask of the process takes away.
        guard chmod(path, mode) == 0 else { throw failure("made", path) }
    }

    private static func failure(_ deed: String, _ path: String) -> Failure {
        Failure(
            "\(Printable.text(path)) could not be \(deed): \(String(cString: strerror(errno)))")
    }
}
