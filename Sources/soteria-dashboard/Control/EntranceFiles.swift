import Foundation

/// The files that let a browser in. A token in an address on a command line would appear in the
/// list of processes, readable for every user of the machine.
struct EntranceFiles: Sendable {
    /// The directory, accessible to the person alone.
    let directory: String
    private static let prefix = "open-"
    private static let suffix = ".html"

    /// The reason why a file could not be written.
    struct Failure: Error, Hashable {
        let reason: String

        static let notOpen = Failure(reason: "the dashboard's server is not ready yet")

        private init(reason: String) { self.reason = reason }

        fileprivate init(_ path: String, _ code: Int32) {
            reason = "\(path): \(String(cString: strerror(code)))"
        }
    }

    /// Creates the directory if it is missing; removes the files that a killed server left behind.
    func prepare() throws(Failure) {
        if mkdir(directory, 0o700) != 0, errno != EEXIST { throw Failure(directory, errno) }
        var status = stat()
        guard lstat(directory, &status) == 0 else { throw Failure(directory, errno) }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
            throw Failure(directory, ENOTDIR)
        }
        if status.st_mode & 0o077 != 0, chmod(directory, 0o700) != 0 {
            throw Failure(directory, errno)
        }
        removeStale()
    }

    /// Writes a file of mode 0600 that redirects to an address; returns the file's path.
    func write(to address: String) throws(Failure) -> String {
        let path = "\(directory)/\(Self.prefix)\(Secret(bytes: 8).text)\(Self.suffix)"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(path, errno) }
        defer { Glibc.close(descriptor) }
        var text = PlainPage.leading(to: address)
        let written = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard written == text.utf8.count else {
            let code = written < 0 ? errno : ENOSPC
            remove(path)
            throw Failure(path, code)
        }
        return path
    }

    func remove(_ path: String) { unlink(path) }

    /// Removes the directory if it is empty.
    func close() { rmdir(directory) }

    private func removeStale() {
        let oldest = time(nil) - Int(Tickets.life.components.seconds)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
            let path = "\(directory)/\(name)"
            var status = stat()
            guard name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix),
                lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_mtim.tv_sec < oldest
            else { continue }
            unlink(path)
        }
    }
}
