import NIOCore

/// Pauses accepting for a while after it fails, mostly for lack of descriptors. NIO would try again
/// at once, and since the connection still waits, the loop would do nothing else.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private let length: TimeAmount
    private let observe: @Sendable (ServerEvent) -> Void

    init(length: TimeAmount = .seconds(1), observe: @escaping @Sendable (ServerEvent) -> Void) {
        self.length = length
        self.observe = observe
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A refused peer is a different case, and has been reported already.
        guard error is IOError else { return }
        observe(.acceptFailed(reason: String(describing: error)))
        let channel = context.channel
        try? channel.syncOptions?.setOption(.autoRead, value: false)
        let bound = NIOLoopBound(channel, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: length) {
            try? bound.value.syncOptions?.setOption(.autoRead, value: true)
        }
    }
}
