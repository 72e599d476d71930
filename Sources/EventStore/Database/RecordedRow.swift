import Engine
import Foundation
import GRDB

/// An event exactly as it is stored, whether or not this version can read its fact.
struct RecordedRow: Hashable, Sendable {
    var sequence: Int64
    /// Milliseconds since 1970.
    var at: Int64
    /// Seconds east of UTC.
    var offset: Int64
    /// Milliseconds since the machine's start.
    var elapsed: Int64
    /// nil where the row names a boot that is not there.
    var boot: String?
    var kind: String
    /// JSON, as it was written.
    var fact: String
    var hash: ChainHash

    /// What SELECT must name, in this order.
    static let columns = columns(of: [])

    /// The same for events of certain kinds only, by their index where they have one.
    static func columns(of kinds: Set<Fact.Kind>) -> String {
        let only = kinds.count == 1 ? kinds.first : nil
        let index = only.flatMap(Schema.index).map { " INDEXED BY \($0)" } ?? ""
        return "sequence, at, events.offset, elapsed, boots.boot, kind, fact, hash "
            + "FROM events\(index) LEFT JOIN boots ON boots.id = events.boot"
    }

    /// Takes a row of `columns`; throws `Damage` where the types are not those of the tables.
    init(_ row: Row) throws {
        let (sequence, at, offset, elapsed) = try Self.numbers(row)
        guard let kind = String.fromDatabaseValue(row[5]),
            let fact = String.fromDatabaseValue(row[6])
        else { throw Damage("event \(sequence) has no fact") }
        self.init(
            sequence: sequence, at: at, offset: offset, elapsed: elapsed,
            boot: String.fromDatabaseValue(row[4]), kind: kind, fact: fact,
            hash: try Self.hash(row))
    }

    init(
        sequence: Int64, at: Int64, offset: Int64, elapsed: Int64, boot: String?, kind: String,
        fact: String, hash: ChainHash
    ) {
        self.sequence = sequence
        self.at = at
        self.offset = offset
        self.elapsed = elapsed
        self.boot = boot
        self.kind = kind
        self.fact = fact
        self.hash = hash
    }

    /// The four numbers of a row of `columns`.
    static func numbers(_ row: Row) throws -> (Int64, Int64, Int64, Int64) {
        guard let sequence = Int64.fromDatabaseValue(row[0]) else {
            throw Damage("an event has no number")
        }
        guard let at = Int64.fromDatabaseValue(row[1]),
            let offset = Int64.fromDatabaseValue(row[2]),
            let elapsed = Int64.fromDatabaseValue(row[3])
        else { throw Damage("event \(sequence) has no clocks") }
        return (sequence, at, offset, elapsed)
    }

    /// The hash of a row of `columns`.
    static func hash(_ row: Row) throws -> ChainHash {
        try row.withUnsafeData(atIndex: 7) { ChainHash(bytes: $0 ?? Data()) }
    }
}

extension ChainLinker {
    /// Takes in a row of `RecordedRow.columns` byte for byte, valid text or not.
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
