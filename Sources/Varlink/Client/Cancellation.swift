import Glibc
import Synchronization

/// Cancels the waits of clients from any thread. One client after another may use it: each has its
/// descriptor adopted before it connects, and released when it ends.
package final class Cancellation: Sendable {
    private struct State {
        var isCancelled = false
        var descriptor: CInt?
    }

    private let state = Mutex(State())

    package init() {}

    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Shuts down the client's connection, and every later one at once; pending waits throw
    /// `disconnected`. A client that is still connecting ends within its time limit.
    package func cancel() {
        state.withLock { state in
            state.isCancelled = true
            guard let descriptor = state.descriptor else { return }
            _ = shutdown(descriptor, CInt(SHUT_RDWR))
        }
    }

    /// Adopts a descriptor; false if already cancelled. Release it before it is closed, so that no
    /// other descriptor of the same number is ever shut down.
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
