import NIOCore

/// A call that waits for its answer. Use it on the server's event loop only.
///
/// It is answered once: by `reply`, by `fail`, or, if the client asked for `more`, by any number of
/// replies that continue and a last one. Until then the connection's next call waits. A second
/// answer, and `continues` without `more`, are precondition failures; answers to a peer that has
/// gone are dropped silently.
package final class Call: Sendable {
    /// The qualified name of the method.
    package let method: String
    /// The parameters; empty if the client sent none.
    package let parameters: JSONObject
    /// True if the client accepts several replies.
    package let more: Bool
    /// True if the client wants no reply; answers are discarded.
    package let oneway: Bool
    package let peer: PeerCredentials

    /// The number of the connection, unique in the server's lifetime.
    package var connectionNumber: Int { connection.value.number }

    private let connection: NIOLoopBound<Connection>

    init(_ message: CallMessage, peer: PeerCredentials, connection: NIOLoopBound<Connection>) {
        method = message.method
        parameters = message.parameters
        more = message.mode == .more
        oneway = message.mode == .oneway
        self.peer = peer
        self.connection = connection
    }

    /// Decodes the parameters; `InvalidParameter` names the first that is unknown, missing or of
    /// another type, such as `filter.days[2]`.
    package func decode<Parameters: Decodable>(_ type: Parameters.Type = Parameters.self)
        throws(VarlinkError) -> Parameters
    {
        do {
            return try JSON.object(parameters).decode(as: type)
        } catch let error as DecodingError {
            throw .invalidParameter(error)
        } catch let error as VarlinkError {
            throw error
        } catch {
            throw .invalidParameter("")
        }
    }

    /// Throws `InvalidParameter` if there are any parameters.
    package func noParameters() throws(VarlinkError) {
        if let first = parameters.first { throw .invalidParameter(first.name) }
    }

    /// Replies with a value that encodes as an object.
    package func reply(_ value: some Encodable, continues: Bool = false) {
        connection.value.reply(to: self, value, continues: continues)
    }

    package func reply(continues: Bool = false) {
        connection.value.send(
            OutgoingFrame.empty(continues: continues), to: self, continues: continues)
    }

    package func reply(_ encoded: EncodedParameters, continues: Bool = false) {
        connection.value.send(
            continues ? encoded.continuing : encoded.final, to: self, continues: continues)
    }

    /// Fails the call; an error is always the last answer.
    package func fail(_ error: VarlinkError) {
        connection.value.send(OutgoingFrame.error(error), to: self, continues: false)
    }

    /// False after the last answer, or once the peer has gone.
    package var isOpen: Bool { connection.value.isOpen(self) }

    /// Runs `body` if the connection ends before the last reply, soon if it has ended already;
    /// never within another method of this call.
    package func onClose(_ body: @escaping @Sendable () -> Void) {
        connection.value.onClose(of: self, body)
    }

    /// Runs `body` when the connection ends, even after the last reply; otherwise like `onClose`.
    package func onDisconnect(_ body: @escaping @Sendable () -> Void) {
        connection.value.onDisconnect(body)
    }

    /// Runs `body` once the peer has read most of what was sent. Long streams wait for this before
    /// each part; `body` is dropped when the connection ends.
    package func whenWritable(_ body: @escaping @Sendable () -> Void) {
        connection.value.whenWritable(body)
    }
}
