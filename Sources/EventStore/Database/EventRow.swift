import Engine
import Foundation
import GRDB
import RuleModel

/// An event as a row: the clocks in columns, the fact as JSON, and the boot as a number, because
/// thousands of events share one.
enum EventRow {
    /// What SELECT must name, in this order, for `decode`.
    static let columns =
        "sequence, at, events.offset, elapsed, boots.boot, kind, fact "
        + "FROM events LEFT JOIN boots ON boots.id = events.boot"

    /// Values outside of these cannot have been recorded, and sums of them could overflow.
    static let sequences: ClosedRange<Int64> = 0...(1 << 53)
    private static let instants: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
    static let offsets: ClosedRange<Int64> = -172_800...172_800
    /// A longer time would come into a state that could be written and not be read again.
    static let spans = 0...TimeSpan.recordable.upperBound

    /// Writes the events within a transaction, chained to `head`, and gives the new head.
    static func insert(_ events: [Event], after head: ChainHash, _ db: Database) throws -> ChainHash
    {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO events (sequence, at, offset, elapsed, boot, kind, fact, hash)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """)
        var linker = ChainLinker(after: head)
        var boots: [BootID: Int64] = [:]
        for event in events {
            let boot = try boots[event.boot] ?? id(ofBoot: event.boot.text, db)
            boots[event.boot] = boot
            let fact = String(decoding: try encoder.encode(event.fact), as: UTF8.self)
            let kind = event.fact.kind.rawValue
            let hash = linker.link(
                sequence: event.sequence, at: event.at.milliseconds, offset: Int64(event.offset),
                elapsed: event.elapsed.milliseconds,
                texts: (Array(event.boot.text.utf8), Array(kind.utf8), Array(fact.utf8)))
            try statement.execute(arguments: [
                event.sequence, event.at.milliseconds, event.offset, event.elapsed.milliseconds,
                boot, kind, fact, hash,
            ])
        }
        return linker.head
    }

    /// The number of a boot, given to it where it has none.
    static func id(ofBoot text: String, _ db: Database) throws -> Int64 {
        let select = try db.cachedStatement(sql: "SELECT id FROM boots WHERE boot = ?")
        if let id = try Int64.fetchOne(select, arguments: [text]) { return id }
        try db.execute(sql: "INSERT INTO boots (boot) VALUES (?)", arguments: [text])
        return db.lastInsertedRowID
    }

    /// The sequence in a row of `columns`; throws `Damage` where there is none.
    static func sequence(_ row: Row) throws -> Int64 {
        guard let sequence = Int64.fromDatabaseValue(row[0]), sequences ~= sequence else {
            throw Damage("an event has no number")
        }
        return sequence
    }

    /// The event in a row of `columns`, or why it cannot be read.
    static func decode(
        _ row: Row, _ sequence: Int64, _ decoder: JSONDecoder
    ) -> Result<Event, UnreadableEvent> {
        let kind = String.fromDatabaseValue(row[5]) ?? "unknown"
        func unreadable(_ reason: String) -> Result<Event, UnreadableEvent> {
            .failure(UnreadableEvent(sequence: sequence, kind: kind, reason: reason))
        }
        guard let at = Int64.fromDatabaseValue(row[1]), instants ~= at,
            let offset = Int64.fromDatabaseValue(row[2]), offsets ~= offset,
            let elapsed = Int64.fromDatabaseValue(row[3]), spans ~= elapsed,
            let boot = String.fromDatabaseValue(row[4])
        else { return unreadable("its clocks make no sense") }
        guard let text = String.fromDatabaseValue(row[6]) else {
            return unreadable("it has no fact")
        }
        guard Fact.Kind(rawValue: kind) != nil else {
            return unreadable("this version does not know the kind")
        }
        guard let fact = try? decoder.decode(Fact.self, from: Data(text.utf8)) else {
            return unreadable("its fact does not decode")
        }
        guard fact.kind.rawValue == kind else { return unreadable("its fact is of another kind") }
        return .success(
            Event(
                sequence: sequence, at: Instant(milliseconds: at), offset: Int(offset),
                elapsed: TimeSpan(milliseconds: elapsed), boot: BootID(boot), fact: fact))
    }
}

/// An event that is kept in the database and cannot be read: damaged, or written by a newer
/// version. It is skipped, never removed.
package struct UnreadableEvent: Error, Hashable, Sendable {
    /// Its number.
    package let sequence: Int64
    /// Its kind as recorded, which this version may not know.
    package let kind: String
    /// What is wrong with it, in words.
    package let reason: String
}
