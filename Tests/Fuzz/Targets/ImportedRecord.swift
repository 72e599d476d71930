import Engine
import Foundation
import GRDB
import RuleModel

@testable import EventStore

/// An export that was imported, into memory, and all that can be asked of it.
struct ImportedRecord {
    /// The events as they are stored.
    let rows: [RecordedRow]
    /// The report of a check of the whole record.
    let report: BackupReport
    /// Whether the state that the events lead to can be written and read.
    let isKept: Bool
    private let beginning: ExportStart

    /// Without a table between inputs: what one makes is rolled back. To open a database for each
    /// takes longer than all else.
    private static let database = try? DatabaseQueue(
        configuration: EventDatabase.configuration(.standard))

    /// Imports it and checks it, as an import does; throws what these throw.
    init(_ file: MemoryFile) throws {
        guard let database = Self.database else {
            throw DatabaseError(resultCode: .SQLITE_CANTOPEN)
        }
        var importer = Importer(try ImportFile(file.path))
        self = try database.writeWithoutTransaction { db in
            try db.beginTransaction()
            defer { try? db.rollback() }
            try importer.fill(db)
            return try ImportedRecord(reading: db, path: file.path)
        }
    }

    private init(reading db: Database, path: String) throws {
        rows = try Row.fetchAll(
            db, sql: "SELECT \(RecordedRow.columns) ORDER BY sequence"
        ).map { try RecordedRow($0) }
        var history = History()
        report = try BackupReport(checking: db, path: path, folding: &history)
        let written = try JSONEncoder().encode(history.state)
        let again = try? JSONDecoder().decode(State.self, from: written)
        isKept = again == history.state
        beginning = try ExportStart(db, .events)
    }

    /// Its export.
    func text(_ format: ExportFormat) -> String {
        var export = EventExport(format, beginning)
        return export.begin() + export.add(rows) + export.end()
    }
}

/// An export whose lines do not go together, put right.
struct RepairedExport {
    private(set) var rows: [RecordedRow] = []
    /// True if the export has everything that it must have, and nothing that cannot be checked.
    let isComplete: Bool
    /// How many lines it has besides the events.
    var parts: Int { older == nil ? 2 : 3 }
    private var header: ExportPart.Header
    private var older: ExportPart.Base?

    /// Takes the first header, the first beginning, and all events, numbered and linked again.
    init(_ lines: [ImportedLine]) {
        header = ExportPart.Header(
            table: "events", device: "", base: 0, chain: ChainHash(bytes: []))
        for case .header(let found) in lines.reversed() { header = found }
        for case .checkpoint(let found) in lines.reversed() { older = found }
        if !(EventRow.sequences ~= header.base) || older == nil { header.base = 0 }
        if header.base == 0 {
            header.chain = .anchor(device: header.device)
            older = nil
        }
        isComplete = Metadata.isDevice(header.device) && older?.checkpoint == nil
        var linker = ChainLinker(after: header.chain)
        for case .event(var row) in lines {
            guard EventRow.sequences ~= header.base + Int64(rows.count) + 1 else { break }
            row.sequence = header.base + Int64(rows.count) + 1
            row.boot = row.boot ?? "none"
            row.hash = linker.link(row)
            rows.append(row)
        }
    }

    /// Its text.
    func text(_ format: ExportFormat) -> String {
        let beginning = ExportStart(
            header: header, older: older, through: header.base + Int64(rows.count))
        var export = EventExport(format, beginning)
        return export.begin() + export.add(rows) + export.end()
    }
}
