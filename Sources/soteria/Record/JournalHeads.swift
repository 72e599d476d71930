import EventStore
import RuleModel
import Varlink

/// The heads of the chain that the journal was told: what a changed record is found out by.
struct JournalHeads {
    /// A head and the device whose record it is of.
    struct Entry: Hashable {
        var device: String
        var head: ChainHead
    }

    /// As a rule the oldest first; empty if there is no journal, or none is left in it.
    var entries: [Entry]

    /// The kind of entry that tells a head, as the daemon writes it every hour.
    static let messageID = "cd8e4be92961477780d26f0efbde4e34"

    static func read(_ surroundings: Surroundings) -> JournalHeads {
        let result = surroundings.run(
            "journalctl",
            [
                "--user", "-u", "soteriad", "-o", "json", "--no-pager", "--quiet",
                "--output-fields=SOTERIA_SEQUENCE,SOTERIA_HASH,SOTERIA_DEVICE",
                "MESSAGE_ID=\(messageID)",
            ])
        guard result.status == 0 else { return JournalHeads(entries: []) }
        return JournalHeads(entries: result.output.split(separator: "\n").compactMap(entry))
    }

    /// The head that an entry of the journal tells; nil where it is none.
    static func entry(_ line: Substring) -> Entry? {
        guard let entry = try? JSON(parsing: line.utf8),
            let sequence = entry["SOTERIA_SEQUENCE"]?.stringValue,
            let hash = entry["SOTERIA_HASH"]?.stringValue,
            let device = entry["SOTERIA_DEVICE"]?.stringValue,
            var head = ChainHead(text: "\(sequence) \(hash)")
        else { return nil }
        // Microseconds since 1970.
        head.at = entry["__REALTIME_TIMESTAMP"]?.stringValue.flatMap { Int64($0) }
            .map { Instant(milliseconds: $0 / 1000) }
        return Entry(device: device, head: head)
    }

    /// The heads of a device's record: the journal outlives a record.
    func heads(of device: String?) -> [ChainHead] {
        entries.filter { $0.device == device }.map(\.head)
    }

    /// Walks the chain of the record at the path and holds it against the heads of its device;
    /// `isInPlace`: the journal tells of what was in its place, other records too.
    func verify(path: String, isInPlace: Bool) throws(StoreError) -> ChainReport {
        // Whose record it is shows on the way; the newest head is as a rule of it.
        let likely = entries.last?.device
        let report = try verify(path, likely, isInPlace)
        guard !entries.isEmpty, report.device != likely else { return report }
        return try verify(path, report.device, isInPlace)
    }

    private func verify(
        _ path: String, _ device: String?, _ isInPlace: Bool
    ) throws(StoreError) -> ChainReport {
        let others = isInPlace ? entries.filter { $0.device != device }.map(\.head) : []
        return try EventStore.verify(path: path, heads: heads(of: device), others: others)
    }
}
