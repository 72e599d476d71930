import NIOCore

/// The state of the socket's connections.
struct Connections {
    /// The last reported lock state of the session, by the number of the reporting connection.
    private(set) var reporters: [Int: Bool] = [:]
    /// Notices that no reporter is there.
    var watch = ReporterWatch()
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

    mutating func remove(_ reporter: Int) { reporters[reporter] = nil }
}
