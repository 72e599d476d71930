import EventStore
import RuleModel
import Varlink

/// The heads of the hash chain in the journal, which reveal a changed record.
struct JournalHeads {
    /// A head, and the device that its record belongs to.
    struct Entry: Hashable {
        var device: String
        var head: ChainHead
    }

    /// The heads, usually the oldest first; empty without a journal, or if it has no heads left.
    var entries: [Entry]

    /// The message id of the entries with a head, which the daemon writes every hour.
    static let messageID = "cd8e4be92961477780d26f0efbde4e34"

    static func read(_ context: CommandContext) -> JournalHeads {
        let result = context.run(
            "journalctl",
            [
                "--user", "-u", "soteriad", "-o", "json", "--no-pager", "--quiet",
                "--output-fields=SOTERIA_SEQUENCE,SOTERIA_HASH,SOTERIA_DEVICE",
                "MESSAGE_ID=\(messageID)",
            ])
        guard result.status == 0 else { return JournalHeads(entries: []) }
        return JournalHeads(entries: result.output.split(separator: "\n").compactMap(entry))
    }

    /// Parses a head from an entry of the journal; nil if it has none.
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

    /// The heads of a device's record; the journal outlives a record.
    func heads(of device: String?) -> [ChainHead] {
        entries.filter { $0.device == device }.map(\.head)
    }

    /// Verifies the chain of the record at the path against the heads of its device. With
    /// `isInPlace`, the journal may also hold heads of other records that were in its place.
    func verify(path: String, isInPlace: Bool) throws(StoreError) -> ChainReport {
        // The walk finds the record's device, which usually wrote the newest head.
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
