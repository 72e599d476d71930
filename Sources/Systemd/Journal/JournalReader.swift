import CSystemd

/// The entries that this user's processes have written to this machine's journal.
package enum JournalReader {
    package struct Entry: Hashable, Sendable {
        /// The wall clock's time at which the journal received it, in milliseconds since 1970.
        package var milliseconds: Int64
        /// The requested fields that it has.
        package var fields: [String: String]

        package init(milliseconds: Int64, fields: [String: String]) {
            self.milliseconds = milliseconds
            self.fields = fields
        }
    }

    /// Calls `body` with each entry of the kinds, the newest first, until it returns false. Finds
    /// nothing if there is no journal that this user may read. Blocks.
    package static func visit(
        _ kinds: [MessageID], reading fields: [String], _ body: (Entry) -> Bool
    ) {
        var opened: OpaquePointer?
        let flags = Int32(SD_JOURNAL_LOCAL_ONLY) | Int32(SD_JOURNAL_CURRENT_USER)
        guard sd_journal_open(&opened, flags) >= 0, let journal = opened else { return }
        defer { sd_journal_close(journal) }
        for kind in kinds {
            // Matches of one field are alternatives.
            let match = Array("MESSAGE_ID=\(kind)".utf8)
            guard sd_journal_add_match(journal, match, match.count) >= 0 else { return }
        }
        guard sd_journal_seek_tail(journal) >= 0 else { return }
        while sd_journal_previous(journal) > 0 {
            var microseconds: UInt64 = 0
            guard sd_journal_get_realtime_usec(journal, &microseconds) >= 0 else { continue }
            var found: [String: String] = [:]
            for field in fields { found[field] = value(of: field, in: journal) }
            let entry = Entry(milliseconds: Int64(microseconds / 1000), fields: found)
            guard body(entry) else { return }
        }
    }

    /// The value of a field of the present entry; nil if it has none.
    private static func value(of field: String, in journal: OpaquePointer) -> String? {
        var data: UnsafeRawPointer?
        var length = 0
        guard sd_journal_get_data(journal, field, &data, &length) >= 0, let data else {
            return nil
        }
        // The data begins with the field's name and an equals sign.
        let bytes = UnsafeRawBufferPointer(start: data, count: length)
        return String(decoding: bytes.dropFirst(field.utf8.count + 1), as: UTF8.self)
    }
}
