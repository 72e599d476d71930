import Foundation
import Localization

/// A temporary directory, removed with its contents at the end.
///
/// A killed program leaves its directory behind. It holds private data, so the next program removes
/// it; a lock marks the directories of running programs.
final class ScratchDirectory {
    let path: String
    /// Holds the lock.
    private let descriptor: CInt

    private static let prefix = "soteria-import-"

    /// Makes a directory in `$TMPDIR`, else in /var/tmp, which has room for large files, or /tmp.
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
            localized(
                """
                no temporary directory could be created: \(String(cString: strerror(fault))); set \
                TMPDIR to a directory with enough space
                """))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        close(descriptor)
    }

    /// Makes a directory and locks it; nil, with `errno`, if that fails.
    private static func make(in parent: String) -> (path: String, descriptor: CInt)? {
        while true {
            var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { return nil }
            let path = String(
                decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            // Another program may remove it as a leftover before it is locked.
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

    /// Opens and locks a directory; nil, with `errno`, if it is missing or locked.
    private static func lock(_ path: String) -> CInt? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let fault = errno
            close(descriptor)
            errno = fault
            return nil
        }
        // The directory may have been removed since it was opened.
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
