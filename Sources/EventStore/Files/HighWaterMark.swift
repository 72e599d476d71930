import Glibc

/// The number of the last acknowledged event, in a file beside the database. It is written after
/// each commit and not synchronised: the kernel keeps it when the daemon is killed. SQLite cannot
/// know that a log is gone, or was cut at a commit; the mark reveals it. A stop that left
/// everything in the database removes the mark.
final class HighWaterMark: Sendable {
    /// The suffix to the database's name.
    static let suffix = "-mark"

    struct Contents: Hashable, Sendable {
        /// The id of the device that the record belongs to.
        var device: String
        /// The number of an event that was acknowledged; later ones may have been too.
        var sequence: Int64
    }

    private let file: Int32
    private let device: String

    /// Creates a mark that survives a power cut in its present form, because an older mark could
    /// claim more than a new database holds. nil if none can be written.
    init?(_ directory: StateDirectory, device: String, sequence: Int64) {
        file = Glibc.open(
            directory.mark, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        self.device = device
        guard file >= 0 else { return nil }
        set(sequence)
        fdatasync(file)
    }

    deinit { Glibc.close(file) }

    /// Raises the mark. After a failure the earlier mark remains, which is still true.
    func set(_ sequence: Int64) {
        let digits = String(sequence)
        let zeros = String(repeating: "0", count: max(0, Self.digits - digits.count))
        let line = Array("\(device) \(zeros)\(digits)\n".utf8)
        _ = pwrite(file, line, line.count, 0)
    }

    /// The number of digits that fits every sequence.
    private static let digits = 19

    /// Reads the mark of a directory; nil if there is none, or a power cut left it empty.
    static func read(_ directory: StateDirectory) -> Contents? {
        guard DatabaseHeader.isFile(directory.mark) else { return nil }
        let file = Glibc.open(directory.mark, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { Glibc.close(file) }
        var bytes = [UInt8](repeating: 0, count: 32 + 1 + digits + 1)
        guard Glibc.read(file, &bytes, bytes.count) == bytes.count, bytes.last == 10 else {
            return nil
        }
        let words = String(decoding: bytes.dropLast(), as: UTF8.self).split(separator: " ")
        guard words.count == 2, Metadata.isDevice(String(words[0])), let sequence = Int64(words[1]),
            EventRow.sequences ~= sequence
        else { return nil }
        return Contents(device: String(words[0]), sequence: sequence)
    }
}
