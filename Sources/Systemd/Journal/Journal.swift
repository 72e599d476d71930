import CSystemd
import Glibc

/// The destination of structured entries: the journal, or readable lines on stderr if there is
/// none.
package struct Journal: Sendable {
    package enum Destination: Sendable, Equatable {
        /// systemd-journald, by sd_journal_sendv(3).
        case journal
        /// Lines on file descriptor 2.
        case standardError
    }

    /// The journal for this process, determined once.
    package static let standard = Journal(destination: JournalConnection.current().destination)

    private let write: @Sendable (JournalEntry) -> Void

    package init(destination: Destination) {
        switch destination {
        case .journal:
            write = { entry in
                // An entry that journald refuses must not be lost without a trace.
                if !Self.sendToJournal(entry) { Self.writeLine(entry) }
            }
        case .standardError:
            write = { Self.writeLine($0) }
        }
    }

    package init(write: @escaping @Sendable (JournalEntry) -> Void) {
        self.write = write
    }

    /// Sends an entry; never fails, and waits for nothing but the socket.
    package func send(
        message: String, priority: Priority = .info, messageID: MessageID? = nil,
        fields: [String: String] = [:]
    ) {
        send(
            JournalEntry(
                message: message, priority: priority, messageID: messageID, fields: fields))
    }

    package func send(_ entry: JournalEntry) {
        write(entry)
    }

    /// Sends an entry by sd_journal_sendv(3); false if that failed.
    private static func sendToJournal(_ entry: JournalEntry) -> Bool {
        withVectors(of: entry.assignments) {
            sd_journal_sendv($0.baseAddress, Int32($0.count)) >= 0
        }
    }

    /// Passes each assignment as an `iovec`, valid during the call only.
    static func withVectors<Result>(
        of assignments: [[UInt8]], _ body: (UnsafeBufferPointer<iovec>) -> Result
    ) -> Result {
        var bytes = Array(assignments.joined())
        return bytes.withUnsafeMutableBytes { buffer in
            var vectors: [iovec] = []
            var offset = 0
            for assignment in assignments {
                vectors.append(
                    iovec(
                        iov_base: buffer.baseAddress.map { $0 + offset },
                        iov_len: assignment.count))
                offset += assignment.count
            }
            return vectors.withUnsafeBufferPointer(body)
        }
    }

    private static func writeLine(_ entry: JournalEntry) {
        let isTerminal = isatty(STDERR_FILENO) == 1
        let line = isTerminal ? EntryLine.words(of: entry) : EntryLine.text(of: entry)
        let bytes = Array((line + "\n").utf8)
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes {
                Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
            }
            if written < 0, errno == EINTR { continue }
            // If stderr is closed or full, there is no other place to report it.
            guard written > 0 else { return }
            rest = rest.dropFirst(written)
        }
    }
}
