import Dispatch
import Synchronization
import Varlink

/// Calls to the daemon, one after another over one connection that is kept open, on a queue of its
/// own: whoever asks goes on at once.
package final class Caller: Sendable {
    private let address: SocketAddress
    private let timeout: Duration
    private let queue = DispatchQueue(label: "org.soteria.calls")
    private let connection = Mutex(PersistentConnection())
    private let connectHandler = Mutex<(@Sendable () -> Void)?>(nil)

    /// Connects with the first call. `timeout` limits each call from the moment it is asked for:
    /// what has waited so long behind others fails without being sent, so that a daemon that hangs
    /// lets no more calls gather than are asked for in that time.
    package init(address: SocketAddress, timeout: Duration = .seconds(10)) {
        self.address = address
        self.timeout = timeout
    }

    /// Told on the caller's queue whenever a call has made a new connection, the first included,
    /// before that call is sent: what holds for a connection has to be said again. A call made
    /// here comes after those that wait already.
    package var onConnect: (@Sendable () -> Void)? {
        get { connectHandler.withLock { $0 } }
        set { connectHandler.withLock { $0 = newValue } }
    }

    /// Calls a method; `then` runs on the caller's queue with the answer.
    ///
    /// A connection that was lost since the last call is made anew once before the call fails.
    /// One that breaks during the call fails it: what was asked may have been done.
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
