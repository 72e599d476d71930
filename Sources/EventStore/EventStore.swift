import Dispatch
import Engine
import RuleModel
import Synchronization

/// The record of all events, in one SQLite database. One thread appends events and synchronises
/// every commit; reads run beside it; the record is folded at the start.
///
/// Failing closed: if an event cannot be written, its completion says so and the event waits in
/// memory. It is written before any later event as soon as writing works again. Nothing here stops
/// the daemon from deciding.
package final class EventStore: Sendable {
    let limits: StoreLimits
    let directory: StateDirectory
    /// The only queue that writes; its order is the order of events.
    let writing = DispatchQueue(label: "org.soteria.store.writer", qos: .default)
    /// The queue for reads. Serial, because a concurrent queue uses libdispatch's shared workers,
    /// whose monitor wakes up every second from their first use on.
    let reading = DispatchQueue(label: "org.soteria.store.reader", qos: .default)
    let readers = DispatchGroup()
    let checked: @Sendable (IntegrityReport) -> Void
    let writer: Mutex<Writer>
    let mailbox: Mutex<Mailbox>

    /// The writer's queue and last reported health; never locked during disk I/O.
    struct Mailbox: Sendable {
        var requests: [Request] = []
        var isScheduled = false
        var isClosed = false
        /// The number of exports and backups under way.
        var copies = 0
        var health: StoreHealth
        var database: EventDatabase?
    }
    /// Events to record in one transaction, with the completion of the caller.
    struct Request: Sendable {
        var entry: Entry
        var completion: @Sendable (Result<Void, StoreError>) -> Void
    }

    init(_ writer: Writer, _ checked: @escaping @Sendable (IntegrityReport) -> Void) {
        self.checked = checked
        limits = writer.limits
        directory = writer.directory
        mailbox = Mutex(Mailbox(health: writer.health, database: writer.database))
        self.writer = Mutex(writer)
    }

    /// The health of the store. Callable from any thread; never waits for the disk.
    package var health: StoreHealth { mailbox.withLock { $0.health } }

    /// Records events, numbered on from the last; never blocks. All queued events go to disk in one
    /// transaction with one synchronisation.
    ///
    /// The completion runs on the store's queue, in the order of the calls, with success once the
    /// events survive a power cut. After a failure the events wait in memory and are written with
    /// the next `append` or `retry` that succeeds; the completion does not run again. After
    /// `.outOfSequence`, `.backlogFull` and `.closed` the events are not kept.
    package func append(
        _ events: [Event], completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        queue(Entry(events: events, otherwise: events), completion)
    }

    /// Records an event that must not hold unless it is on disk. If it cannot be written it never
    /// will be: `otherwise`, with the same sequence, waits in its place. Otherwise like `append`.
    package func commit(
        _ event: Event, otherwise: Event,
        completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        queue(Entry(events: [event], otherwise: [otherwise]), completion)
    }

    private func queue(
        _ entry: Entry, _ completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        let (isDue, isClosed) = mailbox.withLock { mailbox in
            guard !mailbox.isClosed else { return (false, true) }
            mailbox.requests.append(Request(entry: entry, completion: completion))
            defer { mailbox.isScheduled = true }
            return (!mailbox.isScheduled, false)
        }
        if isDue { writing.async { self.drain() } }
        if isClosed { writing.async { completion(.failure(.closed)) } }
    }

    /// Tries again to write waiting events, and reopens the directory if needed; never blocks. Call
    /// it each minute while `health.condition` is not `ok`. `at` dates the name of a damaged
    /// database that is set aside.
    package func retry(at: Instant, completion: @escaping @Sendable (Recovery) -> Void) {
        writing.async {
            guard !self.mailbox.withLock({ $0.isClosed }) else {
                completion(.failing(.closed))
                return
            }
            let (recovery, report) = self.writer.withLock { writer in
                let before = writer.replaced
                let recovery = writer.recover(at: at, in: self)
                return (recovery, writer.replaced == before ? nil : writer.report)
            }
            self.publish()
            if let report { self.checked(report) }
            completion(recovery)
        }
    }

    /// Writes queued events and a checkpoint, moves the log into the database and releases the
    /// lock. Blocks; must not be called from a completion. Returns the events that never reached
    /// the disk.
    @discardableResult package func close() -> [Event] {
        dispatchPrecondition(condition: .notOnQueue(writing))
        mailbox.withLock { $0.isClosed = true }
        return writing.sync {
            drain()
            // A read under way ends at its next row; the writing connection is idle here.
            mailbox.withLock { $0.database }?.pool.interrupt()
            _ = readers.wait(timeout: .now() + .milliseconds(200))
            let unrecorded = writer.withLock { $0.close() }
            publish()
            return unrecorded
        }
    }

    private func drain() {
        while true {
            let requests = mailbox.withLock { mailbox in
                defer { mailbox.requests = [] }
                mailbox.isScheduled = !mailbox.requests.isEmpty
                return mailbox.requests
            }
            guard !requests.isEmpty else { return }
            let errors = writer.withLock { $0.commit(requests.map(\.entry)) }
            publish()
            for (request, error) in zip(requests, errors) {
                request.completion(error.map { .failure($0) } ?? .success(()))
            }
        }
    }

    /// Publishes the writer's health.
    func publish() {
        let (health, database) = writer.withLock { ($0.health, $0.database) }
        mailbox.withLock { mailbox in
            mailbox.health = health
            if mailbox.isClosed && database == nil { mailbox.health.condition = .closed }
            mailbox.database = database
        }
    }
}

extension Writer {
    /// The writer's health as the status shows it.
    var health: StoreHealth {
        let condition: StoreHealth.Condition =
            if let trouble {
                if let first = backlog.first, database != nil {
                    .failing(since: first.at, trouble)
                } else {
                    .unavailable(trouble)
                }
            } else {
                .ok
            }
        return StoreHealth(
            condition: condition, path: directory.database, setAside: replaced?.setAside,
            events: max(0, state.lastSequence - base), lastSequence: state.lastSequence,
            head: head.map {
                ChainHead(sequence: state.lastSequence, hash: $0.hexadecimal)
            },
            backlog: backlog.count)
    }
}
