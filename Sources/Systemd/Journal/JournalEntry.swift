/// A structured journal entry, as a value that is not sent yet.
package struct JournalEntry: Sendable, Equatable {
    /// The field that lists rejected field names, separated by spaces.
    package static let rejectionField = "JOURNAL_REJECTED_FIELDS"
    /// Fields that the entry sets itself; a second field of the same name would be ambiguous.
    private static let ownFields: Set<String> = ["MESSAGE", "PRIORITY", "MESSAGE_ID"]

    /// The event in words; may have several lines.
    package let message: String
    package let priority: Priority
    /// The kind of the entry; nil if no catalog explains it.
    package let messageID: MessageID?
    package let fields: [String: String]
    /// The rejected names, in order: invalid field names, and those of message, priority and id.
    package let rejectedFields: [String]

    /// Creates an entry. Fields whose names the journal would drop are listed in `rejectedFields`.
    /// Values may hold any text, even newlines.
    package init(
        message: String, priority: Priority, messageID: MessageID? = nil,
        fields: [String: String] = [:]
    ) {
        self.message = message
        self.priority = priority
        self.messageID = messageID
        self.fields = fields.filter { Self.isAccepted($0.key) }
        rejectedFields = fields.keys.filter { !Self.isAccepted($0) }.sorted()
    }

    /// True for a field name that journald accepts: 1 to 64 of `A–Z`, `0–9` and `_`, not beginning
    /// with an underscore (trusted fields) or a digit.
    package static func isValid(fieldName name: String) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= 64 else { return false }
        let isLetter = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
        return isLetter && name.utf8.allSatisfy(isFieldCharacter)
    }

    static func isFieldCharacter(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"):
            true
        default:
            false
        }
    }

    /// The assignments for sd_journal_sendv(3): one `NAME=value` each, with the value's bytes
    /// unchanged (the function itself encodes values with newlines).
    package var assignments: [[UInt8]] {
        var pairs = [("MESSAGE", message), ("PRIORITY", String(priority.rawValue))]
        if let messageID { pairs.append(("MESSAGE_ID", messageID.description)) }
        pairs += fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        if !rejectedFields.isEmpty {
            // The names are invalid field names, so they may be long or unprintable.
            let names = rejectedFields.map { EntryLine.quoted(String($0.prefix(80))) }
            pairs.append((Self.rejectionField, names.joined(separator: " ")))
        }
        return pairs.map { Array("\($0.0)=\($0.1)".utf8) }
    }

    private static func isAccepted(_ name: String) -> Bool {
        isValid(fieldName: name) && !ownFields.contains(name) && name != rejectionField
    }
}
