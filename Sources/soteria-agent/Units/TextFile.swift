import Glibc

/// Reads and writes small text files of the kernel and of systemd.
enum TextFile {
    /// The contents of a file, at most `limit` bytes; nil if it cannot be read.
    static func read(_ path: String, limit: Int = 1 << 20) -> String? {
        bytes(path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The contents of a file as bytes; nil if it cannot be read.
    static func bytes(_ path: String, limit: Int = 1 << 20) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        // The kernel's files have no size: they are read to their end.
        while bytes.count < limit {
            var count = 0
            let piece = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, filled in
                repeat {
                    count = Glibc.read(descriptor, buffer.baseAddress, 4096)
                } while count < 0 && errno == EINTR
                filled = max(0, count)
            }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += piece
        }
        return bytes
    }

    /// Writes a short text to an existing file in one call. Returns whether all of it was written.
    static func write(_ text: String, to path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var text = text
        return text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) == $0.count }
    }

    /// Writes a text to a new file that only the person can read; one that was there is replaced.
    /// Returns whether all of it was written; `errno` says why not.
    static func create(_ path: String, _ text: String) -> Bool {
        guard unlink(path) == 0 || errno == ENOENT else { return false }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var text = text
        return text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) == $0.count }
    }

    /// The names in a directory, without `.` and `..`; with `directoriesOnly`, only those of
    /// directories. None if it cannot be read.
    static func names(in path: String, directoriesOnly: Bool = false) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var found: [String] = []
        while let entry = readdir(directory) {
            if directoriesOnly, entry.pointee.d_type != UInt8(DT_DIR) { continue }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { found.append(name) }
        }
        return found
    }
}
