import Engine
import EventStore
import RuleModel

/// What the daemon does for its record from time to time.
struct Housekeeping: Sendable {
    /// The local day on which it was last looked for old events, as days since 1970-01-01.
    var lookedOn: Int?
    /// The hour of the clock in which they could not be removed.
    var failedIn: Int64?
    /// When old events were last removed; nil where none are known to have been.
    var removedAt: Instant?
    /// The hour of the clock in which the chain's head was last looked at.
    var hour: Int64?
    /// The head that the journal was told last.
    var toldHead: ChainHead?
    /// Whether rules were read since pages of the program were last given back.
    var hasRead = true
}

extension Daemon {
    /// Looks after the record; at the start and at each tick.
    func keepHouse() {
        let hour = (engine.now.seconds + Int64(engine.offset)) / 3600
        if let last = housekeeping.hour, last != hour { tellHead() }
        if housekeeping.hasRead || housekeeping.hour != hour {
            housekeeping.hasRead = false
            ProgramPages.giveBack()
        }
        housekeeping.hour = hour
        removeOldEvents()
    }

    /// Tells the journal the head of the record's chain where it is another than the last time.
    func tellHead() {
        guard let head = store.health.head, head != housekeeping.toldHead else { return }
        housekeeping.toldHead = head
        journal.recordHead(head, of: device)
    }

    /// Removes what is older than the rules keep it, once a local day.
    private func removeOldEvents() {
        guard let kept = engine.rules.retention, housekeeping.lookedOn != today,
            housekeeping.failedIn != housekeeping.hour
        else { return }
        housekeeping.lookedOn = today
        store.retain(from: engine.now - kept) { result in
            self.enter { $0.removed(result) }
        }
    }

    private func removed(_ result: Result<Retention, StoreError>) {
        switch result {
        case .failure(let error):
            // Once an hour, until it can be done.
            housekeeping.failedIn = housekeeping.hour
            housekeeping.lookedOn = nil
            journal.warning("Old events cannot be removed: \(error).")
        case .success(let retention) where retention.removed > 0 && !isStopping:
            housekeeping.removedAt = engine.now
            take(.retained(retention)) { daemon, _ in daemon.tellHead() }
        case .success: break
        }
    }

    /// Finds out when old events were last removed, where there were any.
    func recallRemoval() {
        let health = store.health
        guard engine.rules.retention != nil, health.lastSequence > health.events else { return }
        let query = EventQuery(kinds: [.retained], limit: 1, newestFirst: true)
        let found = LastEvent()
        store.read(
            query, body: { found.add($0) },
            completion: { _ in
                guard let at = found.event?.at else { return }
                self.enter { $0.housekeeping.removedAt = $0.housekeeping.removedAt ?? at }
            })
    }
}

/// The last event of a read, on the reader's queue.
private final class LastEvent: @unchecked Sendable {
    private(set) var event: Event?

    func add(_ batch: [Event]) -> Bool {
        event = batch.last ?? event
        return true
    }
}
