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

    /// What `ToolsFileReading.revision` is of a file that is not there.
    static let absent = "none"

    /// The file as it is; one without entries where there is none.
    ///
    /// Throws a `ToolsFileError` where it is masked, a link or no file, where the system refuses,
    /// and where it holds what could not be written again.
    package func read() throws(ToolsFileError) -> ToolsFileReading {
        guard let bytes = try contents()?.bytes else {
            return ToolsFileReading(file: ToolsFile(), revision: Self.absent, bytes: nil)
        }
        return ToolsFileReading(
            file: try ToolsFile(text: Self.text(bytes)), revision: ListDigest.hex(of: bytes),
            bytes: bytes)
    }

    /// The bytes at the path and the permissions of the file; nil where there is none.
    func contents() throws(ToolsFileError) -> (bytes: [UInt8], mode: mode_t)? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw .system(.read, path: path, code: errno)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFLNK:
            let target = FileReading.linkTarget(of: path) ?? ""
            throw target == "/dev/null" ? .masked(path: path) : .link(path: path, target: target)
        default: throw .notAFile(path: path)
        }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { throw .system(.read, path: path, code: errno) }
        defer { close(file) }
        return (try bytes(of: file), status.st_mode & 0o7777)
    }

    private func bytes(of file: Int32) throws(ToolsFileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(.read, path: path, code: errno) }
            if count == 0 { return bytes }
            bytes.append(contentsOf: chunk[..<count])
            guard bytes.count <= Limits.fileSize else { throw .tooLarge(limit: Limits.fileSize) }
        }
    }

    private static func text(_ bytes: [UInt8]) throws(ToolsFileError) -> String {
        let bytes = bytes.withoutByteOrderMark
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        throw .unreadable(
            Diagnostic(
                severity: .error, file: ToolsFile.name, line: bytes.firstInvalidLine, column: 1,
                message: "this line is no UTF-8 text"))
    }
}

/// The tools' file as it was read.
package struct ToolsFileReading: Hashable, Sendable {
    package let file: ToolsFile
    /// Stands for its bytes, so that only what was read is replaced. ASCII letters and digits.
    package let revision: String
    /// The bytes themselves; nil where there was no file.
    let bytes: [UInt8]?
}
