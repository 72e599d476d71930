import Logging

/// A swift-log handler for the journal: the level becomes the priority, metadata become fields.
///
/// A metadata key becomes a field name: upper case, with a prefix that the program chooses, and `_`
/// for every character that a field name cannot hold. The key `MESSAGE_ID` with 32 hexadecimal
/// digits sets the entry's id.
package struct JournalLogHandler: LogHandler {
    /// The metadata key for the entry's `MessageID`.
    package static let messageIDKey = "MESSAGE_ID"

    /// The lowest level that is sent.
    package var logLevel: Logger.Level
    /// Metadata of every entry of this logger; an entry's own take precedence.
    package var metadata: Logger.Metadata = [:]
    /// Metadata computed for each entry; they take precedence over the logger's own, the entry's
    /// over them.
    package var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let journal: Journal
    private let fieldPrefix: String

    /// Creates a handler. The label is sent as the field `LOGGER`; field names of metadata begin
    /// with `fieldPrefix`, such as `EXAMPLE_`, which is not added twice.
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

    /// Sends an event of swift-log.
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

    /// The field name for a metadata key; valid for any key.
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
