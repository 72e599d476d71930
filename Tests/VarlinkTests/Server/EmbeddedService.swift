import NIOCore
import NIOEmbedded
import Testing

@testable import Varlink
import VarlinkIDL

/// A server without sockets, and with a clock that only the test moves.
final class EmbeddedService {
    let loop = EmbeddedEventLoop()
    let kept: KeptCalls
    let registry: ConnectionRegistry
    private let seen: NIOLoopBoundBox<[ServerEvent]>
    private let releases: NIOLoopBoundBox<Int>
    private let stopped: NIOLoopBoundBox<TimeAmount>
    private var peers: [EmbeddedPeer] = []

    init(limits: ServerLimits = ServerLimits()) throws {
        kept = KeptCalls(on: loop)
        let seen = NIOLoopBoundBox<[ServerEvent]>([], eventLoop: loop)
        let releases = NIOLoopBoundBox(0, eventLoop: loop)
        let (clock, stopped) = (loop, NIOLoopBoundBox(TimeAmount.zero, eventLoop: loop))
        (self.seen, self.releases, self.stopped) = (seen, releases, stopped)
        registry = ConnectionRegistry(
            eventLoop: loop,
            service: ServiceRouter(
                identity: TestService.identity, interfaces: [try TestInterface.interface(kept)]),
            limits: limits, allowedUser: nil,
            refusal: {
                VarlinkError(
                    "org.example.test.Full",
                    [
                        "maximum": .integer(Int64($0.maximum)), "ofProcess": .bool($0.isOfProcess),
                    ])
            }, releaseMemory: { releases.value += 1 },
            observe: { seen.value.append($0) }, now: { clock.now + stopped.value })
    }

    deinit { for peer in peers { _ = try? peer.channel.finish(acceptAlreadyClosed: true) } }

    var events: [ServerEvent] { seen.value }
    /// How often unused memory was given back.
    var releaseCount: Int { releases.value }

    /// Connects a peer that belongs to a process.
    func peer(pid: Int32 = 1) throws -> EmbeddedPeer {
        let peer = EmbeddedPeer(EmbeddedChannel(loop: loop))
        try registry.admit(peer.channel, peer: PeerCredentials(pid: pid, uid: 2, gid: 3))
        peer.channel.connect(
            to: try SocketAddress(unixDomainSocketPath: "/a"), promise: nil)
        peers.append(peer)
        return peer
    }

    func pass(_ time: TimeAmount) { loop.advanceTime(by: time) }

    /// Has the clock go on while the server stands still, so that its timers are late.
    func stop(for time: TimeAmount) { stopped.value = stopped.value + time }
}

/// The client's end of a connection to an `EmbeddedService`.
struct EmbeddedPeer {
    let channel: EmbeddedChannel

    init(_ channel: EmbeddedChannel) { self.channel = channel }

    var isConnected: Bool { channel.isActive }

    /// False while the server has paused reading.
    var isRead: Bool {
        let option = channel.options.last { $0.option is ChannelOptions.Types.AutoReadOption }
        return option?.value as? Bool ?? true
    }

    /// Sends a message with its NUL.
    func send(_ message: String) { send(bytes: Array(message.utf8) + [0]) }

    func send(bytes: [UInt8]) {
        guard isConnected else { return }
        _ = try? channel.writeInbound(ByteBuffer(bytes: bytes))
        channel.embeddedEventLoop.run()
    }

    /// The messages that came since the last look, without their NULs.
    func received() throws -> [String] {
        var bytes: [UInt8] = []
        while let sent = try channel.readOutbound(as: ByteBuffer.self) {
            bytes += sent.readableBytesView
        }
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Has the channel say that the peer reads, or that it does not.
    func setReading(_ reads: Bool) {
        channel.isWritable = reads
        channel.pipeline.fireChannelWritabilityChanged()
        channel.embeddedEventLoop.run()
    }
}
