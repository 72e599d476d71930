/// Writes the table of events piece by piece, without keeping the written pieces in memory.
///
/// The first line names the device and the version. A line that stands for removed events follows
/// if there are any, then one line for each event, and a last line that tells a reader that
/// nothing is missing.
struct EventExport: TableExport {
    private let format: ExportFormat
    private let beginning: ExportStart
    private var footer: ExportPart.Footer

    init(_ format: ExportFormat, _ beginning: ExportStart) {
        self.format = format
        self.beginning = beginning
        footer = ExportPart.Footer(
            events: 0, head: beginning.header.base, hash: beginning.header.chain)
    }

    mutating func begin() -> String {
        var text = ""
        if format == .csv { text += CSVRow.encode(ExportColumn.columns(of: .events).map(\.name)) }
        text += part("header", beginning.header.json)
        if let older = beginning.older { text += part("checkpoint", older.json) }
        return text
    }

    mutating func add(_ rows: [RecordedRow]) -> String {
        var text = ""
        for row in rows {
            text += format == .csv ? csv(row) : json(row)
            footer = ExportPart.Footer(
                events: footer.events + 1, head: row.sequence, hash: row.hash)
        }
        return text
    }

    mutating func end() -> String { part("footer", footer.json) }

    private func part(_ kind: String, _ json: String) -> String {
        format == .csv
            ? CSVRow.encode([nil, nil, nil, nil, nil, kind, json, nil]) : json + "\n"
    }

    private func csv(_ row: RecordedRow) -> String {
        CSVRow.encode([
            String(row.sequence), ExportInstant.text(row.at), String(row.offset),
            String(row.elapsed), row.boot, row.kind, row.fact, row.hash.hexadecimal,
        ])
    }

    private func json(_ row: RecordedRow) -> String {
        let at = ExportInstant.text(row.at)
        return #"{"sequence":\#(row.sequence),"at":\#(JSONString.encode(at)),"#
            + #""offset":\#(row.offset),"elapsed":\#(row.elapsed),"#
            + #""boot":\#(row.boot.map(JSONString.encode) ?? "null"),"#
            + #""kind":\#(JSONString.encode(row.kind)),"fact":\#(ExportPart.raw(row.fact)),"#
            + #""hash":"\#(row.hash.hexadecimal)"}"# + "\n"
    }
}

/// A text export of a table.
protocol TableExport {
    /// The text before the first event.
    mutating func begin() -> String
    /// The text for the next events; empty if they only complete rows that come later.
    mutating func add(_ rows: [RecordedRow]) -> String
    /// The text after the last event.
    mutating func end() -> String
}
