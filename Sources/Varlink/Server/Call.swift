import NIOCore

/// A call that waits for its answer. To be used on the server's event loop only.
///
/// It is answered once: by `reply`, by `fail`, or, where the client asked for `more`, by any
/// number of replies that continue and a last one. Until then the connection's next call waits.
/// A second answer and `continues` without `more` are precondition failures; answers to a peer
/// that has gone are dropped silently.
package final class Call: Sendable {
    /// Qualified.
    package let method: String
    /// Empty if the client sent none.
    package let parameters: JSONObject
    /// Whether the client takes several replies.
    package let more: Bool
    /// Whether the client wants no reply: what is answered is thrown away.
    package let oneway: Bool
    package let peer: PeerCredentials

    /// No other connection of the server has this number, before or after.
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

    /// The parameters as a type; `InvalidParameter` names the first that is unknown, missing or
    /// of another type, `filter.days[2]` for a nested one.
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

    /// Throws `InvalidParameter` if there is any.
    package func noParameters() throws(VarlinkError) {
        if let first = parameters.first { throw .invalidParameter(first.name) }
    }

    /// Answers with a value that encodes as an object.
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

    /// An error is always the last answer.
    package func fail(_ error: VarlinkError) {
        connection.value.send(OutgoingFrame.error(error), to: self, continues: false)
    }

    /// False once the call was answered for the last time or its peer has gone.
    package var isOpen: Bool { connection.value.isOpen(self) }

    /// Runs `body` if the connection ends before the last reply, soon if it has ended already;
    /// never within another method of this call.
    package func onClose(_ body: @escaping @Sendable () -> Void) {
        connection.value.onClose(of: self, body)
    }

    /// As `onClose`, but however the call was answered.
    package func onDisconnect(_ body: @escaping @Sendable () -> Void) {
        connection.value.onDisconnect(body)
    }

    /// Runs `body` soon if the peer has read most of what was sent, else once it has. Long streams
    /// ask before each part; `body` is dropped when the connection ends.
    package func whenWritable(_ body: @escaping @Sendable () -> Void) {
        connection.value.whenWritable(body)
    }
}
