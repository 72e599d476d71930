import Glibc
import Synchronization

/// Ends, from any thread, the waits of a client on another: of several clients one after another,
/// of which each takes it up before it connects and lets go of it when it ends.
package final class Cancellation: Sendable {
    private struct State {
        var isCancelled = false
        var descriptor: CInt?
    }

    private let state = Mutex(State())

    package init() {}

    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Shuts the connection of the client down, now and of every later one at once: what it waits
    /// for throws `disconnected`. Whoever is still connecting ends within its time limit.
    package func cancel() {
        state.withLock { state in
            state.isCancelled = true
            guard let descriptor = state.descriptor else { return }
            _ = shutdown(descriptor, CInt(SHUT_RDWR))
        }
    }

    /// Takes up a descriptor, which has to be let go of before it is closed, so that no other
    /// descriptor of the same number is ever shut down; false where all is cancelled already.
    func adopt(_ descriptor: CInt) -> Bool {
        state.withLock { state in
            guard !state.isCancelled else { return false }
            state.descriptor = descriptor
            return true
        }
    }

    func release(_ descriptor: CInt) {
        state.withLock { if $0.descriptor == descriptor { $0.descriptor = nil } }
    }
}
