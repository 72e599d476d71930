import Logging

/// swift-log's way to the journal: the level becomes the priority, metadata become fields.
///
/// A metadata key becomes a field name by upper case, a prefix that the program chooses, and `_`
/// for every character that a name cannot hold. The key `MESSAGE_ID` with 32 hexadecimal digits is
/// the entry's id.
package struct JournalLogHandler: LogHandler {
    /// The metadata key that stands for the entry's `MessageID`.
    package static let messageIDKey = "MESSAGE_ID"

    /// Entries below this level are not sent.
    package var logLevel: Logger.Level
    /// Metadata of every entry of this logger; an entry's own wins.
    package var metadata: Logger.Metadata = [:]
    /// Metadata that are asked for at each entry; between the logger's own and the entry's.
    package var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let journal: Journal
    private let fieldPrefix: String

    /// The label is sent as the field `LOGGER`. The field names of metadata begin with
    /// `fieldPrefix`, such as `EXAMPLE_`; keys that have it keep it.
    package init(
        label: String, journal: Journal = .standard, fieldPrefix: String = "",
        logLevel: Logger.Level = .info
    ) {
        self.label = label
        self.journal = journal
        self.fieldPrefix = fieldPrefix
        self.logLevel = logLevel
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Sends an event that swift-log has found worth logging.
    package func log(event: LogEvent) {
        var all = metadata
        all.merge(metadataProvider?.get() ?? [:]) { _, new in new }
        all.merge(event.metadata ?? [:]) { _, new in new }
        let messageID = all[Self.messageIDKey].flatMap { MessageID($0.description) }
        if messageID != nil { all[Self.messageIDKey] = nil }
        var fields = ["LOGGER": label]
        if let error = event.error { fields[fieldName("error")] = "\(error)" }
        // Two keys may become one name; in order, so that the same one wins each time.
        for (key, value) in all.sorted(by: { $0.key < $1.key }) {
            fields[fieldName(key)] = value.description
        }
        journal.send(
            message: event.message.description, priority: Self.priority(of: event.level),
            messageID: messageID, fields: fields)
    }

    /// The field that a metadata key becomes; valid whatever the key.
    func fieldName(_ key: String) -> String {
        let characters = key.uppercased().utf8.map {
            JournalEntry.isFieldCharacter($0) ? $0 : UInt8(ascii: "_")
        }
        let name = String(decoding: characters, as: UTF8.self)
        let prefixed = name.hasPrefix(fieldPrefix) ? name : fieldPrefix + name
        let cut = String(prefixed.prefix(64))
        return JournalEntry.isValid(fieldName: cut) ? cut : String(("FIELD_" + cut).prefix(64))
    }

    private static func priority(of level: Logger.Level) -> Priority {
        switch level {
        case .trace, .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        case .critical: .critical
        }
    }
}
