import Engine
import Foundation
import GRDB
import RuleModel

/// Which events are wanted, and in which order; without any choice all of them, oldest first.
package struct EventQuery: Hashable, Sendable {
    /// Only events after this sequence.
    package var after: Int64?
    /// Only events up to this sequence, itself included.
    package var through: Int64?
    /// Only events at this instant or later.
    package var since: Instant?
    /// Only events before this instant.
    package var until: Instant?
    /// Only facts of these kinds; empty: of all kinds.
    package var kinds: Set<Fact.Kind>
    /// At most so many events; nil: all.
    package var limit: Int?
    /// Whether the latest events come first.
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
    /// Reads recorded events beside all else, in batches, so that a million pass through little
    /// memory. `body` is called on a queue of the store with at least one event at a time and says
    /// whether to go on; blocking it holds up this read alone. The completion comes last.
    package func read(
        _ query: EventQuery, body: @escaping @Sendable ([Event]) -> Bool,
        completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        reading.async {
            let result = Result {
                var walk = EventWalk(query, batch: self.limits.batch)
                var goesOn = true
                while goesOn && !walk.isDone {
                    let events = try self.withDatabase { try walk.next($0) }
                    if !events.isEmpty { goesOn = body(events) }
                }
            }
            completion(result.mapError { StoreError($0, path: self.directory.database) })
        }
    }

    /// One transaction that reads. Nobody is waited for within it, so that a slow taker holds up
    /// nothing.
    func withDatabase<Value>(_ body: (Database) throws -> Value) throws -> Value {
        guard let database = enterReader() else { throw readError }
        defer { readers.leave() }
        return try database.pool.read(body)
    }

    /// The open database, with `readers` entered; nil where none is open.
    func enterReader() -> EventDatabase? {
        mailbox.withLock { mailbox in
            guard !mailbox.isClosed, let database = mailbox.database else { return nil }
            readers.enter()
            return database
        }
    }

    /// Why nothing can be read.
    var readError: StoreError {
        let (health, isClosed) = mailbox.withLock { ($0.health, $0.isClosed) }
        if case .unavailable(let error) = health.condition, !isClosed { return error }
        return .closed
    }
}

/// Where a read stands; each batch is a transaction of its own, so that a slow reader never keeps
/// the log from being moved into the database.
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

    /// The next events; what cannot be read is passed over.
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
        // Events before the base are on their way out.
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
