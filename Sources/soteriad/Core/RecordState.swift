import Engine
import EventStore
import Glibc
import RuleModel

/// The state of the record, and of its regular maintenance.
struct RecordState {
    /// The id of the device that the record belongs to.
    let device: String
    /// True after it was reported that events cannot be recorded.
    private(set) var isFailing = false
    /// The path of the damaged record that was set aside since the daemon started.
    private(set) var setAside: String?
    /// The time of the last removal of old events; nil if none is known.
    private(set) var removedAt: Instant?
    /// The local day of the last check for old events, as days since 1970-01-01.
    private(set) var lookedOn: Int?
    /// The hour in which the removal of old events failed.
    private var failedIn: Int64?
    private var hour: Int64?
    private var loggedHead: ChainHead?

    init(device: String) { self.device = device }

    /// Stores whether events cannot be recorded. Returns true if that changed.
    mutating func update(isFailing: Bool) -> Bool {
        defer { self.isFailing = isFailing }
        return isFailing != self.isFailing
    }

    mutating func update(setAside path: String) { setAside = path }
    mutating func update(removedAt instant: Instant) { removedAt = instant }

    /// Records that old events could not be removed. Removal is tried again once an hour.
    mutating func recordFailedRemoval() {
        failedIn = hour
        lookedOn = nil
    }

    /// Stores the hour of a tick. Returns the hour of the tick before.
    mutating func begin(hour: Int64) -> Int64? {
        defer { self.hour = hour }
        return self.hour
    }

    /// Returns true if old events have not been looked for on this day, and counts the day as done.
    mutating func beginRemoval(on day: Int) -> Bool {
        guard lookedOn != day, failedIn != hour else { return false }
        lookedOn = day
        return true
    }

    /// Stores the head that is logged. Returns true if it differs from the last one.
    mutating func update(head: ChainHead) -> Bool {
        defer { loggedHead = head }
        return head != loggedHead
    }
}

extension Daemon {
    /// Handles the result of a write; reports a failure and the recovery from it once each.
    func handleStoreResult(_ result: Result<Void, StoreError>) {
        resumeEventStreams()
        switch result {
        case .success:
            guard store.health.condition == .ok, record.update(isFailing: false) else { return }
            journal.storeRecovered(store.health)
            handle(.storeFailing(false))
        case .failure(let error):
            if case .outOfSequence = error, store.health.condition == .ok {
                // A working record that refuses events needs a restart to match this daemon again.
                journal.storeFailing(error, path: store.health.path)
                exit(1)
            }
            guard reportStoreFailure(error) else { return }
        }
        refreshStatus()
    }

    /// Reports that events cannot be recorded. Returns true if that is new.
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

    /// Maintains the record; called at the start and at each tick.
    func maintainRecord() {
        let hour = (engine.now.seconds + Int64(engine.offset)) / 3600
        let before = record.begin(hour: hour)
        if let before, before != hour { logChainHead() }
        if work.consumeReading() || before != hour { ProgramPages.release() }
        removeOldEvents()
    }

    /// Logs the head of the record's chain if it changed since it was logged last.
    func logChainHead() {
        let health = store.health
        guard let head = health.head, record.update(head: head) else { return }
        journal.recordHead(head, of: record.device, in: health.path)
    }

    /// Removes events older than the rules keep them: at the start, then once a local day.
    private func removeOldEvents() {
        guard let kept = engine.rules.retention, record.beginRemoval(on: engine.localDay) else {
            return
        }
        store.retain(from: engine.now - kept) { result in
            self.enter { $0.handleRemoval(result) }
        }
    }

    /// Removes what is older than a local day, as days since 1970-01-01. `then` gets the removal
    /// once it is recorded; nil if there was nothing to remove.
    func forget(
        before day: Int,
        then: @escaping @Sendable (isolated Daemon, Result<Retention?, StoreError>) -> Void
    ) {
        var forgotten = engine.state
        forgotten.forget(before: day)
        let isInState = forgotten != engine.state
        store.retain(
            from: engine.localZone.instant(ofDay: day, minute: 0),
            forgetting: Forgetting(before: day, isInState: isInState)
        ) { result in
            self.enter { daemon in
                guard case .success(let removal) = result, removal.removed > 0 || isInState else {
                    return then(daemon, result.map { _ in nil })
                }
                daemon.recordRemoval(removal) { then($0, .success(removal)) }
            }
        }
    }

    private func handleRemoval(_ result: Result<Retention, StoreError>) {
        switch result {
        case .failure(let error):
            record.recordFailedRemoval()
            journal.warning("Old events cannot be removed: \(error).")
        case .success(let retention) where retention.removed > 0: recordRemoval(retention)
        case .success: break
        }
    }

    /// Records that old events were removed; at a stop, the next start does.
    private func recordRemoval(
        _ removal: Retention, then: @escaping @Sendable (isolated Daemon) -> Void = { _ in }
    ) {
        guard !phase.isStopping else { return then(self) }
        record.update(removedAt: engine.now)
        handle(.retained(removal)) { daemon, _ in
            daemon.logChainHead()
            then(daemon)
        }
    }

    /// Looks up when old events were last removed, if any were.
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
