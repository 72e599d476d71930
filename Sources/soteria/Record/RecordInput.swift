import Foundation

/// A file that a record is made of, looked at before anything is stopped for it.
enum RecordInput {
    /// Throws where the path leads to no file that can be read.
    static func require(_ path: String) throws(Failure) {
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
            throw Failure("\(Printable.text(path)): \(String(cString: strerror(errno)))")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure("\(Printable.text(path)) is no file")
        }
    }
}

/// A directory of this program's own for what is tried out, removed with all in it at the end.
final class TrialDirectory {
    /// Its path.
    let path: String

    /// Makes one in `$TMPDIR`, else in /var/tmp, which has room for large files, else in /tmp.
    init(_ environment: [String: String]) throws(Failure) {
        let named = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : [$0] }
        for parent in named ?? ["/var/tmp", "/tmp"] {
            var template = Array("\(parent)/soteria-import-XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { continue }
            path = String(
                decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            return
        }
        throw Failure(
            "there is nowhere to try it out: \(String(cString: strerror(errno))); "
                + "set TMPDIR to a directory with room")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
