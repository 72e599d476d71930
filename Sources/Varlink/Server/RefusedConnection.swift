import NIOCore

/// Tells a peer why its connection is refused, then closes the connection. Whatever the peer has
/// called, it takes the error for the answer.
final class RefusedConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let reason: ByteBuffer

    init(_ reason: ByteBuffer) { self.reason = reason }

    func channelActive(context: ChannelHandlerContext) {
        let sent = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(NIOAny(reason), promise: sent)
        sent.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
