import Dispatch
import Synchronization
import Varlink

/// Makes calls to the daemon one after another, over one connection that stays open, on its own
/// queue: callers do not wait.
package final class Caller: Sendable {
    private let address: SocketAddress
    private let timeout: Duration
    private let queue = DispatchQueue(label: "org.soteria.calls")
    private let connection = Mutex(PersistentConnection())
    private let connectHandler = Mutex<(@Sendable () -> Void)?>(nil)

    /// Creates a caller, which connects with its first call. `timeout` limits each call from the
    /// moment it is made. A call that waits longer behind others fails without being sent, so that
    /// calls do not pile up while the daemon hangs.
    package init(address: SocketAddress, timeout: Duration = VarlinkClient.patience) {
        self.address = address
        self.timeout = timeout
    }

    /// Sets a handler that is called on the caller's queue whenever a call has made a new
    /// connection, even the first, before that call is sent: the state of a connection must be set
    /// again. Calls made in the handler come after those that already wait.
    package var onConnect: (@Sendable () -> Void)? {
        get { connectHandler.withLock { $0 } }
        set { connectHandler.withLock { $0 = newValue } }
    }

    /// Calls a method; `then` runs on the caller's queue with the answer.
    ///
    /// If the connection was lost since the last call, it is made once again before the call fails.
    /// If it breaks during the call, the call fails, because it may have been carried out.
    package func call<Called: TypedMethod & SendableMetatype>(
        _ method: Called.Type, _ parameters: Called.Parameters,
        then: @escaping @Sendable (Result<Called.Reply, CallFailure>) -> Void
    ) {
        let asked = SuspendingClock.now
        queue.async { [self] in
            let limit = timeout - asked.duration(to: .now)
            then(
                limit > .zero ? answer(method, parameters, limit) : .failure(.timedOut))
        }
    }

    private func answer<Called: TypedMethod & SendableMetatype>(
        _ method: Called.Type, _ parameters: Called.Parameters, _ limit: Duration
    ) -> Result<Called.Reply, CallFailure> {
        do {
            let asked = try JSON(encoding: parameters).objectValue ?? [:]
            let reply = try connection.withLock { connection in
                try connection.call(
                    Called.method, asked, at: address.path, within: limit,
                    onConnect: { onConnect?() })
            }
            return .success(try VarlinkClient.decode(reply, as: Called.Reply.self))
        } catch {
            return .failure(CallFailure(error))
        }
    }
}
