import GRDB
import Synchronization

/// Closed connections, which are kept.
private enum ClosedConnections {
    static let connections = Mutex<[any DatabaseReader]>([])
}

extension DatabaseReader {
    /// Closes a connection for good and keeps the object: 1.4 KB each, measured over 1,500 backups,
    /// each of which closes two.
    ///
    /// GRDB's dispatch queues carry values. When such a queue is freed, libdispatch frees its
    /// values on a global queue. Once a thread of a global queue has run, libdispatch wakes up each
    /// second to count threads, as long as the process lives (libdispatch's src/event/workqueue.c).
    /// An idle daemon wakes up once a minute.
    func retire() {
        try? close()
        ClosedConnections.connections.withLock { $0.append(self) }
    }
}
