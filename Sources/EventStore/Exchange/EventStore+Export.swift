import Dispatch
import GRDB

extension EventStore {
    /// Exports a table as one text file in pieces, in order; never blocks.
    ///
    /// The export holds the events recorded when it begins, even if recording continues. A few
    /// hundred events are in memory at a time (for the table `requests` also the requests of a
    /// month). `body` runs on this export's own queue and returns false to stop; blocking it delays
    /// no other work, but occupies one of `limits.copies` places. The completion comes last: true
    /// if everything was written, `.tooManyCopies` if no place is free, `.removedMeanwhile` if
    /// retention removed events that were still to be written, `.damaged` if an event is missing.
    package func export(
        _ table: ExportTable, format: ExportFormat, body: @escaping @Sendable (String) -> Bool,
        completion: @escaping @Sendable (Result<Bool, StoreError>) -> Void
    ) {
        let queue = DispatchQueue(label: "org.soteria.store.export", qos: .default)
        runCopy(on: queue, path: directory.database, completion) {
            try self.write(table, format, body)
        }
    }

    private func write(
        _ table: ExportTable, _ format: ExportFormat, _ body: (String) -> Bool
    ) throws -> Bool {
        let beginning = try withDatabase { try ExportStart($0, table) }
        var export: any TableExport =
            switch table {
            case .events: EventExport(format, beginning)
            case .requests: RequestExport(format, beginning)
            }
        var last = beginning.header.base
        var shouldContinue = body(export.begin())
        while shouldContinue && last < beginning.through {
            let rows = try withDatabase { try page($0, after: last, through: beginning.through) }
            last = rows.last?.sequence ?? last
            let text = export.add(rows)
            if !text.isEmpty { shouldContinue = body(text) }
        }
        return shouldContinue && body(export.end())
    }

    private func page(
        _ db: Database, after last: Int64, through end: Int64
    ) throws -> [RecordedRow] {
        guard try Metadata.base(db) <= last else {
            throw StoreError.removedMeanwhile(path: directory.database)
        }
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(RecordedRow.columns) WHERE sequence > ? AND sequence <= ?
                ORDER BY sequence LIMIT ?
                """,
            arguments: [last, end, limits.batch])
        var found: [RecordedRow] = []
        while let row = try rows.next() {
            let row = try RecordedRow(row)
            let expected = last + 1 + Int64(found.count)
            guard row.sequence == expected else { throw Damage("event \(expected) is missing") }
            found.append(row)
        }
        guard !found.isEmpty else { throw Damage("event \(last + 1) is missing") }
        return found
    }
}

/// The state of the record at the start of an export.
struct ExportStart: Sendable {
    let header: ExportPart.Header
    /// The line for removed events; nil if no events were removed.
    let older: ExportPart.Base?
    /// The last event of the export.
    let through: Int64
}

extension ExportStart {
    init(_ db: Database, _ table: ExportTable) throws {
        let base = try Metadata.base(db)
        let (device, first) = (try Metadata.device(db), try Metadata.firstDevice(db))
        let header = ExportPart.Header(
            table: table.rawValue, device: device, base: base, chain: try Metadata.chain(db),
            firstDevice: first == device ? nil : first)
        let older =
            base > 0
            ? ExportPart.Base(
                checkpoint: try Checkpoint.earliest(db, base: base),
                rules: try Metadata.carriedRulesText(db)) : nil
        self.init(
            header: header, older: older,
            through: try EventDatabase.lastSequence(db, base: base))
    }
}
