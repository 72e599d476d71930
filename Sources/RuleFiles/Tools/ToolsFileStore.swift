import Glibc

/// The tools' own rule file on disk: `90-tools.yaml` in the person's directory of rules.
package struct ToolsFileStore: Sendable {
    /// The directory, absolute; it may not be there yet.
    package let directory: String

    let disk: DiskCalls

    package init(directory: String) { self.init(directory: directory, disk: .system) }

    init(directory: String, disk: DiskCalls) {
        self.directory = directory
        self.disk = disk
    }

    package var path: String {
        directory.hasSuffix("/") ? directory + ToolsFile.name : "\(directory)/\(ToolsFile.name)"
    }

    /// The `ToolsFileSnapshot.revision` of a missing file.
    static let absent = "none"

    /// Reads the file; a missing file has no entries.
    ///
    /// Throws a `ToolsFileError` if the file is masked, a link or not a regular file, if the system
    /// refuses, or if the file contains something that could not be written again.
    package func read() throws(ToolsFileError) -> ToolsFileSnapshot {
        guard let bytes = try contents()?.bytes else {
            return ToolsFileSnapshot(file: ToolsFile(), revision: Self.absent, bytes: nil)
        }
        return ToolsFileSnapshot(
            file: try ToolsFile(text: Self.text(bytes)), revision: ListDigest.hex(of: bytes),
            bytes: bytes)
    }

    /// The bytes and the permissions of the file at the path; nil if there is none.
    private func contents() throws(ToolsFileError) -> (bytes: [UInt8], mode: mode_t)? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw .system(.read, path: path, code: errno)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFLNK:
            let target = FileReader.linkTarget(of: path) ?? ""
            throw target == "/dev/null" ? .masked(path: path) : .link(path: path, target: target)
        default: throw .notAFile(path: path)
        }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { throw .system(.read, path: path, code: errno) }
        defer { close(file) }
        let (bytes, code) = FileReader.bytes(
            ofOpen: file, size: Int(status.st_size), limit: Limits.fileSize)
        if code == EFBIG { throw .tooLarge(limit: Limits.fileSize) }
        guard code == 0 else { throw .system(.read, path: path, code: code) }
        return (bytes, status.st_mode & 0o7777)
    }

    private static func text(_ bytes: [UInt8]) throws(ToolsFileError) -> String {
        let bytes = bytes.withoutByteOrderMark
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        throw .unreadable(
            Diagnostic(
                severity: .error, file: ToolsFile.name, line: bytes.firstInvalidLine, column: 1,
                message: "this line is not UTF-8 text"))
    }

    // MARK: - Writing

    /// Replaces the file with this revision; returns the new revision.
    ///
    /// The old file stays until all of the new one is on disk. A new file is readable for its
    /// owner alone; the permissions of an old one are kept. Missing directories are created.
    ///
    /// Throws a `ToolsFileError`, with the old file untouched, if it was changed since, if it is
    /// masked, a link or write-protected, or if the system refuses.
    @discardableResult
    package func write(
        _ file: ToolsFile, replacing revision: String
    ) throws(ToolsFileError) -> String {
        let bytes = Array(file.text.utf8)
        guard bytes.count <= Limits.fileSize else { throw .tooLarge(limit: Limits.fileSize) }
        try put(bytes, replacing: revision)
        return ListDigest.hex(of: bytes)
    }

    /// Reverts the write that returned this revision: restores the file as it was read, including
    /// comments, or removes it if there was none. Its permissions are kept.
    ///
    /// Throws a `ToolsFileError` as `write` does, with the file untouched.
    package func revert(_ written: String, to reading: ToolsFileSnapshot) throws(ToolsFileError) {
        try put(reading.bytes, replacing: written)
    }

    /// Replaces the file with the revision by bytes; nil removes the file.
    private func put(_ bytes: [UInt8]?, replacing revision: String) throws(ToolsFileError) {
        try makeDirectory(directory[...])
        let lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw .system(.write, path: path, code: errno) }
        defer { close(lock) }
        try acquire(lock)
        let mode = try mode(replacing: revision)
        if let bytes {
            let part = try writePart(bytes, mode: mode)
            do {
                // Writing the new file took time, and editors do not take the lock.
                _ = try self.mode(replacing: revision)
                try check(disk.rename(part, path))
            } catch {
                unlink(part)
                throw error
            }
        } else {
            try check(unlink(path))
        }
        // The new state is in place; if this fails, there is nothing to undo.
        _ = disk.sync(lock)
    }

    private func check(_ result: Int32) throws(ToolsFileError) {
        guard result == 0 else { throw .system(.write, path: path, code: errno) }
    }

    /// The permissions of the new file. Throws if the current file is not the one that was read.
    private func mode(replacing revision: String) throws(ToolsFileError) -> mode_t {
        guard let old = try contents() else {
            guard revision == Self.absent else { throw .changed(path: path) }
            return 0o600
        }
        guard ListDigest.hex(of: old.bytes) == revision else { throw .changed(path: path) }
        guard old.mode & 0o200 != 0 else { throw .readOnly(path: path) }
        return 0o600 | (old.mode & 0o044)
    }

    /// Writes the bytes to a new file beside the path, flushed to disk; returns its path.
    private func writePart(_ bytes: [UInt8], mode: mode_t) throws(ToolsFileError) -> String {
        removeParts()
        let part = partPrefix + String(UInt64.random(in: 0 ... .max), radix: 36)
        let file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .system(.write, path: path, code: errno) }
        let code = write(bytes, to: file, mode: mode)
        // Some file systems report only now that the disk is full.
        let closed = close(file) == 0 ? 0 : errno
        guard code == 0, closed == 0 else {
            unlink(part)
            throw .system(.write, path: path, code: code == 0 ? closed : code)
        }
        return part
    }

    /// Writes bytes to a file with these permissions; returns 0, or the `errno` of the failure.
    private func write(_ bytes: [UInt8], to file: Int32, mode: mode_t) -> Int32 {
        let code = disk.writeAll(bytes, to: file)
        guard code == 0 else { return code }
        return fchmod(file, mode) == 0 && disk.sync(file) == 0 ? 0 : errno
    }

    /// The prefix of half-written files. No rule file begins with a dot, and no editor uses such
    /// a name for a copy.
    private var partPrefix: String {
        path.dropLast(ToolsFile.name.count) + ".\(ToolsFile.name).soteria-"
    }

    /// Removes half-written files that a crash left; no other tool writes while the lock is held.
    private func removeParts() {
        guard case .success(let names) = FileReader.names(in: directory) else { return }
        let prefix = ".\(ToolsFile.name).soteria-"
        for name in names where name.hasPrefix(prefix) {
            unlink(path.dropLast(ToolsFile.name.count) + name)
        }
    }

    /// Locks the directory; another tool holds it for no longer than a write takes.
    private func acquire(_ lock: Int32) throws(ToolsFileError) {
        for _ in 0..<100 {
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { return }
            // Some network file systems do not support such locks.
            guard errno == EWOULDBLOCK || errno == EINTR else { return }
            usleep(10_000)
        }
        throw .busy(path: path)
    }

    /// Creates a directory and its parents with mode 0700 (XDG Base Directory Specification).
    private func makeDirectory(_ path: Substring) throws(ToolsFileError) {
        var path = path
        while path.count > 1, path.last == "/" { path.removeLast() }
        if FileReader.isDirectory(String(path)) { return }
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            try makeDirectory(path[..<slash])
        }
        guard mkdir(String(path), 0o700) == 0 else {
            // Another tool may have made it just now.
            let code = errno
            if code == EEXIST, FileReader.isDirectory(String(path)) { return }
            throw .system(.make, path: String(path), code: code == EEXIST ? ENOTDIR : code)
        }
    }
}

/// The tools' file as it was read.
package struct ToolsFileSnapshot: Hashable, Sendable {
    package let file: ToolsFile
    /// The revision of the bytes, so that only the file that was read is replaced. ASCII letters
    /// and digits.
    package let revision: String
    /// The bytes; nil if there was no file.
    let bytes: [UInt8]?
}
