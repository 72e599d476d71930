/// A connection that stays open between calls. The first call opens it, and so does the first after
/// a loss. Not to be shared between threads.
///
/// No call is ever sent twice: if the connection breaks during a call, the call fails, because the
/// service may have carried it out.
package final class PersistentConnection {
    private var client: VarlinkClient?

    package init() {}

    /// True if a connection is open that can carry another call.
    package var isOpen: Bool { client?.isOpen ?? false }

    /// Calls a method of the service at `path`, all within the limit. `onConnect` runs before the
    /// call is sent if a new connection was made. Throws the errors of `VarlinkClient`. After a
    /// `ClientError` the connection is closed, so that a late reply is never taken for that of
    /// another call.
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
