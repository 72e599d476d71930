import Synchronization

/// Orders a bus's answer about a name's owner and later signals of changes. Used on the bus's
/// queue.
final class OwnerWatch: Sendable {
    private let handler: @Sendable (String?) -> Void
    private let hasBegun = Mutex(false)

    init(_ handler: @escaping @Sendable (String?) -> Void) {
        self.handler = handler
    }

    /// Reports the first owner.
    func begin(with owner: String?) {
        hasBegun.withLock { $0 = true }
        handler(owner)
    }

    /// Reports a change; changes before the first report are part of it.
    func hasChanged(to owner: String?) {
        if hasBegun.withLock({ $0 }) { handler(owner) }
    }
}
