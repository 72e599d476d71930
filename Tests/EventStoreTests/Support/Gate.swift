import Dispatch
import Synchronization

/// Holds a queue's thread at a place until a test lets it go; only the first to come is held.
final class Gate: Sendable {
    private let (arrivals, arrived) = AsyncStream<Void>.makeStream()
    private let exit = DispatchSemaphore(value: 0)
    private let isUsed = Mutex(false)

    /// Tells that the place is reached and waits to be let go.
    func passOnce() {
        let isFirst = isUsed.withLock { used in
            defer { used = true }
            return !used
        }
        guard isFirst else { return }
        arrived.yield()
        exit.wait()
    }

    /// Returns once somebody waits at the gate.
    func reached() async {
        for await _ in arrivals.prefix(1) {}
    }

    func open() { exit.signal() }
}
