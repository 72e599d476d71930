import Glibc
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import Varlink

/// A server in a directory of its own, with an interface made for tests and a note of all events.
final class TestService: Sendable {
    static let identity = ServiceIdentity(
        vendor: "Test", product: "Test service", version: "7", url: "https://example.org")

    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let server: VarlinkServer
    let directory: String
    let path: String
    private let noted = Notes()
    let kept: KeptCalls

    init(
        limits: ServerLimits = ServerLimits(), allowedUser: UInt32? = geteuid(),
        isListening: Bool = true, refusal: (@Sendable (ConnectionLimit) -> VarlinkError)? = nil
    ) throws {
        kept = KeptCalls(on: group.next())
        directory = try Self.temporaryDirectory()
        path = directory + "/socket"
        server = VarlinkServer(
            identity: Self.identity, interfaces: [try TestInterface.interface(kept)],
            eventLoop: group.next(), limits: limits, allowedUser: allowedUser,
            refusal: refusal,
            observer: { [noted] event in noted.events.withLock { $0.append(event) } })
        if isListening { try server.listen(at: path).wait() }
    }

    deinit {
        try? server.shutdown(grace: .zero).wait()
        unlink(path)
        rmdir(directory)
        group.shutdownGracefully { _ in }
    }

    static func temporaryDirectory() throws -> String {
        var template = Array("/tmp/varlink-tests-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        return try #require(made)
    }

    /// The events reported to the observer so far, after the loop has done its current work.
    var events: [ServerEvent] {
        try? server.eventLoop.submit {}.wait()
        return noted.events.withLock { $0 }
    }

    func peer() throws -> RawPeer { try RawPeer(connectingTo: path) }

    func client(timeout: Duration = .seconds(900)) throws -> VarlinkClient {
        try VarlinkClient(path: path, timeout: timeout)
    }

    /// Answers a call that `Later` or `Watch` keeps, on the loop.
    func answer(_ body: @escaping @Sendable (Call) -> Void) throws {
        try kept.next().flatMapThrowing { call in body(call) }.wait()
    }
}

/// The events reported to an observer.
private final class Notes: Sendable {
    let events = Mutex<[ServerEvent]>([])
}

/// Calls that wait for a test to answer them, in order.
final class KeptCalls: Sendable {
    private struct State {
        var calls: [Call] = []
        var waiting: [EventLoopPromise<Call>] = []
    }

    private let eventLoop: any EventLoop
    private let state: NIOLoopBoundBox<State>

    init(on eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        state = .makeBoxSendingValue(State(), eventLoop: eventLoop)
    }

    func keep(_ call: Call) {
        if state.value.waiting.isEmpty {
            state.value.calls.append(call)
        } else {
            state.value.waiting.removeFirst().succeed(call)
        }
    }

    /// The next call that comes, or that came and was not asked for yet.
    func next() -> EventLoopFuture<Call> {
        eventLoop.flatSubmit { [eventLoop, state] in
            if !state.value.calls.isEmpty {
                return eventLoop.makeSucceededFuture(state.value.calls.removeFirst())
            }
            let promise = eventLoop.makePromise(of: Call.self)
            state.value.waiting.append(promise)
            return promise.futureResult
        }
    }
}
