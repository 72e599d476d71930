/// The format of an export.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
    /// One JSON object on each line (https://jsonlines.org).
    case jsonLines = "jsonl"
    /// Comma-separated values (RFC 4180); rows end with CR LF, and the first holds the names.
    case csv
}

/// The table to export.
package enum ExportTable: String, Hashable, Sendable, CaseIterable {
    /// The whole record; an import restores it without loss.
    case events
    /// The unblock requests, one row for each, with everything known about it.
    case requests
}
