import NIOCore

/// All connections of a server, on its event loop.
final class ConnectionRegistry {
    let eventLoop: any EventLoop
    let service: ServiceRouter
    let limits: ServerLimits
    /// The writer of replies; its memory is shared, because one reply is encoded at a time.
    let writer = JSONWriter(capacity: 4096)
    private let allowedUser: UInt32?
    private let refusal: (@Sendable (ConnectionLimit) -> VarlinkError)?
    private var connections: [ObjectIdentifier: Connection] = [:]
    /// The number of connections of each process that has any.
    private var shares: [Int32: Int] = [:]
    /// The number of connections ever accepted.
    private var admitted = 0
    private var listeners: [any Channel] = []
    private var drained: EventLoopPromise<Void>?
    /// The only timer of all connections: the next deadline of a message.
    private var deadline: Scheduled<Void>?
    /// The bytes of memory of all unhandled input.
    private var inputMemory = 0
    private var inputBurst: Burst
    private var connectionBurst: Burst
    private let releaseMemory: @Sendable () -> Void
    private let events: EventThrottle
    private let clock: () -> NIODeadline

    init(
        eventLoop: any EventLoop, service: ServiceRouter, limits: ServerLimits,
        allowedUser: UInt32?, refusal: (@Sendable (ConnectionLimit) -> VarlinkError)? = nil,
        releaseMemory: @escaping @Sendable () -> Void = {},
        observe: @escaping @Sendable (ServerEvent) -> Void, now: (() -> NIODeadline)? = nil
    ) {
        self.eventLoop = eventLoop
        clock = now ?? { eventLoop.now }
        self.service = service
        self.limits = limits
        self.allowedUser = allowedUser
        self.refusal = refusal
        self.releaseMemory = releaseMemory
        events = EventThrottle(eventLoop, observe: observe)
        inputBurst = Burst(from: limits.inputBytes / 4, until: limits.inputBytes / 32)
        connectionBurst = Burst(from: limits.connections / 4, until: limits.connections / 16)
    }

    var count: Int { connections.count }

    /// The time by which deadlines are counted; it goes on while the process is stopped.
    var now: NIODeadline { clock() }

    func observe(_ event: ServerEvent) { events.report(event) }

    /// True while a message is awaited, or shortly after one was.
    var hasTimer: Bool { deadline != nil }

    /// Admits a new connection; throws if its peer must be refused without a word.
    func admit(_ channel: any Channel, peer: PeerCredentials) throws {
        if let allowedUser, peer.uid != allowedUser {
            observe(.refusedUser(peer))
            throw ChannelError.ioOnClosedChannel
        }
        if drained != nil { throw ChannelError.ioOnClosedChannel }
        if let limit = limit(reachedBy: peer.pid) {
            observe(.connectionLimit(peer, limit))
            guard let refusal else { throw ChannelError.ioOnClosedChannel }
            return try channel.pipeline.syncOperations.addHandler(
                RefusedConnection(OutgoingFrame.error(refusal(limit))))
        }
        admitted += 1
        let connection = Connection(peer: peer, number: admitted, registry: self)
        try channel.pipeline.syncOperations.addHandler(connection)
        connections[ObjectIdentifier(connection)] = connection
        shares[peer.pid, default: 0] += 1
        connectionBurst.update(to: connections.count)
        watchDeadlines()
    }

    /// The limit that another connection of a process would exceed; nil if it may connect.
    private func limit(reachedBy process: Int32) -> ConnectionLimit? {
        let own = shares[process] ?? 0
        if own >= limits.connectionsPerProcess {
            return ConnectionLimit(maximum: own, isOfProcess: true)
        }
        let reserve = own < limits.fewConnections ? 0 : limits.reservedConnections
        guard connections.count >= limits.connections - reserve else { return nil }
        return ConnectionLimit(maximum: connections.count, isOfProcess: false)
    }

    func remove(_ connection: Connection) {
        guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        let left = (shares[connection.peer.pid] ?? 0) - 1
        shares[connection.peer.pid] = left > 0 ? left : nil
        if connectionBurst.update(to: connections.count) { scheduleRelease() }
        guard connections.isEmpty else { return }
        deadline?.cancel()
        deadline = nil
        drained?.succeed()
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
        promise.futureResult.assumeIsolated().whenComplete { [events] _ in events.finish() }
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

// MARK: - Unhandled input

extension ConnectionRegistry {
    /// Watches over messages that must come in time. The timer runs only while one is awaited, so
    /// that idle connections cost no wake-up.
    func watchDeadlines() {
        if deadline == nil { scheduleDeadline(at: now + limits.messageTime) }
    }

    private func scheduleDeadline(at instant: NIODeadline) {
        deadline = eventLoop.assumeIsolated().scheduleTask(in: instant - now) { [weak self] in
            self?.dropLate(due: instant)
        }
    }

    private func dropLate(due: NIODeadline) {
        deadline = nil
        // While the process stood still, nothing was read: all have their whole time again.
        let wasStopped = now > due + .seconds(1)
        let seconds = Int(limits.messageTime.nanoseconds / 1_000_000_000)
        var next: NIODeadline?
        for connection in connections.values {
            if wasStopped { connection.awaitAgain() }
            guard let since = connection.awaitedSince else { continue }
            let end = since + limits.messageTime
            if end <= now {
                connection.drop(because: .messageTooLate(connection.peer, seconds: seconds))
            } else {
                next = min(next ?? end, end)
            }
        }
        if let next { scheduleDeadline(at: next) }
    }

    /// Counts a change of the memory of unhandled input. While all of it takes too much, the
    /// process that has the most of it loses a connection.
    func countInput(_ growth: Int) {
        inputMemory += growth
        while inputMemory > limits.inputBytes, let greediest {
            greediest.drop(because: .inputLimit(greediest.peer, limit: limits.inputBytes))
        }
        if inputBurst.update(to: inputMemory) { scheduleRelease() }
    }

    /// The connection with the most unhandled input of the process that has the most.
    private var greediest: Connection? {
        let holders = connections.values.filter { $0.inputMemory > 0 }
        let sums = Dictionary(holders.map { ($0.peer.pid, $0.inputMemory) }, uniquingKeysWith: +)
        guard let process = sums.max(by: { $0.value < $1.value })?.key else { return nil }
        return holders.filter { $0.peer.pid == process }.max { $0.inputMemory < $1.inputMemory }
    }

    /// Gives memory back to the system a little later, when the channels have freed theirs.
    private func scheduleRelease() {
        eventLoop.scheduleTask(in: .seconds(1), releaseMemory)
    }
}

/// Notices the end of a burst, after which much memory is unused.
struct Burst {
    private let start: Int
    private let end: Int
    private var isUnderWay = false

    /// A burst begins above `start` and is over at `end`.
    init(from start: Int, until end: Int) {
        self.start = start
        self.end = end
    }

    /// Returns true if a burst is over with this value.
    @discardableResult
    mutating func update(to value: Int) -> Bool {
        if value > start { isUnderWay = true }
        guard isUnderWay, value <= end else { return false }
        isUnderWay = false
        return true
    }
}
