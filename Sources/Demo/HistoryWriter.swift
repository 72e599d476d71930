import Dispatch
import Engine
import EventStore
import RuleModel
import Synchronization

/// Writes a history into a new record, in parallel with the thread that generates it.
package final class HistoryWriter: Sendable {
    private let store: EventStore
    /// The number of batches that may wait for the disk.
    private let room = DispatchSemaphore(value: 2)
    private let problem = Mutex<StoreError?>(nil)

    /// Starts a record in a state directory, which may be missing, at an instant.
    package init(directory: String, at: Instant) throws {
        var limits = StoreLimits.standard
        // One checkpoint at the end is enough.
        limits.checkpointEvery = .max
        let opening = try EventStore.open(directory: directory, at: at, limits: limits)
        store = opening.store
        guard opening.state.lastSequence == 0 else {
            store.close()
            throw DemoFailure(description: "the state directory already contains a record")
        }
        if case .unavailable(let error) = store.health.condition {
            store.close()
            throw error
        }
    }

    /// Appends events, numbered on from the last; throws if earlier ones could not be written.
    package func append(_ events: [Event]) throws {
        try check()
        room.wait()
        store.append(events) { result in
            if case .failure(let error) = result {
                self.problem.withLock { $0 = $0 ?? error }
            }
            self.room.signal()
        }
    }

    /// Waits until everything is on disk.
    package func close() throws {
        store.close()
        try check()
    }

    private func check() throws {
        if let problem = problem.withLock({ $0 }) { throw problem }
    }
}
