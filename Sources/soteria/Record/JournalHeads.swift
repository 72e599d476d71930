import Engine
import EventStore
import Varlink

/// The heads of the chain that the journal was told: what a changed record is found out by.
enum JournalHeads {
    /// The kind of entry that tells a head, as the daemon writes it every hour.
    static let messageID = "cd8e4be92961477780d26f0efbde4e34"

    /// Every head that the journal still holds; empty where there is no journal, or none is left.
    static func read(_ surroundings: Surroundings) -> [ChainHead] {
        let result = surroundings.run(
            "journalctl",
            [
                "--user", "-u", "soteriad", "-o", "json", "--no-pager", "--quiet",
                "--output-fields=SOTERIA_SEQUENCE,SOTERIA_HASH", "MESSAGE_ID=\(messageID)",
            ])
        guard result.status == 0 else { return [] }
        return result.output.split(separator: "\n").compactMap(head)
    }

    /// The head that an entry tells; nil where it is none.
    static func head(_ line: Substring) -> ChainHead? {
        guard let entry = try? JSON(parsing: line.utf8),
            let sequence = entry["SOTERIA_SEQUENCE"]?.stringValue,
            let hash = entry["SOTERIA_HASH"]?.stringValue,
            var head = ChainHead(text: "\(sequence) \(hash)")
        else { return nil }
        // Microseconds since 1970.
        head.at = entry["__REALTIME_TIMESTAMP"]?.stringValue.flatMap { Int64($0) }
            .map { Instant(milliseconds: $0 / 1000) }
        return head
    }
}
