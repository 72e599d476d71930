import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request does not come in time: its head after the connection or the
/// last response, its body after the head. Requests that are half sent would otherwise take up all
/// connections.
final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    static let limit = TimeAmount.seconds(10)

    /// The number of requests that have begun and whose responses have not ended.
    private var unanswered = 0
    private var isReadingBody = false
    private var timer: Scheduled<Void>?

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { restart(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelActive(context: ChannelHandlerContext) {
        restart(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            unanswered += 1
            isReadingBody = true
            restart(context)
        case .body: break
        case .end:
            isReadingBody = false
            if unanswered == 0 { restart(context) } else { stop() }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // A malformed request is answered without having begun.
        if case .end = unwrapOutboundIn(data), unanswered > 0 {
            unanswered -= 1
            if unanswered == 0, !isReadingBody { restart(context) }
        }
        context.write(data, promise: promise)
    }

    private func restart(_ context: ChannelHandlerContext) {
        stop()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.limit) {
            context.close(promise: nil)
        }
    }

    private func stop() {
        timer?.cancel()
        timer = nil
    }
}
