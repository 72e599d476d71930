import Engine
import Foundation
import GRDB
import RuleModel

/// A query for events; by default all of them, oldest first.
package struct EventQuery: Hashable, Sendable {
    /// Events after this sequence.
    package var after: Int64?
    /// Events up to and including this sequence.
    package var through: Int64?
    /// Events at this instant or later.
    package var since: Instant?
    /// Events before this instant.
    package var until: Instant?
    /// Events of these kinds; empty: of all kinds.
    package var kinds: Set<Fact.Kind>
    /// The maximum number of events; nil: no limit.
    package var limit: Int?
    /// True if the latest events come first.
    package var newestFirst: Bool

    package init(
        after: Int64? = nil, through: Int64? = nil, since: Instant? = nil, until: Instant? = nil,
        kinds: Set<Fact.Kind> = [], limit: Int? = nil, newestFirst: Bool = false
    ) {
        self.after = after
        self.through = through
        self.since = since
        self.until = until
        self.kinds = kinds
        self.limit = limit
        self.newestFirst = newestFirst
    }
}

extension EventStore {
    /// Reads events in batches beside all other work, so that a million events need little memory.
    /// `body` runs on a queue of the store with at least one event and returns false to stop;
    /// blocking it delays only this read. The completion comes last.
    package func read(
        _ query: EventQuery, body: @escaping @Sendable ([Event]) -> Bool,
        completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        reading.async {
            let result = Result {
                var walk = EventWalk(query, batch: self.limits.batch)
                var shouldContinue = true
                while shouldContinue && !walk.isDone {
                    let events = try self.withDatabase { try walk.next($0) }
                    if !events.isEmpty { shouldContinue = body(events) }
                }
            }
            completion(result.mapError { StoreError($0, path: self.directory.database) })
        }
    }

    /// Runs one read transaction. Do not wait for a client within it: a slow client would delay
    /// others.
    func withDatabase<Value>(_ body: (Database) throws -> Value) throws -> Value {
        guard let database = enterReader() else { throw readError }
        defer { readers.leave() }
        return try database.pool.read(body)
    }

    /// The open database, with `readers` entered; nil if none is open.
    func enterReader() -> EventDatabase? {
        mailbox.withLock { mailbox in
            guard !mailbox.isClosed, let database = mailbox.database else { return nil }
            readers.enter()
            return database
        }
    }

    /// The reason why nothing can be read.
    var readError: StoreError {
        let (health, isClosed) = mailbox.withLock { ($0.health, $0.isClosed) }
        if case .unavailable(let error) = health.condition, !isClosed { return error }
        return .closed
    }
}

/// The position of a read. Each batch is its own transaction, so that a slow reader never keeps the
/// log from being moved into the database.
struct EventWalk {
    private let query: EventQuery
    private let batch: Int
    private var last: Int64?
    private let decoder = JSONDecoder()
    private(set) var isDone = false
    private var count = 0

    init(_ query: EventQuery, batch: Int) {
        self.query = query
        self.batch = max(1, batch)
        isDone = (query.limit ?? 1) <= 0
    }

    /// Returns the next events, without those that cannot be read.
    mutating func next(_ db: Database) throws -> [Event] {
        let wanted = min(batch, (query.limit ?? .max) - count)
        let (conditions, arguments) = filter(base: try Metadata.base(db))
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(EventRow.columns(of: query.kinds))
                WHERE \(conditions.joined(separator: " AND "))
                ORDER BY sequence \(query.newestFirst ? "DESC" : "ASC") LIMIT ?
                """)
        let rows = try Row.fetchCursor(
            statement, arguments: StatementArguments(arguments + [Int64(wanted)]))
        var events: [Event] = []
        var found = 0
        while let row = try rows.next() {
            let sequence = try EventRow.sequence(row)
            if let event = try? EventRow.decode(row, sequence, decoder).get() {
                events.append(event)
            }
            last = sequence
            found += 1
        }
        count += events.count
        isDone = found < wanted || count >= query.limit ?? .max
        return events
    }

    private func filter(base: Int64) -> ([String], [any DatabaseValueConvertible]) {
        var conditions = ["sequence > ?", "sequence <= ?"]
        // Events before the base are about to be removed.
        var lower = max(query.after ?? -1, base > 0 ? base : -1)
        var upper = query.through ?? Int64.max
        if let last {
            if query.newestFirst { upper = min(upper, last - 1) } else { lower = max(lower, last) }
        }
        var arguments: [any DatabaseValueConvertible] = [lower, upper]
        if let since = query.since {
            conditions.append("at >= ?")
            arguments.append(since.milliseconds)
        }
        if let until = query.until {
            conditions.append("at < ?")
            arguments.append(until.milliseconds)
        }
        if !query.kinds.isEmpty {
            // In the statement itself: only then an index of one kind can be used.
            let names = query.kinds.map { "'\($0.rawValue)'" }.sorted()
            conditions.append(
                names.count == 1
                    ? "kind = \(names[0])" : "kind IN (\(names.joined(separator: ", ")))")
        }
        return (conditions, arguments)
    }
}
