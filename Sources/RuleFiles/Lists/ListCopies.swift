import Glibc

/// Copies of the lists named by the recorded rules; the record itself keeps only their digests.
package struct ListCopies: Hashable, Sendable {
    /// The absolute directory of the copies; created with the first copy.
    package let directory: String

    package init(directory: String) { self.directory = directory }

    private func path(of digest: String) -> String { "\(directory)/\(digest)" }

    /// True if a copy could have the name; other files in the directory are left alone.
    private static func isDigest(_ name: String) -> Bool {
        name.utf8.count == 64
            && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    func has(_ digest: String) -> Bool { access(path(of: digest), F_OK) == 0 }

    /// The bytes with the digest; nil if there is no copy, or if it is damaged.
    func bytes(of digest: String) -> [UInt8]? {
        guard Self.isDigest(digest),
            case .success(let (bytes, _)) = FileReader.contents(
                of: path(of: digest), limit: ListSource.mostBytes),
            ListDigest.hex(of: bytes) == digest
        else { return nil }
        return bytes
    }

    /// Writes a copy atomically; returns the error in words, or nil.
    func keep(_ bytes: [UInt8], digest: String) -> String? {
        // An intact copy is used again; a damaged one is written again.
        if FileReader.identity(of: path(of: digest))?.size == bytes.count,
            self.bytes(of: digest) != nil,
            utimensat(AT_FDCWD, path(of: digest), nil, 0) == 0
        {
            return nil
        }
        if mkdir(directory, 0o700) != 0, errno != EEXIST { return Self.systemWords() }
        let temporary = "\(directory)/.\(digest)"
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return Self.systemWords() }
        var code = DiskCalls.system.writeAll(bytes, to: file)
        if code == 0, fsync(file) != 0 { code = errno }
        close(file)
        if code == 0, rename(temporary, path(of: digest)) != 0 { code = errno }
        guard code == 0 else {
            unlink(temporary)
            return Self.systemWords(code)
        }
        DiskCalls.system.syncDirectory(directory)
        return nil
    }

    /// Removes the copies of all other digests, except those written within the last `grace`
    /// seconds.
    package func prune(keeping digests: Set<String>, grace: Int) {
        guard case .success(let names) = FileReader.names(in: directory) else { return }
        let limit = time(nil) - grace
        for name in names {
            let digest = name.hasPrefix(".") ? String(name.dropFirst()) : name
            let isNeeded = name == digest && digests.contains(digest)
            guard Self.isDigest(digest), !isNeeded else { continue }
            var status = stat()
            let path = "\(directory)/\(name)"
            if lstat(path, &status) == 0, status.st_mtim.tv_sec <= limit { unlink(path) }
        }
    }

    private static func systemWords(_ code: Int32 = errno) -> String {
        String(cString: strerror(code))
    }
}
