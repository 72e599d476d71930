import NIOCore

/// The state of the socket's connections.
struct Connections {
    /// Whether the session is locked as each connection that reports of the person's presence said
    /// last, by the connection's number.
    private(set) var reporters: [Int: Bool] = [:]
    private var counted: (@Sendable () -> EventLoopFuture<Int>)?

    mutating func connect(_ counted: @escaping @Sendable () -> EventLoopFuture<Int>) {
        self.counted = counted
    }

    /// How many there are; nil before the socket is served.
    func count() -> EventLoopFuture<Int>? { counted?() }

    /// Notes whether a connection says that the session is locked; if it does not say, what it said
    /// before holds. Returns that, and whether it is the first report of the connection.
    mutating func report(_ reporter: Int, isLocked: Bool?) -> (isLocked: Bool, isFirst: Bool) {
        let before = reporters[reporter]
        let now = isLocked ?? before ?? false
        reporters[reporter] = now
        return (now, before == nil)
    }

    mutating func remove(_ reporter: Int) { reporters[reporter] = nil }
}
