import NIOCore

/// A queue of replies to one peer. No call is handled while replies wait, so only a stream can fill
/// the queue.
///
/// Replies to a peer that reads go straight to the channel. If the channel holds more than its
/// high-water mark, further replies wait here, up to the limits.
///
/// It is a class because a flush may call back into it: the channel reports at once that it is
/// writable again.
final class OutgoingQueue {
    private let limits: ServerLimits
    private var waiting: CircularBuffer<ByteBuffer> = []
    private var waitingBytes = 0
    private var needsFlush = false

    init(limits: ServerLimits) {
        self.limits = limits
    }

    /// True if the next reply would go straight to the channel.
    func isClear(_ context: ChannelHandlerContext) -> Bool {
        waiting.isEmpty && context.channel.isWritable
    }

    /// Sends what can be sent; true if the next reply would then go straight to the channel.
    func clear(_ context: ChannelHandlerContext) -> Bool {
        if !isClear(context) { flush(context) }
        return isClear(context)
    }

    /// Appends a reply; false if the queue is full.
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

    /// Writes waiting replies while the channel is writable.
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
