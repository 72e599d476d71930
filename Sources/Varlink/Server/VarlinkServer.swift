import Glibc
import NIOCore
import NIOPosix

/// A Varlink service on unix stream sockets, on one event loop.
///
/// Handlers run on that loop, so the owner of the loop needs no locks. An idle connection has no
/// timer and costs no wake-up.
package final class VarlinkServer: Sendable {
    /// The event loop of the server; an actor may share its executor.
    package let eventLoop: any EventLoop
    private let registry: NIOLoopBoundBox<ConnectionRegistry>
    private let boundSockets: NIOLoopBoundBox<[ListeningSocket]>

    /// Creates a server of `interfaces` and of `org.varlink.service`, which does not listen yet.
    /// `eventLoop` must be one of NIOPosix; peers of a user other than `allowedUser` are refused,
    /// nil allows all. `refusal` is what a peer beyond a limit is told; without it, its connection
    /// is closed without a word. `releaseMemory` is called after a burst of connections or of
    /// input; it and `observer` are called on the loop.
    package init(
        identity: ServiceIdentity, interfaces: [Interface], eventLoop: any EventLoop,
        limits: ServerLimits = ServerLimits(), allowedUser: UInt32? = geteuid(),
        refusal: (@Sendable (ConnectionLimit) -> VarlinkError)? = nil,
        releaseMemory: @escaping @Sendable () -> Void = {},
        observer: @escaping @Sendable (ServerEvent) -> Void = { _ in }
    ) {
        self.eventLoop = eventLoop
        registry = .makeBoxSendingValue(
            ConnectionRegistry(
                eventLoop: eventLoop,
                service: ServiceRouter(identity: identity, interfaces: interfaces),
                limits: limits, allowedUser: allowedUser, refusal: refusal,
                releaseMemory: releaseMemory, observe: observer),
            eventLoop: eventLoop)
        boundSockets = .makeBoxSendingValue([], eventLoop: eventLoop)
    }

    /// Binds a socket of mode 0600 at `path` and listens; fails with `BindError`. A socket without
    /// a listener is replaced. `shutdown` removes the file.
    package func listen(at path: String) -> EventLoopFuture<Void> {
        let socket: ListeningSocket
        do {
            socket = try ListeningSocket(binding: path)
        } catch {
            return eventLoop.makeFailedFuture(error)
        }
        return serve(listening: socket.descriptor).map { [boundSockets] in
            boundSockets.value.append(socket)
        }
    }

    /// Listens on a socket that is already bound, as passed by socket activation; the server owns
    /// the descriptor from now on.
    package func serve(listening descriptor: CInt) -> EventLoopFuture<Void> {
        let registry = registry
        return ServerBootstrap(group: eventLoop)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        AcceptPause { registry.value.observe($0) })
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.recvAllocator, value: Self.allocator)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer { Self.admit($0, to: registry) }
            .withBoundSocket(descriptor)
            .map { channel in
                // NIO has just set the queue's length to 128.
                _ = Glibc.listen(descriptor, ListeningSocket.backlog)
                registry.value.add(listener: channel)
            }
    }

    /// Serves a socket that is already connected, as `varlinkctl exec:` passes one; completes when
    /// serving has begun. The server owns the descriptor from now on.
    package func serve(connected descriptor: CInt) -> EventLoopFuture<Void> {
        let registry = registry
        return ClientBootstrap(group: eventLoop)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelOption(.recvAllocator, value: Self.allocator)
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelInitializer { Self.admit($0, to: registry) }
            .withConnectedSocket(descriptor)
            .map { _ in }
    }

    /// Each connection keeps a buffer of the size of its last reads, which by default grows to
    /// 64 KiB. Only so much is read of one connection before all others have their turn.
    private static let allocator = AdaptiveRecvByteBufferAllocator(
        minimum: 64, initial: 2048, maximum: 4096)

    private static func admit(
        _ channel: any Channel, to registry: NIOLoopBoundBox<ConnectionRegistry>
    ) -> EventLoopFuture<Void> {
        guard let provider = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        let peer: EventLoopFuture<PeerCredentials> = provider.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        return peer.flatMapThrowing { try registry.value.admit(channel, peer: $0) }
    }

    package var connectionCount: EventLoopFuture<Int> {
        eventLoop.submit { [registry] in registry.value.count }
    }

    /// Stops listening, lets open calls be answered within `grace`, ends streams, closes all
    /// connections and removes the socket file it made; completes when all that is done.
    package func shutdown(grace: TimeAmount = .milliseconds(500)) -> EventLoopFuture<Void> {
        eventLoop.flatSubmit { [registry, boundSockets, eventLoop] in
            for socket in boundSockets.value { socket.removeFile() }
            boundSockets.value = []
            let deadline = eventLoop.scheduleTask(in: grace) { registry.value.abort() }
            return registry.value.shutdown().always { _ in deadline.cancel() }
        }
    }
}
