import Dispatch
import Glibc
import Synchronization

/// A non-blocking descriptor that this process owns, watched by a Dispatch read source and closed
/// when the source ends.
///
/// NIO cannot watch a bare descriptor, and libdispatch refuses priorities in the service's sandbox:
/// so Dispatch is used, without a QoS.
package final class ReadableDescriptor: Sendable {
    private let descriptor: Int32
    private let isCancelled = Mutex(false)
    // Dispatch objects are thread-safe; only their Swift declaration does not say so.
    nonisolated(unsafe) private let source: any DispatchSourceRead

    /// Takes ownership of a descriptor and watches it until `cancel()` or deallocation.
    /// `onReadable` is called on the serial queue whenever data is available, and must read all of
    /// it.
    package init(
        owning descriptor: Int32, queue: DispatchQueue,
        onReadable: @escaping @Sendable (Int32) -> Void
    ) {
        self.descriptor = descriptor
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { onReadable(descriptor) }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    deinit {
        source.cancel()
    }

    /// Passes the descriptor to `body`, unless it was cancelled: its number may belong to another
    /// file then.
    package func withDescriptor(_ body: (Int32) -> Void) {
        isCancelled.withLock { isCancelled in
            if !isCancelled { body(descriptor) }
        }
    }

    /// Ends the watch. After a call on the queue, no handler runs.
    package func cancel() {
        isCancelled.withLock { $0 = true }
        source.cancel()
    }
}
