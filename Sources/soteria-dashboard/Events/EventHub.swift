import API
import NIOCore

/// The open event streams of pages. Subscribes to the daemon while there is a stream.
///
/// The actor's executor is the server's event loop.
actor EventHub {
    static let most = 32
    /// The most events that wait for a page; a page that does not read them is dropped.
    static let longestQueue = 64
    /// The interval of keep-alive comments.
    static let pulse = TimeAmount.minutes(1)

    /// Subscribes to the daemon until the returned object is released; `notify` runs on any thread.
    typealias Follow = @Sendable (_ notify: @escaping @Sendable (PageEvent) -> Void) -> AnyObject

    /// Describes a decision in a sentence for screen readers, in the first available language.
    typealias Describe =
        @Sendable (_ decision: ProtectionAPI.Decision, _ languages: [String]) -> String

    struct Stream: Sendable {
        let number: Int
        let events: AsyncStream<ByteBuffer>
    }

    private struct Reader {
        let session: Int
        let languages: [String]
        let continuation: AsyncStream<ByteBuffer>.Continuation
        /// Ends the page's connection, even if a write is stuck; this closes the stream.
        let drop: @Sendable () -> Void
    }

    private let loop: any EventLoop
    private nonisolated let executor: any SerialExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let follow: Follow
    private let describe: Describe
    private var readers: [Int: Reader] = [:]
    private var count = 0
    private var following: AnyObject?
    private var pulse: RepeatedTask?
    private var isGone = false

    init(loop: any EventLoop, describe: @escaping Describe, follow: @escaping Follow) {
        self.loop = loop
        executor = loop.executor
        self.describe = describe
        self.follow = follow
    }

    var streamCount: Int { readers.count }

    /// Opens a stream for a page; nil if there are too many. `drop` ends its connection.
    func join(
        session: Int, languages: [String], drop: @escaping @Sendable () -> Void
    ) -> Stream? {
        guard readers.count < Self.most else { return nil }
        count += 1
        let (events, continuation) = AsyncStream.makeStream(
            of: ByteBuffer.self, bufferingPolicy: .bufferingOldest(Self.longestQueue))
        let reader = Reader(
            session: session, languages: languages, continuation: continuation, drop: drop)
        readers[count] = reader
        continuation.yield(ServerSentEvent.greeting)
        if isGone { send(.gone, to: reader) }
        if following == nil { begin() }
        return Stream(number: count, events: events)
    }

    /// Closes a stream whose connection has ended; returns false if it was already closed.
    func leave(_ number: Int) -> Bool {
        guard let reader = readers.removeValue(forKey: number) else { return false }
        reader.continuation.finish()
        if readers.isEmpty { end() }
        return true
    }

    /// Ends the connections of a session's streams.
    func drop(session: Int) {
        for reader in readers.values where reader.session == session { drop(reader) }
    }

    func publish(_ event: PageEvent) {
        switch event {
        case .gone: isGone = true
        case .back: isGone = false
        case .change, .decision: break
        }
        for reader in readers.values { send(event, to: reader) }
    }

    private func send(_ event: PageEvent, to reader: Reader) {
        send(ServerSentEvent.bytes(event) { describe($0, reader.languages) }, to: reader)
    }

    private func send(_ bytes: ByteBuffer, to reader: Reader) {
        if case .dropped = reader.continuation.yield(bytes) { drop(reader) }
    }

    /// Sends keep-alive comments, which also reveal dead streams.
    func sendKeepAlives() {
        for reader in readers.values { send(ServerSentEvent.keepAlive, to: reader) }
    }

    private func drop(_ reader: Reader) {
        reader.continuation.finish()
        reader.drop()
    }

    private func begin() {
        isGone = false
        let loop = loop
        following = follow { [weak self] event in
            guard let self else { return }
            loop.execute { self.assumeIsolated { $0.forward(event) } }
        }
        pulse = loop.scheduleRepeatedTask(initialDelay: Self.pulse, delay: Self.pulse) {
            [weak self] _ in
            self?.assumeIsolated { $0.sendKeepAlives() }
        }
    }

    /// Publishes an event, unless it was under way when the last stream closed.
    private func forward(_ event: PageEvent) {
        if following != nil { publish(event) }
    }

    private func end() {
        following = nil
        pulse?.cancel()
        pulse = nil
    }
}
