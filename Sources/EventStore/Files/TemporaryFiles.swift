import Glibc

/// Files that are made beside the database: a copy on its way out or in.
extension StateDirectory {
    private static let purposes = ["backup", "begin", "check", "restore"]
    private static let suffix = ".tmp"

    /// Begins an empty file of a new name (`backup-….tmp`) that only its owner can read.
    func beginTemporary(_ purpose: String) throws(StoreError) -> String {
        let name = "\(path)/\(purpose)-\(Meta.newDevice())\(Self.suffix)"
        let file = Glibc.open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(errno) }
        Glibc.close(file)
        return name
    }

    /// Removes a temporary file with what SQLite may have left beside it.
    static func remove(temporary name: String) {
        for suffix in ["", "-journal"] + companions { _ = unlink(name + suffix) }
    }

    /// Removes the temporary files that an interrupted run left; for who holds the lock.
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

    /// Makes what was written into a file durable.
    func sync(file name: String) throws(StoreError) {
        let file = Glibc.open(name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(errno) }
        defer { Glibc.close(file) }
        guard fsync(file) == 0 else { throw failure(errno) }
    }

    /// What file systems answer that give a file no second name.
    static let noLinks = [EPERM, EOPNOTSUPP, ENOSYS, EMLINK]

    /// Gives a file a second name, so that it keeps one whatever becomes of the first; where the
    /// file system cannot do that, its content.
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
