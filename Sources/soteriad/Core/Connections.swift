import NIOCore
import RuleModel

/// The state of the socket's connections.
struct Connections {
    /// The last reported lock state of the session, by the number of the reporting connection.
    private(set) var reporters: [Int: Bool] = [:]
    /// The browser extensions that are connected, in the order in which they connected.
    private(set) var extensions: [ConnectedExtension] = []
    /// The sources of the connected agents, the latest last.
    private var sources: [RegisteredSource] = []
    /// Notices that no reporter is there.
    private var watch = ReporterWatch()
    private var counted: (@Sendable () -> EventLoopFuture<Int>)?

    mutating func connect(_ counted: @escaping @Sendable () -> EventLoopFuture<Int>) {
        self.counted = counted
    }

    /// The number of open connections; nil before the socket is served.
    func count() -> EventLoopFuture<Int>? { counted?() }

    /// Records what a connection reports of the session lock; nil keeps its earlier report. Returns
    /// the lock state, and true as `isFirst` for the first report of the connection.
    mutating func report(_ reporter: Int, isLocked: Bool?) -> (isLocked: Bool, isFirst: Bool) {
        let before = reporters[reporter]
        let now = isLocked ?? before ?? false
        reporters[reporter] = now
        return (now, before == nil)
    }

    /// How long the reporter has been missed at a time since boot, once it is too long; nil
    /// otherwise.
    mutating func missedReporter(isBlocking: Bool, elapsed: TimeSpan) -> TimeSpan? {
        let length = watch.observe(
            isThere: !reporters.isEmpty, isBlocking: isBlocking, elapsed: elapsed)
        if length != nil { watch.stopExpecting() }
        return length
    }

    mutating func remove(_ reporter: Int) { reporters[reporter] = nil }

    /// Adds an extension in place of an earlier one of its connection; true if there was none.
    mutating func add(_ connected: ConnectedExtension) -> Bool {
        guard let index = extensions.firstIndex(where: { $0.connection == connected.connection })
        else {
            extensions.append(connected)
            return true
        }
        extensions[index] = connected
        return false
    }

    /// The source that was registered last; nil if none is.
    var source: RegisteredSource? { sources.last }

    /// Adds a source in place of an earlier one of its connection; true if there was none.
    mutating func add(_ source: RegisteredSource) -> Bool {
        let isFirst = !sources.contains { $0.connection == source.connection }
        removeSource(of: source.connection)
        sources.append(source)
        return isFirst
    }

    mutating func removeSource(of connection: Int) {
        sources.removeAll { $0.connection == connection }
    }

    mutating func removeExtension(of connection: Int) {
        extensions.removeAll { $0.connection == connection }
    }
}

/// A browser extension, with the number of its connection.
struct ConnectedExtension: Hashable {
    let connection: Int
    /// Nil if the extension does not say it.
    let version: String?
    /// When the extension was last registered.
    let at: Instant
}

/// How an agent learns which app is in use, with the number of its connection.
struct RegisteredSource: Hashable {
    let connection: Int
    /// The word for what tells which window is in front.
    let front: String
    /// The word for what tells whether the person is there; nil if nothing does.
    let idle: String?
    let isEstimated: Bool
}
