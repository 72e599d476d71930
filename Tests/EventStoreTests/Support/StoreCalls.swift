import Engine
import EventStore
import RuleModel
import Synchronization

let start = Instant(seconds: 1_795_296_600)  // 2026-11-21T21:30:00Z

/// Opens with the given limits; checks of whole databases begin at once.
func open(
    _ directory: TestDirectory, _ limits: StoreLimits = .quick,
    checked: @escaping @Sendable (IntegrityReport) -> Void = { _ in }
) throws -> OpenResult {
    try EventStore.open(directory: directory.path, at: start, limits: limits, checked: checked)
}

extension StoreLimits {
    /// The daemon's limits without its delays.
    static var quick: StoreLimits {
        var limits = StoreLimits.standard
        limits.checkDelay = .zero
        limits.busyTimeout = TimeSpan(milliseconds: 20)
        return limits
    }

    func with(_ change: (inout StoreLimits) -> Void) -> StoreLimits {
        var limits = self
        change(&limits)
        return limits
    }
}

extension EventStore {
    /// Appends and waits for the answer.
    func record(_ events: [Event]) async -> Result<Void, StoreError> {
        await withCheckedContinuation { answer in
            append(events) { answer.resume(returning: $0) }
        }
    }

    func recover() async -> Recovery {
        await withCheckedContinuation { answer in
            retry(at: start) { answer.resume(returning: $0) }
        }
    }

    /// All that the query finds, in the order delivered.
    func all(_ query: EventQuery = EventQuery()) async throws -> [Event] {
        let found = Collector<Event>()
        let result = await withCheckedContinuation { answer in
            read(query) { events in
                found.add(events)
                return true
            } completion: {
                answer.resume(returning: $0)
            }
        }
        try result.get()
        return found.all
    }
}

extension Result where Success == Void {
    var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

/// Takes in values from any thread.
final class Collector<Element: Sendable>: Sendable {
    private let values = Mutex<[Element]>([])

    func add(_ more: [Element]) { values.withLock { $0 += more } }
    func add(_ one: Element) { values.withLock { $0.append(one) } }
    var all: [Element] { values.withLock { $0 } }
}
