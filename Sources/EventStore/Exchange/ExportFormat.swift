/// How an export is written.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
    /// One JSON object on each line (https://jsonlines.org).
    case jsonLines = "jsonl"
    /// Comma-separated values as of RFC 4180: rows end with CR LF, the first holds the names.
    case csv
}

/// The table that is exported.
package enum ExportTable: String, Hashable, Sendable, CaseIterable {
    /// The whole record, which can be imported again without loss.
    case events
    /// The unblock requests with all that is known of each, one row for each.
    case requests
}
