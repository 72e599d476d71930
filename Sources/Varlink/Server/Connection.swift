import NIOCore

/// One client: reads its calls one after the other and writes their answers in order.
final class Connection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    let peer: PeerCredentials
    /// The number of the connection, counted from 1.
    let number: Int
    private let registry: ConnectionRegistry
    private var context: ChannelHandlerContext?
    private var incoming: IncomingFrames
    private let outgoing: OutgoingQueue
    /// The call that waits for its last answer.
    private var current: Call?
    private var closeActions: [@Sendable () -> Void] = []
    private var disconnectActions: [@Sendable () -> Void] = []
    private var hasLeft = false
    private var writableActions: [@Sendable () -> Void] = []
    private var isDispatching = false
    private var hasInputEnded = false
    private var isReadHeld = false
    /// The instant since which a whole message is awaited: the first one, or one that has begun.
    private(set) var awaitedSince: NIODeadline?
    /// The bytes of memory of the unhandled input, as the registry knows them.
    private(set) var inputMemory = 0
    private var isEnding = false
    /// True once the server shuts down: the current call is still answered, and no other accepted.
    private var isDraining = false

    init(peer: PeerCredentials, number: Int, registry: ConnectionRegistry) {
        self.peer = peer
        self.number = number
        self.registry = registry
        incoming = IncomingFrames(limit: registry.limits.messageBytes)
        outgoing = OutgoingQueue(limits: registry.limits)
        awaitedSince = registry.now
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        leave(context.eventLoop)
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave(context.eventLoop)
        context.fireChannelInactive()
    }

    private func leave(_ eventLoop: any EventLoop) {
        stopReading()
        hasLeft = true
        current = nil
        writableActions = []
        // Deferred: this may run within a reply, in the middle of the owner's own work.
        for action in closeActions + disconnectActions { eventLoop.execute(action) }
        closeActions = []
        disconnectActions = []
        registry.remove(self)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

// MARK: - Reading

extension Connection {
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        var bytes = unwrapInboundIn(data)
        if current == nil, !isDispatching, outgoing.isClear(context),
            let message = incoming.sole(bytes)
        {
            isDispatching = true
            handle(message, context)
            isDispatching = false
            outgoing.flush(context)
            if isDraining { dispatch() }
            return
        }
        incoming.append(&bytes)
        dispatch()
        reviewInput(context)
    }

    /// Updates what depends on the input that waits: its memory, its deadline, and reading itself,
    /// which pauses while a client sends more and more calls behind one that waits, or behind
    /// answers that it does not read.
    private func reviewInput(_ context: ChannelHandlerContext) {
        guard !isEnding else { return }
        let isWaiting = current != nil || !outgoing.isClear(context)
        if isWaiting {
            awaitedSince = nil
        } else if incoming.pendingBytes > 0, awaitedSince == nil {
            awaitedSince = registry.now
            registry.watchDeadlines()
        }
        let mustHold = isWaiting && incoming.pendingBytes > registry.limits.messageBytes
        if mustHold != isReadHeld {
            isReadHeld = mustHold
            try? context.channel.syncOptions?.setOption(.autoRead, value: !mustHold)
        }
        countInput()
    }

    /// Gives the peer its whole time again if a message is awaited.
    func awaitAgain() { if awaitedSince != nil { awaitedSince = registry.now } }

    private func countInput() {
        let growth = incoming.memory - inputMemory
        inputMemory += growth
        if growth != 0 { registry.countInput(growth) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event {
            hasInputEnded = true
            dispatch()
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Handles waiting calls until one stays open, the peer stops reading the answers, the input is
    /// used up, or the connection ends.
    private func dispatch() {
        guard !isDispatching, let context else { return }
        isDispatching = true
        while current == nil, !isEnding, outgoing.clear(context) {
            switch incoming.next() {
            case .message(let message): handle(message, context)
            case .tooLong:
                registry.observe(.messageTooLong(peer, limit: registry.limits.messageBytes))
                end()
            case .incomplete:
                isDispatching = false
                inputIsUsedUp(context)
                return
            }
        }
        isDispatching = false
        outgoing.flush(context)
        reviewInput(context)
    }

    private func inputIsUsedUp(_ context: ChannelHandlerContext) {
        if hasInputEnded, incoming.pendingBytes > 0 {
            registry.observe(
                .malformedMessage(peer, reason: "the peer stopped in the middle of a message"))
        }
        outgoing.flush(context)
        if hasInputEnded || isDraining { end() } else { reviewInput(context) }
    }

    private func handle(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        awaitedSince = nil
        let message: CallMessage
        do {
            let json = try bytes.withUnsafeReadableBytes { try JSONScanner.parse($0).get() }
            message = try CallMessage(json)
        } catch {
            registry.observe(.malformedMessage(peer, reason: String(describing: error)))
            return end()
        }
        let call = Call(
            message, peer: peer, connection: NIOLoopBound(self, eventLoop: context.eventLoop))
        current = call
        do {
            try registry.service.route(call, isUpgrade: message.mode == .upgrade)
        } catch let error as VarlinkError where isOpen(call) {
            call.fail(error)
        } catch let error as DecodingError where isOpen(call) {
            call.fail(.invalidParameter(error))
        } catch {
            registry.observe(.handlerFailed(method: call.method, reason: String(describing: error)))
            end()
        }
    }
}

// MARK: - Answering

extension Connection {
    func isOpen(_ call: Call) -> Bool { current === call && !isEnding }

    func reply(to call: Call, _ value: some Encodable, continues: Bool) {
        guard !isEnding else { return }
        do {
            let frame = try OutgoingFrame.reply(value, continues: continues, with: registry.writer)
            send(frame, to: call, continues: continues)
        } catch {
            registry.observe(
                .replyNotEncodable(method: call.method, reason: String(describing: error)))
            end()
        }
    }

    func send(_ frame: ByteBuffer, to call: Call, continues: Bool) {
        guard !isEnding, let context else { return }
        precondition(current === call, "\(call.method) was answered already")
        precondition(call.more || !continues, "\(call.method) was not called with more")
        if !continues {
            current = nil
            closeActions = []
        }
        if !call.oneway, !outgoing.write(frame, context) {
            return drop(because: .slowReader(peer, method: call.method))
        }
        guard !isDispatching else { return }
        outgoing.flush(context)
        // Deferred: the owner may still be doing the work that this reply ended.
        if !continues { later { $0.dispatch() } }
    }

    func onClose(of call: Call, _ body: @escaping @Sendable () -> Void) {
        if isOpen(call) {
            closeActions.append(body)
        } else if isEnding {
            registry.eventLoop.execute(body)
        }
    }

    func onDisconnect(_ body: @escaping @Sendable () -> Void) {
        if hasLeft {
            registry.eventLoop.execute(body)
        } else {
            disconnectActions.append(body)
        }
    }

    func whenWritable(_ body: @escaping @Sendable () -> Void) {
        guard !isEnding, let context else { return }
        if outgoing.isClear(context) {
            context.eventLoop.execute(body)
        } else {
            writableActions.append(body)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        outgoing.refill(context)
        if outgoing.isClear(context) {
            for action in writableActions { context.eventLoop.execute(action) }
            writableActions = []
            // Deferred: this may run within a reply.
            if current == nil { later { $0.dispatch() } }
        }
        context.fireChannelWritabilityChanged()
    }

    private func later(_ body: @escaping @Sendable (Connection) -> Void) {
        let bound = NIOLoopBound(self, eventLoop: registry.eventLoop)
        registry.eventLoop.execute { body(bound.value) }
    }
}

// MARK: - Ending

extension Connection {
    /// Closes once all answers have been sent.
    private func end() {
        guard !isEnding, let context else { return }
        stopReading()
        outgoing.finish(context)
    }

    /// Closes without waiting for a peer that does not read, and reports why.
    func drop(because event: ServerEvent) {
        guard !isEnding else { return }
        stopReading()
        registry.observe(event)
        later { $0.context?.close(promise: nil) }
    }

    /// Discards the input that waits, and all that comes.
    private func stopReading() {
        isEnding = true
        awaitedSince = nil
        incoming = IncomingFrames(limit: registry.limits.messageBytes)
        countInput()
    }

    /// Accepts no further call. Streams end; a call that waits for its one answer still gets it.
    func drain() {
        isDraining = true
        if current?.more == true { end() } else { dispatch() }
    }

    /// Closes now, even with calls unanswered.
    func abort() { context?.close(promise: nil) }
}
