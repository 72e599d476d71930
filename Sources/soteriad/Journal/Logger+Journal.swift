import Logging
import Systemd

extension Logger {
    /// The daemon's logger over a journal; fields get the prefix `SOTERIA_` there.
    static func daemon(_ journal: Journal = .standard) -> Logger {
        Logger(label: "soteriad") { label in
            JournalLogHandler(label: label, journal: journal, fieldPrefix: "SOTERIA_")
        }
    }

    /// Sends an entry, of a kind unless the catalog has nothing to explain; fields without their
    /// prefix.
    func send(
        _ kind: EntryKind?, _ level: Level, _ message: String, _ fields: [String: String] = [:]
    ) {
        var metadata = fields.mapValues { MetadataValue.string($0) }
        if let kind { metadata[JournalLogHandler.messageIDKey] = .string(kind.rawValue) }
        log(level: level, "\(message)", metadata: metadata)
    }
}
