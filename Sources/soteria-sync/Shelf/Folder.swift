import CCurl
import Glibc

/// An open directory. No link leads out of it, and no pipe blocks.
final class Folder {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { close(descriptor) }

    /// Nil if there is no such directory.
    static func open(_ path: String) throws(Failure) -> Folder? {
        try folder(Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    }

    /// A directory in this one; nil if there is none, or something else has its name.
    func folder(_ name: String) throws(Failure) -> Folder? {
        try Self.folder(openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
    }

    private static func folder(_ descriptor: Int32) throws(Failure) -> Folder? {
        guard descriptor < 0 else { return Folder(descriptor) }
        guard [ENOENT, ENOTDIR, ELOOP].contains(errno) else { throw failure("open a directory") }
        return nil
    }

    func makeFolder(_ name: String) throws(Failure) {
        guard mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST else {
            throw Self.failure("make a directory")
        }
    }

    /// Waits until no other process has the lock.
    func lock() throws(Failure) {
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw Self.failure("lock the shelf") }
        }
    }

    /// The names in it, without an order.
    func names() throws(Failure) -> [String] {
        guard let stream = fdopendir(openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        else { throw Self.failure("read a directory") }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            guard names.count < Limits.namesInDirectory else {
                throw Failure(.full, "A directory has too many files.")
            }
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }

    /// The bytes of a file. Anything but a regular file within the limit is unusable.
    func read(_ name: String, limit: Int = Limits.file) throws(Failure) -> GetResult {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        return try Self.bytes(openat(descriptor, name, flags), limit: limit)
    }

    /// The bytes of the file at a path that the person gave, which may be a link.
    static func file(_ path: String, limit: Int) throws(Failure) -> GetResult {
        try bytes(Glibc.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC), limit: limit)
    }

    private static func bytes(_ file: Int32, limit: Int) throws(Failure) -> GetResult {
        guard file >= 0 else {
            if errno == ENOENT { return .absent }
            if errno == ELOOP || errno == ENXIO { return .unusable }
            throw failure("open a file")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure("look at a file") }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { return .unusable }
        // One byte more than the limit tells that it has grown.
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
        var count = 0
        while count < bytes.count {
            let part = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress.map { $0 + count }, $0.count - count)
            }
            if part == 0 { return .bytes(Array(bytes[..<count])) }
            guard part > 0 || errno == EINTR else { throw failure("read a file") }
            count += max(0, part)
        }
        return .unusable
    }

    /// The size of a file in bytes; 0 if there is none.
    func size(_ name: String) -> Int {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status.st_size : 0
    }

    /// Writes a file whole or not at all, by way of a temporary name in the same directory. False
    /// if something has the name and is not to be replaced.
    func write(
        _ bytes: [UInt8], to name: String, by temporary: String, replacing: Bool = false
    ) throws(Failure) -> Bool {
        unlinkat(descriptor, temporary, 0)
        try create(temporary, bytes)
        defer { unlinkat(descriptor, temporary, 0) }
        if replacing {
            guard renameat(descriptor, temporary, descriptor, name) == 0 else {
                throw Self.failure("rename a file")
            }
        } else if rename_if_absent(descriptor, temporary, name) != 0 {
            if errno == EEXIST { return false }
            // NFS cannot do it, but has links; file systems of user space may have neither.
            if linkat(descriptor, temporary, descriptor, name, 0) != 0 {
                if errno == EEXIST { return false }
                guard try create(name, bytes, isNew: false) else { return false }
            }
        }
        fsync(descriptor)
        return true
    }

    /// Makes a file. False if the name is not free and that is to be expected.
    @discardableResult
    private func create(_ name: String, _ bytes: [UInt8], isNew: Bool = true) throws(Failure)
        -> Bool
    {
        let file = openat(
            descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard file >= 0 else {
            if errno == EEXIST && !isNew { return false }
            throw Self.failure("make a file")
        }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard part >= 0 || errno == EINTR else { try abandon(name) }
            rest = rest.dropFirst(max(0, part))
        }
        guard fsync(file) == 0 else { try abandon(name) }
        return true
    }

    private func abandon(_ name: String) throws(Failure) -> Never {
        let failure = Self.failure("write a file")
        unlinkat(descriptor, name, 0)
        throw failure
    }

    func remove(_ name: String) throws(Failure) {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
            throw Self.failure("remove a file")
        }
    }

    /// The failure that `errno` stands for.
    private static func failure(_ action: String) -> Failure {
        let problem: Problem =
            switch errno {
            case ENOSPC, EDQUOT, EFBIG: .full
            case EACCES, EPERM, EROFS: .refused
            default: .unreachable
            }
        return Failure(problem, "Could not \(action): \(String(cString: strerror(errno))).")
    }
}
