import API
import Dispatch
import Synchronization
import Varlink

/// The calls with `more` that are under way, each with a connection and a thread of its own that
/// sleeps until the daemon says something.
final class Streams: Sendable {
    /// How many there may be, those that were cancelled and have not ended yet among them.
    static let most = 32

    private struct State {
        var calls: [Int64: Cancellation] = [:]
        var threads = 0
    }

    private let output: FrameWriter
    private let address: SocketAddress
    private let timeout: Duration
    private let state = Mutex(State())

    init(output: FrameWriter, address: SocketAddress, timeout: Duration) {
        self.output = output
        self.address = address
        self.timeout = timeout
    }

    /// Whether a call of this number is under way.
    func holds(_ id: Int64) -> Bool { state.withLock { $0.calls[id] != nil } }

    /// Makes a call; its answers go to the extension as they come.
    func begin(_ id: Int64, _ method: String, _ parameters: JSONObject) {
        let cancellation = Cancellation()
        let hasRoom = state.withLock { state in
            guard state.threads < Self.most else { return false }
            state.threads += 1
            state.calls[id] = cancellation
            return true
        }
        guard hasRoom else {
            _ = output.write(Answer.error(id, HostError.tooManyCalls))
            return
        }
        DispatchQueue(label: method).async { [self] in
            follow(id, method, parameters, cancellation)
            finish(id, cancellation)
            state.withLock { $0.threads -= 1 }
        }
    }

    /// Ends a call, of which nothing more is said; a number that is not known has ended already.
    func cancel(_ id: Int64) {
        state.withLock { $0.calls.removeValue(forKey: id) }?.cancel()
    }

    /// Ends every call.
    func cancelAll() {
        let calls = state.withLock { state in
            defer { state.calls = [:] }
            return state.calls
        }
        for call in calls.values { call.cancel() }
    }

    private func follow(
        _ id: Int64, _ method: String, _ parameters: JSONObject, _ cancellation: Cancellation
    ) {
        do {
            let client = try VarlinkClient(
                path: address.path, timeout: timeout, cancellation: cancellation)
            try client.callMore(method, parameters) { reply, continues in
                if !continues { finish(id, cancellation) }
                let answer = Answer.reply(id, reply, continues: continues)
                // A cancelled call is not answered.
                if output.write(answer, ifWanted: { !cancellation.isCancelled }) {
                    return .continue
                }
                throw HostError.tooLong
            }
        } catch {
            finish(id, cancellation)
            output.write(Answer.failure(id, error), to: id) { !cancellation.isCancelled }
        }
    }

    /// Gives the number free, before the last answer goes out: the extension may take it again
    /// as soon as it has read that.
    private func finish(_ id: Int64, _ cancellation: Cancellation) {
        state.withLock { if $0.calls[id] === cancellation { $0.calls[id] = nil } }
    }
}
