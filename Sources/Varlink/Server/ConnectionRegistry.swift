import NIOCore

/// All connections of a server, on its event loop.
final class ConnectionRegistry {
    let eventLoop: any EventLoop
    let service: ServiceRouter
    let limits: ServerLimits
    let observe: @Sendable (ServerEvent) -> Void
    /// The writer of replies; its memory is shared, because one reply is encoded at a time.
    let writer = JSONWriter(capacity: 4096)
    private let allowedUser: UInt32?
    private var connections: [ObjectIdentifier: Connection] = [:]
    /// The number of connections ever accepted.
    private var admitted = 0
    private var listeners: [any Channel] = []
    private var drained: EventLoopPromise<Void>?

    init(
        eventLoop: any EventLoop, service: ServiceRouter, limits: ServerLimits,
        allowedUser: UInt32?, observe: @escaping @Sendable (ServerEvent) -> Void
    ) {
        self.eventLoop = eventLoop
        self.service = service
        self.limits = limits
        self.allowedUser = allowedUser
        self.observe = observe
    }

    var count: Int { connections.count }

    /// Admits a new connection; throws if its peer must be refused.
    func admit(_ channel: any Channel, peer: PeerCredentials) throws {
        if let allowedUser, peer.uid != allowedUser {
            observe(.refusedUser(peer))
            throw ChannelError.ioOnClosedChannel
        }
        if connections.count >= limits.connections {
            observe(.connectionLimit(limits.connections))
            throw ChannelError.ioOnClosedChannel
        }
        if drained != nil { throw ChannelError.ioOnClosedChannel }
        admitted += 1
        let connection = Connection(peer: peer, number: admitted, registry: self)
        try channel.pipeline.syncOperations.addHandler(connection)
        connections[ObjectIdentifier(connection)] = connection
    }

    func remove(_ connection: Connection) {
        connections[ObjectIdentifier(connection)] = nil
        if connections.isEmpty { drained?.succeed() }
    }

    func add(listener channel: any Channel) {
        if drained == nil { listeners.append(channel) } else { channel.close(promise: nil) }
    }

    /// Stops accepting, lets open calls be answered, and completes when the last connection has
    /// closed.
    func shutdown() -> EventLoopFuture<Void> {
        if let drained { return drained.futureResult }
        let promise = eventLoop.makePromise(of: Void.self)
        drained = promise
        for listener in listeners { listener.close(promise: nil) }
        listeners = []
        for connection in connections.values { connection.drain() }
        if connections.isEmpty { promise.succeed() }
        return promise.futureResult
    }

    func abort() {
        for connection in connections.values { connection.abort() }
    }
}
