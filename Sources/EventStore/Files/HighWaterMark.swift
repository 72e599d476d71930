import Glibc

/// The number of the last acknowledged event, in a file beside the database: written after each
/// commit and not synchronised, because the kernel keeps it when the daemon is killed. SQLite takes
/// a log that is gone, or cut at a commit, for one that was never longer; the mark tells. It goes
/// with a stop that left everything in the database.
final class HighWaterMark: Sendable {
    /// Added to the database's name.
    static let suffix = "-mark"

    /// The contents of a mark.
    struct Reading: Hashable, Sendable {
        /// The id of the device whose record it belongs to.
        var device: String
        /// At least so far events were acknowledged.
        var sequence: Int64
    }

    private let file: Int32
    private let device: String

    /// Begins a mark that survives a power cut as it is now: an older one could claim more than a
    /// new database holds. nil where none can be written; then there is none.
    init?(_ directory: StateDirectory, device: String, sequence: Int64) {
        file = Glibc.open(
            directory.mark, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        self.device = device
        guard file >= 0 else { return nil }
        set(sequence)
        fdatasync(file)
    }

    deinit { Glibc.close(file) }

    /// Raises the mark. What fails leaves an earlier one, which is still true.
    func set(_ sequence: Int64) {
        let digits = String(sequence)
        let zeros = String(repeating: "0", count: max(0, Self.digits - digits.count))
        let line = Array("\(device) \(zeros)\(digits)\n".utf8)
        _ = pwrite(file, line, line.count, 0)
    }

    /// So many digits hold every sequence.
    private static let digits = 19

    /// The mark in a directory; nil where there is none, or a power cut left nothing in it.
    static func read(_ directory: StateDirectory) -> Reading? {
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
        return Reading(device: String(words[0]), sequence: sequence)
    }
}
