import Engine
import Foundation
import GRDB
import RuleModel

/// An event as a row: the clocks in columns, the fact as JSON, and the boot as a number, because
/// thousands of events share one.
enum EventRow {
    /// The columns that SELECT must name, in this order, for `decode`.
    static let columns = columns(of: [])

    /// The columns for events of some kinds only, by the kind's index if it has one.
    static func columns(of kinds: Set<Fact.Kind>) -> String {
        let only = kinds.count == 1 ? kinds.first : nil
        let index = only.flatMap(Schema.index).map { " INDEXED BY \($0)" } ?? ""
        return "sequence, at, events.offset, elapsed, boots.boot, kind, fact "
            + "FROM events\(index) LEFT JOIN boots ON boots.id = events.boot"
    }

    /// Sequences outside this range cannot have been recorded, and sums of them could overflow.
    static let sequences: ClosedRange<Int64> = 0...(1 << 53)
    private static let offsets: ClosedRange<Int64> = -172_800...172_800
    /// The longest time that a state can hold: a longer one could be written, but not read again.
    private static let spans = 0...TimeSpan.recordable.upperBound

    /// Writes events within a transaction, chained to `head`, and returns the new head.
    static func insert(_ events: [Event], after head: ChainHash, _ db: Database) throws -> ChainHash
    {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        var linker = ChainLinker(after: head)
        var boots: [BootID: Int64] = [:]
        for event in events {
            let boot = try boots[event.boot] ?? id(ofBoot: event.boot.text, db)
            boots[event.boot] = boot
            var row = try RecordedRow(event, encoder)
            row.hash = linker.link(row)
            try insert(row, boot: boot, db)
        }
        return linker.head
    }

    /// Writes an event as it is, with the number of its boot.
    static func insert(_ row: RecordedRow, boot: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO events (sequence, at, offset, elapsed, boot, kind, fact, hash)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            row.sequence, row.at, row.offset, row.elapsed, boot, row.kind, row.fact, row.hash,
        ])
    }

    /// The number of a boot; assigns one to a new boot.
    static func id(ofBoot text: String, _ db: Database) throws -> Int64 {
        let select = try db.cachedStatement(sql: "SELECT id FROM boots WHERE boot = ?")
        if let id = try Int64.fetchOne(select, arguments: [text]) { return id }
        try db.execute(sql: "INSERT INTO boots (boot) VALUES (?)", arguments: [text])
        return db.lastInsertedRowID
    }

    /// The sequence in a row of `columns`; throws `Damage` if there is none.
    static func sequence(_ row: Row) throws -> Int64 {
        guard let sequence = Int64.fromDatabaseValue(row[0]), sequences ~= sequence else {
            throw Damage("an event has no number")
        }
        return sequence
    }

    /// Decodes the event in a row of `columns`; fails with the reason.
    static func decode(
        _ row: Row, _ sequence: Int64, _ decoder: JSONDecoder
    ) -> Result<Event, UnreadableEvent> {
        event(
            sequence, at: .fromDatabaseValue(row[1]), offset: .fromDatabaseValue(row[2]),
            elapsed: .fromDatabaseValue(row[3]), boot: .fromDatabaseValue(row[4]),
            kind: .fromDatabaseValue(row[5]) ?? "unknown", fact: .fromDatabaseValue(row[6]),
            decoder)
    }

    /// Decodes the event in a row of an export; fails with the reason.
    static func decode(
        _ row: RecordedRow, _ decoder: JSONDecoder
    ) -> Result<Event, UnreadableEvent> {
        event(
            row.sequence, at: row.at, offset: row.offset, elapsed: row.elapsed, boot: row.boot,
            kind: row.kind, fact: row.fact, decoder)
    }

    private static func event(
        _ sequence: Int64, at: Int64?, offset: Int64?, elapsed: Int64?, boot: String?,
        kind: String, fact text: String?, _ decoder: JSONDecoder
    ) -> Result<Event, UnreadableEvent> {
        func unreadable(_ reason: String) -> Result<Event, UnreadableEvent> {
            .failure(UnreadableEvent(sequence: sequence, kind: kind, reason: reason))
        }
        guard let at, Instant.recordable ~= at, let offset, offsets ~= offset, let elapsed,
            spans ~= elapsed, let boot
        else { return unreadable("the event's clock values are invalid") }
        guard let text else { return unreadable("the event has no data") }
        guard Fact.Kind(rawValue: kind) != nil else {
            return unreadable("this version of Soteria does not know this kind of event")
        }
        guard let fact = try? decoder.decode(Fact.self, from: Data(text.utf8)) else {
            return unreadable("the event's data cannot be decoded")
        }
        guard fact.kind.rawValue == kind else {
            return unreadable("the event's data does not match the event's kind")
        }
        return .success(
            Event(
                sequence: sequence, at: Instant(milliseconds: at), offset: Int(offset),
                elapsed: TimeSpan(milliseconds: elapsed), boot: BootID(boot), fact: fact))
    }
}

/// A stored event that cannot be read: damaged, or written by a newer version. It is skipped, never
/// removed.
package struct UnreadableEvent: Error, Hashable, Sendable {
    package let sequence: Int64
    /// The recorded kind, which this version may not know.
    package let kind: String
    package let reason: String
}
