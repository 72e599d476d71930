import Synchronization

/// Puts a bus's answer about a name's owner and its later signals into one row. Used on the bus's
/// queue.
final class OwnerWatch: Sendable {
    private let handler: @Sendable (String?) -> Void
    private let hasBegun = Mutex(false)

    init(_ handler: @escaping @Sendable (String?) -> Void) {
        self.handler = handler
    }

    /// Tells the owner at the beginning.
    func begin(with owner: String?) {
        hasBegun.withLock { $0 = true }
        handler(owner)
    }

    /// Tells a change; what changed before the beginning is in the answer that begins it.
    func hasChanged(to owner: String?) {
        if hasBegun.withLock({ $0 }) { handler(owner) }
    }
}
