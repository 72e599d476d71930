import Engine
import Foundation
import GRDB

/// An event exactly as stored, readable by this version or not.
struct RecordedRow: Hashable, Sendable {
    var sequence: Int64
    /// Milliseconds since 1970.
    var at: Int64
    /// Seconds east of UTC.
    var offset: Int64
    /// Milliseconds since the machine's start.
    var elapsed: Int64
    /// nil if the row names a boot that does not exist.
    var boot: String?
    var kind: String
    /// JSON, as stored.
    var fact: String
    var hash: ChainHash

    /// The columns that SELECT must name, in this order.
    static let columns =
        "sequence, at, events.offset, elapsed, boots.boot, kind, fact, hash "
        + "FROM events LEFT JOIN boots ON boots.id = events.boot"
}

extension RecordedRow {
    /// Creates a row without a hash, to be chained.
    init(_ event: Event, _ encoder: JSONEncoder) throws {
        self.init(
            sequence: event.sequence, at: event.at.milliseconds, offset: Int64(event.offset),
            elapsed: event.elapsed.milliseconds, boot: event.boot.text,
            kind: event.fact.kind.rawValue,
            fact: String(decoding: try encoder.encode(event.fact), as: UTF8.self),
            hash: ChainHash(bytes: []))
    }

    /// Decodes a row of `columns`; throws `Damage` if the types are wrong.
    init(_ row: Row) throws {
        let (sequence, at, offset, elapsed) = try Self.numbers(row)
        guard let kind = String.fromDatabaseValue(row[5]),
            let fact = String.fromDatabaseValue(row[6])
        else { throw Damage("event \(sequence) has no data") }
        self.init(
            sequence: sequence, at: at, offset: offset, elapsed: elapsed,
            boot: String.fromDatabaseValue(row[4]), kind: kind, fact: fact,
            hash: try Self.hash(row))
    }

    fileprivate static func numbers(_ row: Row) throws -> (Int64, Int64, Int64, Int64) {
        guard let sequence = Int64.fromDatabaseValue(row[0]) else {
            throw Damage("an event has no number")
        }
        guard let at = Int64.fromDatabaseValue(row[1]),
            let offset = Int64.fromDatabaseValue(row[2]),
            let elapsed = Int64.fromDatabaseValue(row[3])
        else { throw Damage("event \(sequence) has no clock values") }
        return (sequence, at, offset, elapsed)
    }

    static func hash(_ row: Row) throws -> ChainHash {
        try row.withUnsafeData(atIndex: 7) { ChainHash(bytes: $0 ?? Data()) }
    }
}

extension ChainLinker {
    /// Chains a row of `RecordedRow.columns` byte for byte, valid text or not.
    mutating func link(_ row: Row) throws -> ChainHash {
        let (sequence, at, offset, elapsed) = try RecordedRow.numbers(row)
        func bytes(_ column: Int) throws -> [UInt8]? {
            try row.withUnsafeData(atIndex: column) { $0.map { Array($0) } }
        }
        return link(
            sequence: sequence, at: at, offset: offset, elapsed: elapsed,
            texts: (try bytes(4), try bytes(5), try bytes(6)))
    }
}

extension ChainHash: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { Data(bytes).databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> ChainHash? {
        Data.fromDatabaseValue(value).map { ChainHash(bytes: $0) }
    }
}
