import Varlink

/// A blocking client of the daemon with typed calls; not to be shared between threads.
package final class SoteriaClient {
    /// The socket that the client is connected to.
    package let address: SocketAddress
    private let client: VarlinkClient

    /// Connects; `timeout` limits connecting, sending, and waiting for each reply of `call`. Once
    /// `cancellation` is cancelled, by whatever thread, everything fails as `disconnected`.
    package init(
        _ address: SocketAddress, timeout: Duration = .seconds(10),
        cancellation: Cancellation? = nil
    ) throws(CallFailure) {
        self.address = address
        do {
            client = try VarlinkClient(
                path: address.path, timeout: timeout, cancellation: cancellation)
        } catch {
            throw CallFailure(error)
        }
    }

    /// Calls a method and waits for its answer.
    package func call<Called: TypedMethod>(
        _ method: Called.Type, _ parameters: Called.Parameters
    ) throws(CallFailure) -> Called.Reply {
        do {
            return try client.call(Called.method, parameters, as: Called.Reply.self)
        } catch {
            throw CallFailure(error)
        }
    }

    /// Calls a method that takes nothing, and waits for its answer.
    package func call<Called: TypedMethod>(_ method: Called.Type) throws(CallFailure)
        -> Called.Reply where Called.Parameters == NoMembers
    {
        try call(method, NoMembers())
    }

    /// Calls a method that answers again and again, and gives each answer to `body` until the last
    /// one, or until `body` returns false.
    ///
    /// `timeout` limits the wait for each answer; nil waits for ever. Failures are `CallFailure`,
    /// beside whatever `body` throws.
    package func monitor<Called: TypedMethod>(
        _ method: Called.Type, _ parameters: Called.Parameters, timeout: Duration? = nil,
        _ body: (Called.Reply) throws -> Bool
    ) throws {
        do {
            try client.callMore(Called.method, parameters, timeout: timeout) { members in
                let reply = try VarlinkClient.decode(members, as: Called.Reply.self)
                return try body(reply) ? .continue : .stop
            }
        } catch let error where error is VarlinkError || error is ClientError {
            throw CallFailure(error)
        }
    }
}
