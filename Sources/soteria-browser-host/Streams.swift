import API
import Dispatch
import Synchronization
import Varlink

/// The running calls with `more`. Each has its own connection and thread, which sleeps until the
/// daemon replies.
final class Streams: Sendable {
    /// The limit of concurrent calls, including cancelled ones that have not ended yet.
    static let limit = 32

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

    /// Whether a call with this id is running.
    func contains(_ id: Int64) -> Bool { state.withLock { $0.calls[id] != nil } }

    /// Starts a call; its answers are forwarded as they arrive. `version` is that of the extension;
    /// nil if it did not say it.
    func begin(_ id: Int64, _ method: String, _ parameters: JSONObject, version: String?) {
        let cancellation = Cancellation()
        let hasRoom = state.withLock { state in
            guard state.threads < Self.limit else { return false }
            state.threads += 1
            state.calls[id] = cancellation
            return true
        }
        guard hasRoom else {
            _ = output.write(HostMessage.error(id, HostError.tooManyCalls))
            return
        }
        DispatchQueue(label: method).async { [self] in
            follow(id, method, parameters, version, cancellation)
            finish(id, cancellation)
            state.withLock { $0.threads -= 1 }
        }
    }

    /// Cancels a call, which then gets no answer; an unknown id belongs to a call that has ended.
    func cancel(_ id: Int64) {
        state.withLock { $0.calls.removeValue(forKey: id) }?.cancel()
    }

    /// Cancels every call.
    func cancelAll() {
        let calls = state.withLock { state in
            defer { state.calls = [:] }
            return state.calls
        }
        for call in calls.values { call.cancel() }
    }

    private func follow(
        _ id: Int64, _ method: String, _ parameters: JSONObject, _ version: String?,
        _ cancellation: Cancellation
    ) {
        do {
            let client = try VarlinkClient(
                path: address.path, timeout: timeout, cancellation: cancellation)
            // The extension follows this as long as it runs, and again after a loss of the daemon.
            if method == ProtectionAPI.Monitor.method { try register(version, with: client) }
            try client.callMore(method, parameters) { reply, continues in
                if !continues { finish(id, cancellation) }
                let answer = HostMessage.reply(id, reply, continues: continues)
                // A cancelled call is not answered.
                if output.write(answer, ifWanted: { !cancellation.isCancelled }) {
                    return .continue
                }
                throw HostError.tooLong
            }
        } catch {
            finish(id, cancellation)
            output.write(HostMessage.failure(id, error), to: id) { !cancellation.isCancelled }
        }
    }

    /// Tells the daemon the extension's version, on the connection that ends with the extension.
    private func register(_ version: String?, with client: VarlinkClient) throws {
        let parameters: JSONObject = version.map { ["version": .string($0)] } ?? [:]
        do {
            _ = try client.call(DaemonAPI.RegisterExtension.method, parameters)
        } catch is VarlinkError {
            // An older daemon does not have the method; the call that follows works all the same.
        }
    }

    /// Releases the id before the last answer is written: the extension may reuse the id as soon as
    /// it has read that answer.
    private func finish(_ id: Int64, _ cancellation: Cancellation) {
        state.withLock { if $0.calls[id] === cancellation { $0.calls[id] = nil } }
    }
}
