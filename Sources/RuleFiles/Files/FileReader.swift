import Glibc

/// The reason why a file or directory could not be read.
package struct ReadFault: Error, Hashable {
    package var message: String
    /// True if nothing exists at the path.
    package var isAbsent: Bool

    package init(message: String, isAbsent: Bool = false) {
        self.message = message
        self.isAbsent = isAbsent
    }

    static func system(_ code: Int32) -> ReadFault {
        ReadFault(message: String(cString: strerror(code)), isAbsent: code == ENOENT)
    }
}

/// Reads small files and directories with the C library, with limits and without blocking.
package enum FileReader {
    /// A regular file's bytes, at most `limit`; a pipe or device is refused without reading it.
    package static func bytes(of path: String, limit: Int) -> Result<[UInt8], ReadFault> {
        contents(of: path, limit: limit).map(\.bytes)
    }

    /// A regular file's bytes, at most `limit`, and the file's identity before they were read.
    static func contents(
        of path: String, limit: Int
    ) -> Result<(bytes: [UInt8], identity: FileIdentity), ReadFault> {
        // Without O_NONBLOCK the opening of a pipe would wait for its writer forever.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return .failure(.system(errno)) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { return .failure(.system(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return .failure(ReadFault(message: "not a regular file"))
        }
        let (bytes, code) = bytes(ofOpen: file, size: Int(status.st_size), limit: limit)
        switch code {
        case 0: return .success((bytes, FileIdentity(status)))
        case EFBIG:
            return .failure(
                ReadFault(message: "the file is larger than \(limit >> 20) MiB"))
        default: return .failure(.system(code))
        }
    }

    /// The bytes of an open file and 0, or the `errno` of the failure, `EFBIG` for more bytes than
    /// `limit`. `size` is the expected size.
    static func bytes(ofOpen file: Int32, size: Int, limit: Int) -> (bytes: [UInt8], code: Int32) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(size, limit) + 1)
        var chunk = [UInt8](repeating: 0, count: min(max(size + 1, 4096), 1 << 20))
        while true {
            let count = read(file, &chunk, chunk.count)
            if count == 0 { return (bytes, 0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return ([], errno) }
            bytes.append(contentsOf: chunk[..<count])
            guard bytes.count <= limit else { return ([], EFBIG) }
        }
    }

    /// The identity of the file at a path; nil if none is visible.
    static func identity(of path: String) -> FileIdentity? {
        var status = stat()
        return stat(path, &status) == 0 ? FileIdentity(status) : nil
    }

    /// The names in a directory, sorted by their bytes, without `.` and `..`.
    package static func names(in path: String) -> Result<[String], ReadFault> {
        guard let directory = opendir(path) else { return .failure(.system(errno)) }
        defer { closedir(directory) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(directory) {
            // In its place: the entry is shorter than a copy of the whole field would be.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { return .failure(.system(errno)) }
        return .success(names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }

    /// The path that a symbolic link points to, as written; nil if there is no link.
    static func linkTarget(of path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink(path, start, buffer.count)
            guard count > 0 else { return nil }
            return String(
                decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }

    package static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The path made absolute, against the working directory.
    package static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
        defer { free(directory) }
        return String(cString: directory) + "/" + path
    }
}

/// The system's data about a file, which show that it is unchanged without reading it.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    let size: Int
    /// The times of the last write and of the last change of status.
    private let times: [Int]

    fileprivate init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        times = [
            status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
            status.st_ctim.tv_nsec,
        ]
    }
}
