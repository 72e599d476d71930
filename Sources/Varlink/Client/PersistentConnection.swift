/// A connection that stays open between calls, made by the first and by the first after a loss; not
/// to be shared between threads.
///
/// No call is ever sent twice: a connection that breaks while a call is on its way fails that
/// call, since the service may have done what was asked.
package final class PersistentConnection {
    private var client: VarlinkClient?

    package init() {}

    /// Whether a connection is held that can take another call.
    package var isOpen: Bool { client?.isOpen ?? false }

    /// Calls a method of the service at `path`, all within the limit; `onConnect` runs before the
    /// call is sent if a new connection had to be made. Failures are those of `VarlinkClient`.
    /// After a `ClientError` the connection is given up, so that a late reply is never taken for
    /// another's.
    package func call(
        _ method: String, _ parameters: JSONObject, at path: String, within limit: Duration,
        onConnect: () -> Void = {}
    ) throws -> JSONObject {
        let deadline = Deadline(after: limit)
        let client = try openClient(path, limit, onConnect)
        do {
            return try client.call(method, parameters, within: deadline.remaining)
        } catch let error as ClientError {
            self.client = nil
            throw error
        }
    }

    private func openClient(_ path: String, _ limit: Duration, _ onConnect: () -> Void)
        throws(ClientError) -> VarlinkClient
    {
        if let client, client.isOpen { return client }
        client = nil
        let fresh = try VarlinkClient(path: path, timeout: limit)
        client = fresh
        onConnect()
        return fresh
    }
}
