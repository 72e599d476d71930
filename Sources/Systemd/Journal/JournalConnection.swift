import Glibc

/// The choice between the journal and lines on stderr.
///
/// If a service's stderr is the journal's stream, systemd passes its device and inode in
/// `JOURNAL_STREAM` (systemd.exec(5)). A match means that entries can be sent with their fields. If
/// stderr was redirected to a terminal, a file or a pipe, the lines are meant to be read there.
package struct JournalConnection: Sendable, Equatable {
    /// journald's native socket, to which sd_journal_sendv(3) always writes.
    static let socketPath = "/run/systemd/journal/socket"

    /// The kind of file descriptor 2.
    package enum StandardError: Sendable, Equatable {
        /// An open file, pipe or socket, by fstat(2).
        case file(device: UInt64, inode: UInt64)
        case terminal
        /// Closed, or the null device: lines would be lost.
        case nowhere
    }

    /// The value of `JOURNAL_STREAM`, `device:inode` in decimal; nil if it is not set.
    package let journalStream: String?
    package let standardError: StandardError
    package let hasSocket: Bool

    /// The connection of this process, determined again.
    package static func current() -> JournalConnection {
        JournalConnection(
            journalStream: getenv("JOURNAL_STREAM").map { String(cString: $0) },
            standardError: standardErrorNow(), hasSocket: access(socketPath, W_OK) == 0)
    }

    package var destination: Journal.Destination {
        guard hasSocket else { return .standardError }
        switch standardError {
        case .terminal:
            return .standardError
        case .nowhere:
            return .journal
        case .file(let device, let inode):
            return journalStream == "\(device):\(inode)" ? .journal : .standardError
        }
    }

    private static func standardErrorNow() -> StandardError {
        if isatty(STDERR_FILENO) == 1 { return .terminal }
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0 else { return .nowhere }
        var null = stat()
        if stat("/dev/null", &null) == 0, null.st_mode & S_IFMT == S_IFCHR,
            status.st_mode & S_IFMT == S_IFCHR, status.st_rdev == null.st_rdev
        {
            return .nowhere
        }
        return .file(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }
}
