import Glibc
import RuleModel

/// The daemon's state directory and the names of the files in it.
struct StateDirectory: Hashable, Sendable {
    let path: String

    var database: String { path + "/soteria.sqlite" }
    var lock: String { path + "/soteria.lock" }
    var mark: String { database + HighWaterMark.suffix }

    /// The suffixes of the files that SQLite keeps beside a database; they belong together.
    static let companions = ["-wal", "-shm"]

    /// Creates the directory and its parents if they are missing; throws if it cannot be written.
    func prepare() throws(StoreError) {
        makeParents()
        if mkdir(path, 0o700) != 0 && errno != EEXIST {
            throw failure(errno)
        }
        var info = stat()
        guard stat(path, &info) == 0 else { throw failure(errno) }
        guard info.st_mode & S_IFMT == S_IFDIR else { throw failure(ENOTDIR) }
        guard access(path, W_OK | X_OK) == 0 else { throw failure(errno) }
    }

    private func makeParents() {
        for index in path.indices.dropFirst() where path[index] == "/" {
            // A failure here shows when the directory itself is made.
            _ = mkdir(String(path[..<index]), 0o700)
        }
    }

    /// The error for an errno met in this directory.
    func failure(_ code: Int32) -> StoreError {
        switch code {
        case EROFS: .readOnly(path: path)
        case ENOSPC, EDQUOT: .full(path: path)
        default: .directory(path: path, reason: String(cString: strerror(code)))
        }
    }

    /// Restricts the database's files to their owner.
    func narrow() {
        for suffix in [""] + Self.companions { _ = chmod(database + suffix, 0o600) }
    }

    /// Returns a free name for a former database and its companions
    /// (`soteria.sqlite.damaged-20261121T213000Z`).
    func freeName(_ word: String, at: Instant) -> String {
        let stem = "\(database).\(word)-\(Self.stamp(at))"
        var name = stem
        var number = 2
        while (([""] + Self.companions + [HighWaterMark.suffix]).contains { exists(name + $0) }) {
            name = "\(stem)-\(number)"
            number += 1
        }
        return name
    }

    /// Renames the database with its companions, and moves a ready database into its place. A crash
    /// leaves one of the two in place. The mark is removed last, so that a database without its log
    /// is not taken for complete.
    func setAside(as name: String, for ready: String) throws(StoreError) {
        if DatabaseHeader.isFile(database) {
            try keep(database, as: name)
        } else if exists(database) {
            try move(database, to: name)
        }
        for suffix in Self.companions where exists(database + suffix) {
            try move(database + suffix, to: name + suffix)
        }
        sync()
        try move(ready, to: database)
        if exists(mark) { try move(mark, to: name + HighWaterMark.suffix) }
        sync()
    }

    /// Moves a ready database into place; false if the place is taken.
    func place(_ ready: String) throws(StoreError) -> Bool {
        if link(ready, database) != 0 {
            let code = errno
            guard code != EEXIST else { return false }
            guard Self.noLinks.contains(code), !exists(database) else { throw failure(code) }
            try move(ready, to: database)
        }
        sync()
        return true
    }

    func removeMark() { _ = unlink(mark) }

    func move(_ name: String, to second: String) throws(StoreError) {
        guard rename(name, second) == 0 else { throw failure(errno) }
    }

    /// Makes the names in the directory durable (fsync).
    func sync() {
        let directory = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        Glibc.close(directory)
    }

    /// True if anything has the name, even a dangling symlink.
    func exists(_ name: String) -> Bool {
        var info = stat()
        return lstat(name, &info) == 0
    }

    /// The size of a file in bytes; nil if there is none.
    func size(_ name: String) -> Int64? {
        var info = stat()
        return stat(name, &info) == 0 ? Int64(info.st_size) : nil
    }

    /// `20261121T213000Z`.
    static func stamp(_ instant: Instant) -> String {
        LocalTime.rfc3339(Instant(seconds: instant.seconds), offset: 0).filter {
            $0 != "-" && $0 != ":"
        }
    }
}

/// Temporary files beside the database, for copies.
extension StateDirectory {
    private static let purposes = ["backup", "begin", "check", "restore"]
    private static let suffix = ".tmp"

    /// Creates an empty file with a new name (`backup-….tmp`) that only its owner can read.
    func beginTemporary(_ purpose: String) throws(StoreError) -> String {
        let name = "\(path)/\(purpose)-\(Metadata.newDevice())\(Self.suffix)"
        let file = Glibc.open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(errno) }
        Glibc.close(file)
        return name
    }

    /// Removes a temporary file and what SQLite may have left beside it.
    static func remove(temporary name: String) {
        for suffix in ["", "-journal"] + companions { _ = unlink(name + suffix) }
    }

    /// Removes temporary files that an interrupted run left; only with the lock held.
    func removeTemporaries() {
        guard let listing = opendir(path) else { return }
        defer { closedir(listing) }
        var stale: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let isOurs = Self.purposes.contains { name.hasPrefix($0 + "-") }
            let isTemporary = ["", "-journal", "-wal", "-shm"].contains {
                name.hasSuffix(Self.suffix + $0)
            }
            if isOurs && isTemporary { stale.append(name) }
        }
        for name in stale { _ = unlink("\(path)/\(name)") }
    }

    /// Makes the contents of a file durable (fsync).
    func sync(file name: String) throws(StoreError) {
        let file = Glibc.open(name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(errno) }
        defer { Glibc.close(file) }
        guard fsync(file) == 0 else { throw failure(errno) }
    }

    /// The errors of file systems that have no hard links.
    static let noLinks = [EPERM, EOPNOTSUPP, ENOSYS, EMLINK]

    /// Gives a file a second name, so that it survives under one if the other is replaced. On a
    /// file system without hard links it copies the file.
    func keep(_ name: String, as second: String) throws(StoreError) {
        if link(name, second) == 0 { return }
        guard Self.noLinks.contains(errno) else { throw failure(errno) }
        try copy(name, to: second)
        try sync(file: second)
    }

    func copy(_ name: String, to second: String) throws(StoreError) {
        let source = Glibc.open(name, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw failure(errno) }
        defer { Glibc.close(source) }
        let target = Glibc.open(second, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw failure(errno) }
        defer { Glibc.close(target) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(source, &bytes, bytes.count)
            guard count >= 0 else { throw failure(errno) }
            guard count > 0 else { return }
            var written = 0
            while written < count {
                let more = bytes[written..<count].withUnsafeBytes {
                    Glibc.write(target, $0.baseAddress, $0.count)
                }
                guard more >= 0 else { throw failure(errno) }
                written += more
            }
        }
    }
}

/// An advisory lock (`flock`) that keeps a second daemon off the directory. The kernel releases it
/// when the process ends in any way.
final class DirectoryLock: Sendable {
    private let file: Int32

    /// Acquires the lock, or throws `.locked` at once.
    init(_ directory: StateDirectory) throws(StoreError) {
        var file = Glibc.open(directory.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if file < 0 && (errno == EROFS || errno == EACCES) {
            // A lock left by an earlier run can be taken without writing.
            let code = errno
            file = Glibc.open(directory.lock, O_RDONLY | O_CLOEXEC)
            if file < 0 { throw directory.failure(code) }
        }
        guard file >= 0 else { throw directory.failure(errno) }
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            Glibc.close(file)
            throw code == EWOULDBLOCK ? .locked(path: directory.lock) : directory.failure(code)
        }
        self.file = file
    }

    deinit {
        // A child that another thread is starting holds a copy of the descriptor until it execs,
        // and closing ours alone would leave the lock with it.
        flock(file, LOCK_UN)
        Glibc.close(file)
    }
}

/// The device and inode of a file; a path that leads to another file has another identity.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// The identity of the file at a path; nil if there is none.
    init?(_ path: String) {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        device = UInt64(info.st_dev)
        inode = UInt64(info.st_ino)
    }
}
