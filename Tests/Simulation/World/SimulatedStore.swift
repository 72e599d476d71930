import Engine
import Foundation
import RuleModel

/// A store that keeps bytes: what is written is encoded as the real one does it, and a start reads
/// the bytes again. It takes events in, commits them when it is told to, fails as a full disk
/// does, and forgets at a crash what was not committed.
struct SimulatedStore {
    /// The events of one call, and the events recorded instead if they cannot be written.
    struct Entry {
        var events: [Event]
        var otherwise: [Event]
        var then: ((Bool) -> Void)?
    }

    struct Row {
        var sequence: Int64
        var at: Int64
        var offset: Int
        var elapsed: Int64
        var boot: String
        var fact: Data
    }

    /// The state at the last start, and the rows after it.
    private(set) var base = State()
    private(set) var rows: [Row] = []
    private(set) var queue: [Entry] = []
    /// The events that could not be written, in order, directly after the rows.
    private(set) var backlog: [Event] = []
    var isFull = false
    private(set) var committed: Int64 = 0
    private(set) var bytes = 0
    private let encoder: JSONEncoder

    init() {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
    }

    var isFailing: Bool { !backlog.isEmpty }
    /// Whether nothing waits.
    var isIdle: Bool { queue.isEmpty && backlog.isEmpty }

    mutating func append(
        _ events: [Event], otherwise: [Event]? = nil, then: ((Bool) -> Void)? = nil
    ) {
        queue.append(Entry(events: events, otherwise: otherwise ?? events, then: then))
    }

    /// Writes the first entry that waits; returns what to tell whoever asked for it. An entry
    /// without events asks whether all before it is written.
    mutating func commitNext() throws -> (then: ((Bool) -> Void)?, isWritten: Bool, [Event]) {
        let entry = queue.removeFirst()
        guard !isFull || entry.events.isEmpty && backlog.isEmpty else {
            backlog += entry.otherwise
            return (entry.then, false, [])
        }
        let written = backlog + entry.events
        try write(written)
        backlog = []
        return (entry.then, true, written)
    }

    /// Tries again to write what waits; what was written.
    mutating func retry() throws -> [Event]? {
        guard !isFull else { return nil }
        let written = backlog
        try write(written)
        backlog = []
        return written
    }

    private mutating func write(_ events: [Event]) throws {
        for event in events {
            guard event.sequence == committed + 1 else {
                throw Violation(
                    .record, "event \(event.sequence) is written after \(committed)")
            }
            let fact = try encoder.encode(event.fact)
            bytes += fact.count
            rows.append(
                Row(
                    sequence: event.sequence, at: event.at.milliseconds, offset: event.offset,
                    elapsed: event.elapsed.milliseconds, boot: event.boot.text, fact: fact))
            committed = event.sequence
        }
    }

    /// The process ends: of what waits the first so many entries still reach the disk, but nobody
    /// is told.
    mutating func crash(keeping count: Int) throws -> [Event] {
        var written: [Event] = []
        for _ in 0..<min(count, queue.count) where !isFull {
            written += try commitNext().2
        }
        queue = []
        backlog = []
        return written
    }

    /// Reads the store as a start does: the fold of the rows as they are decoded.
    mutating func read() throws -> (state: State, events: [Event]) {
        let decoder = JSONDecoder()
        var events: [Event] = []
        for row in rows {
            let fact = try decoder.decode(Fact.self, from: row.fact)
            let event = Event(
                sequence: row.sequence, at: Instant(milliseconds: row.at), offset: row.offset,
                elapsed: TimeSpan(milliseconds: row.elapsed), boot: BootID(row.boot), fact: fact)
            base.evolve(event)
            events.append(event)
        }
        rows = []
        return (base, events)
    }
}
