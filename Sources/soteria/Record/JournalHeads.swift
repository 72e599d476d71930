import EventStore
import Foundation
import RuleModel
import Varlink

/// The heads of the hash chain in the journal, which reveal a changed record.
struct JournalHeads {
    /// A head, and the device that its record belongs to.
    struct Entry: Hashable {
        var device: String
        var head: ChainHead
        /// The path of the record; nil if version 0.1.0 wrote the entry.
        var path: String?
    }

    /// The removal of a record by the uninstaller.
    struct Removal: Hashable {
        var path: String
        var at: Instant
    }

    /// The heads, usually the oldest first; empty without a journal, or if it has no heads left.
    var entries: [Entry]
    var removals: [Removal] = []

    /// The message id of the entries with a head, which the daemon writes every hour.
    static let messageID = "cd8e4be92961477780d26f0efbde4e34"
    /// The message id of the entry with which the uninstaller removes a record.
    static let removalID = "1b4bda37effd40898174ddd176539955"

    static func read(_ context: CommandContext) -> JournalHeads {
        func lines(_ selection: [String], _ fields: [String], _ id: String) -> [Substring] {
            let result = context.run(
                "journalctl",
                ["--user"] + selection + [
                    "-o", "json", "--no-pager", "--quiet",
                    "--output-fields=" + fields.map { "SOTERIA_\($0)" }.joined(separator: ","),
                    "MESSAGE_ID=\(id)",
                ])
            return result.status == 0 ? result.output.split(separator: "\n") : []
        }
        let heads = lines(
            ["-u", "soteriad"], ["SEQUENCE", "HASH", "DEVICE", "STORE_PATH"], messageID
        ).compactMap(entry)
        guard !heads.isEmpty else { return JournalHeads(entries: []) }
        return JournalHeads(
            entries: heads, removals: lines([], ["STORE_PATH"], removalID).compactMap(removal))
    }

    /// Parses a head from an entry of the journal; nil if it has none.
    static func entry(_ line: Substring) -> Entry? {
        guard let entry = try? JSON(parsing: line.utf8),
            let sequence = entry["SOTERIA_SEQUENCE"]?.stringValue,
            let hash = entry["SOTERIA_HASH"]?.stringValue,
            let device = entry["SOTERIA_DEVICE"]?.stringValue,
            var head = ChainHead(text: "\(sequence) \(hash)")
        else { return nil }
        head.at = instant(entry)
        return Entry(device: device, head: head, path: entry["SOTERIA_STORE_PATH"]?.stringValue)
    }

    private static func removal(_ line: Substring) -> Removal? {
        guard let entry = try? JSON(parsing: line.utf8),
            let path = entry["SOTERIA_STORE_PATH"]?.stringValue, let at = instant(entry)
        else { return nil }
        return Removal(path: path, at: at)
    }

    /// The time at which the journal received an entry.
    private static func instant(_ entry: JSON) -> Instant? {
        // Microseconds since 1970.
        entry["__REALTIME_TIMESTAMP"]?.stringValue.flatMap { Int64($0) }
            .map { Instant(milliseconds: $0 / 1000) }
    }

    /// The heads of a device's record; the journal outlives a record. An earlier id of the record
    /// counts until the record got another one: whatever it was copied from may go on under it.
    func heads(of device: String?, _ former: [FormerDevice] = []) -> [ChainHead] {
        entries.filter { entry in
            entry.device == device
                || former.contains { known in
                    known.device == entry.device && entry.head.at.map { $0 <= known.until } ?? false
                }
        }.map(\.head)
    }

    func heads(of report: ChainReport) -> [ChainHead] {
        heads(of: report.device, report.formerDevices)
    }

    /// The heads of other records that were at the path, and that no uninstaller removed. Entries
    /// without a path are about the record in the standard place.
    private func others(
        _ device: String?, _ former: [FormerDevice], at path: String, isStandard: Bool
    ) -> [ChainHead] {
        func isHere(_ other: String) -> Bool {
            let directories = [other, path].map {
                URL(fileURLWithPath: $0).deletingLastPathComponent().path
            }
            return StateDirectories.isSame(directories[0], directories[1])
        }
        let removed = removals.filter { isHere($0.path) }.map(\.at).max()
        let own = Set(heads(of: device, former))
        return entries.filter { entry in
            guard !own.contains(entry.head), entry.path.map(isHere) ?? isStandard else {
                return false
            }
            guard let removed, let at = entry.head.at else { return true }
            return at > removed
        }.map(\.head)
    }

    /// Verifies the chain of the record at the path against the heads of its device. With
    /// `isInPlace`, the record is in the standard place.
    func verify(path: String, isInPlace: Bool) throws(StoreError) -> ChainReport {
        // The walk finds the record's device, which usually wrote the newest head.
        let likely = entries.last?.device
        let report = try verify(path, likely, [], isInPlace)
        guard !entries.isEmpty, report.device != likely || !report.formerDevices.isEmpty
        else { return report }
        return try verify(path, report.device, report.formerDevices, isInPlace)
    }

    private func verify(
        _ path: String, _ device: String?, _ former: [FormerDevice], _ isInPlace: Bool
    ) throws(StoreError) -> ChainReport {
        try EventStore.verify(
            path: path, heads: heads(of: device, former),
            others: others(device, former, at: path, isStandard: isInPlace))
    }
}
