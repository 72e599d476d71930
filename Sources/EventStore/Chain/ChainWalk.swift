import GRDB
import RuleModel

/// Follows the chain of a record from its base, event by event, and compares it with heads that
/// were written down elsewhere.
struct ChainWalk {
    private var report: ChainReport
    private var linker: ChainLinker
    /// The hash of the last link that holds.
    private var held: ChainHash
    /// The heads still to be compared, in the order of their events.
    private var heads: ArraySlice<ChainHead>
    /// The trace of another record in this one's place that nothing explains; nil: there is none.
    private let another: ChainBreak.Reason?

    /// Begins at the base, and sorts out the heads that cannot be compared.
    init(_ db: Database, heads: [ChainHead], others: [ChainHead] = []) throws {
        let device = try Metadata.device(db)
        let base = try Metadata.base(db)
        // If the record's chain start is unreadable, the first link shows that.
        linker = ChainLinker(after: (try? Metadata.chain(db)) ?? .anchor(device: device))
        held = linker.head
        let restorations = try Metadata.restorations(db)
        let replacements = try ReplacementHistory(db)
        let explaining = restorations.filter(replacements.covers)
        let head = ChainHead(sequence: base, hash: "")
        report = ChainReport(device: device, base: base, head: head, restored: restorations.last)
        report.formerDevices = (try? Metadata.formerDevices(db)) ?? []
        report.restoredDay = try restorations.last.map { try Self.day(of: $0.at, db) }
        self.heads = []
        for head in heads.sorted(by: { $0.sequence < $1.sequence }) {
            if explaining.contains(where: { $0.abandons(head) }) {
                report.abandoned += 1
            } else if head.sequence < base {
                report.passedOver += 1
            } else {
                self.heads.append(head)
            }
        }
        another = try replacements.unexplained(others) { try Self.day(of: $0, db) }
        compare()
    }

    /// The local day of an instant: by the offset of the first event from then on, else of the
    /// last.
    private static func day(of instant: Instant, _ db: Database) throws -> String {
        let next = try Int.fetchOne(
            db, sql: "SELECT offset FROM events WHERE at >= ? ORDER BY sequence LIMIT 1",
            arguments: [instant.milliseconds])
        let last = try Int.fetchOne(
            db, sql: "SELECT offset FROM events ORDER BY sequence DESC LIMIT 1")
        return String(LocalTime.rfc3339(instant, offset: next ?? last ?? 0).prefix(10))
    }

    /// Walks to the end or to the first broken link.
    mutating func run(_ db: Database) throws -> ChainReport {
        if report.broken == nil { try walk(db) }
        report.head.hash = held.hexadecimal
        return report
    }

    private mutating func walk(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT \(RecordedRow.columns) WHERE sequence > ? ORDER BY sequence",
            arguments: [report.base])
        while let row = try rows.next() {
            let sequence = try EventRow.sequence(row)
            let expected = report.head.sequence + 1
            guard sequence == expected else { return end(expected, .missing) }
            guard try linker.link(row) == RecordedRow.hash(row) else {
                return end(sequence, .changed)
            }
            held = linker.head
            report.events += 1
            report.head.sequence = sequence
            if heads.first?.sequence == sequence {
                compare()
                guard report.broken == nil else { return }
            }
        }
        try finish(db)
    }

    /// Looks for signs of events after the last one.
    private mutating func finish(_ db: Database) throws {
        let next = report.head.sequence + 1
        let folded = try Int64.fetchOne(db, sql: "SELECT max(sequence) FROM checkpoints")
        if !heads.isEmpty {
            end(next, .endsBeforeHead)
        } else if let folded, folded >= next {
            end(next, .missing)
        } else if let kept = try CheckpointCheck.firstMismatch(db) {
            end(kept, .stateDiffers)
        } else if let another {
            end(report.head.sequence, another)
        }
    }

    /// Compares the current link with the heads of its event.
    private mutating func compare() {
        while let known = heads.first, known.sequence == report.head.sequence {
            guard known.hash == held.hexadecimal else {
                return end(known.sequence, .headDiffers(known: known.hash))
            }
            report.compared += 1
            heads.removeFirst()
        }
    }

    private mutating func end(_ sequence: Int64, _ reason: ChainBreak.Reason) {
        report.broken = ChainBreak(sequence: sequence, reason: reason)
    }
}

extension Restoration {
    /// True if a head was taken from the record that this restoration replaced, or, if the restored
    /// record was itself replaced, from what it became.
    fileprivate func abandons(_ head: ChainHead) -> Bool {
        guard let written = head.at else { return false }
        if let leftAt {
            return written > at && written <= leftAt && head.sequence > sequence
        }
        // Version 0.1.0 let two installations go on under one id, so that what one of them wrote
        // down before says nothing about the record of the other.
        return written <= at && (head.sequence > sequence || (device == nil && !isSameDevice))
    }
}

/// The times at which records replaced one another, according to the record's own events. The chain
/// does not cover other claims in the database.
struct ReplacementHistory {
    /// The time until which heads of other records do not count against this one: it has no event
    /// from before, or an event records that it replaced the other one. nil if it has no events.
    let until: Instant?
    /// True if the record has all of its events, and none of them says that it replaced another.
    private let isFirst: Bool

    init(_ db: Database) throws {
        let base = try Metadata.base(db)
        let first = try Int64.fetchOne(
            db, sql: "SELECT at FROM events WHERE sequence > ? ORDER BY sequence LIMIT 1",
            arguments: [base])
        let told = try Int64.fetchOne(
            db,
            sql: """
                SELECT max(at) FROM events WHERE sequence > ? AND kind IN \
                ('storeRestored', 'storeReplaced')
                """,
            arguments: [base])
        // The next start records the restoration, and the report names it.
        let unreported = try Metadata.newRestoration(db)?.at.milliseconds
        until = first.map {
            Instant(milliseconds: max($0, told ?? $0, unreported ?? $0))
        }
        isFirst = base == 0 && first != nil && told == nil && unreported == nil
    }

    /// True if one record may have replaced another at a time.
    func covers(_ at: Instant) -> Bool { until.map { at <= $0 } ?? true }

    func covers(_ restoration: Restoration) -> Bool {
        covers(restoration.at) && restoration.leftAt.map(covers) ?? true
    }

    /// The meaning of the heads of other records in the same place. If according to its events
    /// this record was already here when one was written down, it took the other's place; a record
    /// that only begins after them has lost its past. nil if everything is explained.
    func unexplained(
        _ others: [ChainHead], day: (Instant) throws -> String
    ) rethrows -> ChainBreak.Reason? {
        let written = others.compactMap(\.at)
        if let at = written.filter({ !covers($0) }).min() {
            return .anotherRecord(day: try day(at))
        }
        guard isFirst, let last = written.max() else { return nil }
        return .pastLost(day: try day(last))
    }
}
