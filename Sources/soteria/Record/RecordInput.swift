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
