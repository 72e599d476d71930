/// One structured entry of the journal, before anything is sent: a value that can be looked at.
package struct JournalEntry: Sendable, Equatable {
    /// The field that names, separated by spaces, the fields that an entry was given and had to
    /// leave out.
    package static let rejectionField = "JOURNAL_REJECTED_FIELDS"
    /// Fields that the entry writes itself; a second one of the name would make the entry
    /// ambiguous.
    private static let ownFields: Set<String> = ["MESSAGE", "PRIORITY", "MESSAGE_ID"]

    /// The event in words; may have several lines.
    package let message: String
    /// How much it matters.
    package let priority: Priority
    /// Which kind of entry it is; nil for one that no catalog explains.
    package let messageID: MessageID?
    package let fields: [String: String]
    /// The names, in order, that were no field names or stand for the message, priority or id.
    package let rejectedFields: [String]

    /// An entry; fields with names that the journal would drop are put aside in `rejectedFields`.
    /// Values may hold any text, newlines included.
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

    /// Whether journald keeps a field of this name: 1 to 64 of `A–Z`, `0–9` and `_`, with neither
    /// an underscore (trusted fields) nor a digit first.
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

    /// The entry as sd_journal_sendv(3) takes it: one `NAME=value` each, the value's bytes as they
    /// are (the function itself frames values that hold newlines).
    package var assignments: [[UInt8]] {
        var pairs = [("MESSAGE", message), ("PRIORITY", String(priority.rawValue))]
        if let messageID { pairs.append(("MESSAGE_ID", messageID.description)) }
        pairs += fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        if !rejectedFields.isEmpty {
            // The names are no field names, so nothing says that they are short or printable.
            let names = rejectedFields.map { EntryLine.quoted(String($0.prefix(80))) }
            pairs.append((Self.rejectionField, names.joined(separator: " ")))
        }
        return pairs.map { Array("\($0.0)=\($0.1)".utf8) }
    }

    private static func isAccepted(_ name: String) -> Bool {
        isValid(fieldName: name) && !ownFields.contains(name) && name != rejectionField
    }
}
