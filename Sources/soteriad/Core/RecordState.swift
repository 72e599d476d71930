import Engine
import EventStore
import Glibc
import RuleModel

/// How the record is, and what is done for it from time to time.
struct RecordState {
    /// The id of the device whose record it is.
    let device: String
    /// True if it was told that events cannot be recorded.
    private(set) var isFailing = false
    /// Where a damaged record was put aside since the daemon started.
    private(set) var setAside: String?
    /// When old events were last removed; nil if none are known to have been.
    private(set) var removedAt: Instant?
    /// The local day on which it was last looked for old events, as days since 1970-01-01.
    private(set) var lookedOn: Int?
    /// The hour of the clock in which they could not be removed.
    private var failedIn: Int64?
    private var hour: Int64?
    private var loggedHead: ChainHead?

    init(device: String) { self.device = device }

    /// Notes whether events can be recorded. Returns whether that changed.
    mutating func update(isFailing: Bool) -> Bool {
        defer { self.isFailing = isFailing }
        return isFailing != self.isFailing
    }

    mutating func update(setAside path: String) { setAside = path }
    mutating func update(removedAt instant: Instant) { removedAt = instant }

    /// Notes that they could not be: they can once an hour until they are.
    mutating func recordFailedRemoval() {
        failedIn = hour
        lookedOn = nil
    }

    /// Notes the hour of a tick. Returns that of the tick before.
    mutating func begin(hour: Int64) -> Int64? {
        defer { self.hour = hour }
        return self.hour
    }

    /// True if it is time to look for old events; then it counts as done on the day.
    mutating func beginRemoval(on day: Int) -> Bool {
        guard lookedOn != day, failedIn != hour else { return false }
        lookedOn = day
        return true
    }

    /// Notes the head that the journal is told. Returns whether it is another than the last one.
    mutating func update(head: ChainHead) -> Bool {
        defer { loggedHead = head }
        return head != loggedHead
    }
}

extension Daemon {
    /// Notes whether the store takes what it is given, and says so when that changes.
    func handleStoreResult(_ result: Result<Void, StoreError>) {
        resumeEventStreams()
        switch result {
        case .success:
            guard store.health.condition == .ok, record.update(isFailing: false) else { return }
            journal.storeRecovered(store.health)
            handle(.storeFailing(false))
        case .failure(let error):
            if case .outOfSequence = error, store.health.condition == .ok {
                // A record that works and refuses has parted from this daemon; only a new start
                // brings them together.
                journal.storeFailing(error, path: store.health.path)
                exit(1)
            }
            guard reportStoreFailure(error) else { return }
        }
        refreshStatus()
    }

    /// Says that events cannot be recorded. Returns whether that is new.
    @discardableResult
    func reportStoreFailure(_ error: StoreError) -> Bool {
        guard record.update(isFailing: true) else { return false }
        journal.storeFailing(error, path: store.health.path)
        handle(.storeFailing(true))
        return true
    }

    func reportReplacedStore(setAside path: String, damage: String) {
        record.update(setAside: path)
        journal.storeDamaged(path: store.health.path, setAside: path, damage: damage)
        handle(.storeReplaced(setAside: path))
    }

    /// Looks after the record; at the start and at each tick.
    func maintainRecord() {
        let hour = (engine.now.seconds + Int64(engine.offset)) / 3600
        let before = record.begin(hour: hour)
        if let before, before != hour { logChainHead() }
        if work.consumeReading() || before != hour { ProgramPages.release() }
        removeOldEvents()
    }

    /// Tells the journal the head of the record's chain if it is another than the last time.
    func logChainHead() {
        guard let head = store.health.head, record.update(head: head) else { return }
        journal.recordHead(head, of: record.device)
    }

    /// Removes what is older than the rules keep it, once a local day.
    private func removeOldEvents() {
        guard let kept = engine.rules.retention, record.beginRemoval(on: engine.localDay) else {
            return
        }
        store.retain(from: engine.now - kept) { result in
            self.enter { $0.handleRemoval(result) }
        }
    }

    private func handleRemoval(_ result: Result<Retention, StoreError>) {
        switch result {
        case .failure(let error):
            record.recordFailedRemoval()
            journal.warning("Old events cannot be removed: \(error).")
        case .success(let retention) where retention.removed > 0 && !phase.isStopping:
            record.update(removedAt: engine.now)
            handle(.retained(retention)) { daemon, _ in daemon.logChainHead() }
        case .success: break
        }
    }

    /// Finds out when old events were last removed, if there were any.
    func loadLastRemoval() {
        let health = store.health
        guard engine.rules.retention != nil, health.lastSequence > health.events else { return }
        let query = EventQuery(kinds: [.retained], limit: 1, newestFirst: true)
        read(query, into: Instant?.none) { at, batch in
            at = batch.last?.at ?? at
            return true
        } then: { daemon, result in
            guard daemon.record.removedAt == nil, let at = try? result.get() else { return }
            daemon.record.update(removedAt: at)
        }
    }
}
