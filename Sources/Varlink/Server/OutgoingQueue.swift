import NIOCore

/// Replies on their way to one peer.
///
/// Those of a peer that reads go straight to the channel. When the channel holds more than its
/// high-water mark, further ones wait here, up to the limits.
///
/// A class, since a flush may call back into it: the channel tells at once that it has room again.
final class OutgoingQueue {
    private let limits: ServerLimits
    private var waiting: CircularBuffer<ByteBuffer> = []
    private var waitingBytes = 0
    private var needsFlush = false

    init(limits: ServerLimits) {
        self.limits = limits
    }

    /// Whether the next reply would go straight to the channel.
    func isClear(_ context: ChannelHandlerContext) -> Bool {
        waiting.isEmpty && context.channel.isWritable
    }

    /// Takes a reply; false if that is one too many.
    func write(_ frame: ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
        var isWritable = context.channel.isWritable
        if !isWritable {
            // Replies of one batch of calls pile up unsent; the peer is not to blame for those.
            flush(context)
            isWritable = context.channel.isWritable
        }
        if isWritable, waiting.isEmpty {
            context.write(NIOAny(frame), promise: nil)
            needsFlush = true
            return true
        }
        let bytes = waitingBytes + frame.readableBytes
        guard waiting.count < limits.queuedMessages, waiting.isEmpty || bytes <= limits.queuedBytes
        else { return false }
        waiting.append(frame)
        waitingBytes = bytes
        return true
    }

    func flush(_ context: ChannelHandlerContext) {
        guard needsFlush else { return }
        needsFlush = false
        context.flush()
    }

    /// Hands waiting replies over as far as the channel takes them.
    func refill(_ context: ChannelHandlerContext) {
        while context.channel.isWritable, let frame = waiting.popFirst() {
            waitingBytes -= frame.readableBytes
            context.write(NIOAny(frame), promise: nil)
            needsFlush = true
        }
        flush(context)
    }

    /// Sends all that waits, then closes.
    func finish(_ context: ChannelHandlerContext) {
        while let frame = waiting.popFirst() { context.write(NIOAny(frame), promise: nil) }
        waitingBytes = 0
        needsFlush = false
        // An empty write completes when all before it have.
        let sent = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(NIOAny(ByteBuffer()), promise: sent)
        sent.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }
}
