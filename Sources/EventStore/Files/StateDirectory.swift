import Glibc
import RuleModel

/// The daemon's state directory and the names of the files in it.
struct StateDirectory: Hashable, Sendable {
    let path: String

    var database: String { path + "/soteria.sqlite" }
    var lock: String { path + "/soteria.lock" }
    var mark: String { database + HighWaterMark.suffix }

    /// The files that SQLite keeps beside a database; they belong together.
    static let companions = ["-wal", "-shm"]

    /// Makes the directory with its parents if it is missing, and requires that it can be written.
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
            // What fails here shows when the directory itself is made.
            _ = mkdir(String(path[..<index]), 0o700)
        }
    }

    /// The typed error for an errno met in this directory.
    func failure(_ code: Int32) -> StoreError {
        switch code {
        case EROFS: .readOnly(path: path)
        case ENOSPC, EDQUOT: .full(path: path)
        default: .directory(path: path, reason: String(cString: strerror(code)))
        }
    }

    /// Takes the database's files away from everybody but their owner.
    func narrow() {
        for suffix in [""] + Self.companions { _ = chmod(database + suffix, 0o600) }
    }

    /// A name for what was the database (`soteria.sqlite.damaged-20261121T213000Z`) that is free
    /// for it and its companions.
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

    /// Gives the database with its companions another name, and its place to a database that is
    /// ready. A crash leaves the one or the other in its place; the mark goes last, so that one
    /// that is left without its log is not taken for whole.
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

    /// Gives a database that is ready its place, which must be free: false where it is not.
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

    /// Says no more how far events were acknowledged.
    func removeMark() { _ = unlink(mark) }

    /// Renames a file in the directory.
    func move(_ name: String, to second: String) throws(StoreError) {
        guard rename(name, second) == 0 else { throw failure(errno) }
    }

    /// Makes the names in the directory durable.
    func sync() {
        let directory = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        Glibc.close(directory)
    }

    /// Whether anything has the name, a dangling link included.
    func exists(_ name: String) -> Bool {
        var info = stat()
        return lstat(name, &info) == 0
    }

    /// The size of a file in bytes; nil where there is none.
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
