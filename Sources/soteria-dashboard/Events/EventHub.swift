import API
import NIOCore

/// The streams of events that pages have open. It follows the daemon while there is one.
///
/// The actor's executor is the server's event loop.
actor EventHub {
    static let most = 32
    /// How many events may wait for a page; one that does not read them is dropped.
    static let longestQueue = 64
    /// How often a sign of life is sent.
    static let pulse = TimeAmount.minutes(1)

    /// Follows the daemon and tells, from any thread, while what it returns is held.
    typealias Follow = @Sendable (_ notify: @escaping @Sendable (PageEvent) -> Void) -> AnyObject

    /// A decision in a sentence to be read out, in the first of the languages that there is.
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
        /// Ends the page's connection, even stuck in a write; that closes the stream.
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

    /// Opens a stream for a page; nil where there are too many. `drop` ends its connection.
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

    /// Closes a stream whose connection has ended; whether it was still open.
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

    /// Sends what shows that a stream lives, or that it does not.
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

    /// What was under way when the last stream closed is for nobody.
    private func forward(_ event: PageEvent) {
        if following != nil { publish(event) }
    }

    private func end() {
        following = nil
        pulse?.cancel()
        pulse = nil
    }
}
