import Foundation

/// A directory of this program's own for what is tried out, removed with all in it at the end.
///
/// Who is killed leaves theirs behind: it holds private things, so the next one removes it. Whose
/// program still runs holds a lock on it.
final class TrialDirectory {
    let path: String
    /// Holds the lock.
    private let descriptor: CInt

    private static let prefix = "soteria-import-"

    /// Makes one in `$TMPDIR`, else in /var/tmp, which has room for large files, else in /tmp.
    init(_ environment: [String: String]) throws(Failure) {
        let named = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : [$0] }
        var fault: CInt = 0
        for parent in named ?? ["/var/tmp", "/tmp"] {
            Self.removeLeftovers(in: parent)
            if let made = Self.make(in: parent) {
                (path, descriptor) = made
                return
            }
            fault = errno
        }
        throw Failure(
            "there is nowhere to try it out: \(String(cString: strerror(fault))); "
                + "set TMPDIR to a directory with room")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        close(descriptor)
    }

    /// A new one and its lock; nil, with `errno`, where none can be made.
    private static func make(in parent: String) -> (path: String, descriptor: CInt)? {
        while true {
            var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { return nil }
            let path = String(
                decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            // Before it is locked another program may take it for a leftover.
            if let descriptor = lock(path) { return (path, descriptor) }
            guard errno == ENOENT || errno == EWOULDBLOCK else { return nil }
        }
    }

    private static func removeLeftovers(in parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = "\(parent)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0, status.st_uid == geteuid(),
                let descriptor = lock(path)
            else { continue }
            try? FileManager.default.removeItem(atPath: path)
            close(descriptor)
        }
    }

    /// Opens a directory and locks it; nil, with `errno`, if it is none or is locked.
    private static func lock(_ path: String) -> CInt? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let fault = errno
            close(descriptor)
            errno = fault
            return nil
        }
        // It may have been removed since it was opened.
        var opened = stat()
        var named = stat()
        guard fstat(descriptor, &opened) == 0, stat(path, &named) == 0,
            opened.st_ino == named.st_ino
        else {
            close(descriptor)
            errno = ENOENT
            return nil
        }
        return descriptor
    }
}
