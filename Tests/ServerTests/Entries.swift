import Logging
import Synchronization

/// A journal of the test's own.
final class Entries: Sendable {
    private let entries = Mutex<[String]>([])

    /// The logged messages, in order.
    var texts: [String] { entries.withLock { $0 } }

    var logger: Logger { Logger(label: "tests") { _ in Handler(entries: self) } }

    private struct Handler: LogHandler {
        let entries: Entries
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            entries.entries.withLock { $0.append(event.message.description) }
        }
    }
}
